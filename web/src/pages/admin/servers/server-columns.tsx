import { gameModes } from '@clutch/contract/rules/modes.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Icon } from '../../../ui/icon.tsx'
import { NamedState } from '../../../ui/named-state.tsx'
import { Status } from '../../../ui/status-dot.tsx'
import { Hidden } from '../../../ui/text.tsx'
import type { Column, Filter } from '../kit/columns.ts'
import { consoleTime } from '../kit/words.ts'
import type { Feed, RegisteredServer } from './servers.queries.ts'
import {
  addressText,
  feedState,
  feedTones,
  nameOf,
  shownStates,
  slotsOf,
  stateOf,
  stateTones,
  useServerWords,
} from './server-words.ts'

/**
 * What is known of each server, column by column; `now` is what "ago" is reckoned from. Beside the details of one (`narrow`) what
 * changes by itself stays, the rest is only exported.
 */
export function useServerColumns(
  feeds: readonly Feed[],
  now: number,
  narrow: boolean,
): Column<RegisteredServer>[] {
  const { t } = useTranslation()
  const words = useServerWords()
  const state = (server: RegisteredServer) => t(($) => $.adminServers.state[stateOf(server)])
  const feedOf = ({ id }: RegisteredServer) => feeds.find(({ server }) => server === id)
  const board = ({ board: mode }: RegisteredServer) => t(($) => $.adminServers.boards[mode ?? 'none'])
  return [
    {
      id: 'name',
      title: t(($) => $.adminServers.column.name),
      value: nameOf,
      cell: (server) => <NameCell server={server} state={state(server)} />,
      grow: true,
    },
    {
      id: 'mode',
      title: t(($) => $.adminServers.column.mode),
      value: ({ category }) => words.mode(category),
    },
    { id: 'map', title: t(($) => $.adminServers.column.map), value: ({ seen }) => seen?.map ?? '' },
    {
      id: 'players',
      title: t(($) => $.adminServers.column.players),
      value: (server) => slotsOf(server)?.current ?? null,
      cell: (server) => {
        const slots = slotsOf(server)
        return slots ? `${slots.current} / ${slots.max}` : '-'
      },
      end: true,
    },
    {
      id: 'region',
      title: t(($) => $.adminServers.column.region),
      value: ({ region }) => words.region(region),
      exported: narrow,
    },
    { id: 'board', title: t(($) => $.adminServers.column.board), value: board, exported: narrow },
    {
      id: 'feed',
      title: t(($) => $.adminServers.column.feed),
      value: (server) => t(($) => $.adminServers.feed[feedState(feedOf(server), now)]),
      cell: (server) => <FeedCell feed={feedOf(server)} now={now} />,
      exported: narrow,
    },
    {
      id: 'heard',
      title: t(($) => $.adminServers.column.heard),
      value: ({ heard }) => heard,
      cell: ({ heard, hidden }) => (hidden ? '-' : words.ago(heard, now)),
      end: true,
    },
    { id: 'address', title: t(($) => $.adminServers.column.address), value: addressText, exported: true },
    { id: 'state', title: t(($) => $.adminServers.column.state), value: state, exported: true },
    { id: 'id', title: 'id', value: ({ id }) => id, exported: true },
    { id: 'created', title: 'created', value: ({ created }) => consoleTime(created), exported: true },
  ]
}

function NameCell({ server, state }: { server: RegisteredServer; state: string }) {
  const { t } = useTranslation()
  const shown = stateOf(server)
  const pinned = t(($) => $.adminServers.pinned, { ontop: server.ontop })
  return (
    <NamedState
      tone={stateTones[shown]}
      pulse={shown === 'online'}
      name={nameOf(server)}
      state={state}
      mark={
        server.ontop > 0 && (
          <span data-tooltip={pinned}>
            <Icon name="pin" size="s" />
            <Hidden>{pinned}</Hidden>
          </span>
        )
      }
    />
  )
}

function FeedCell({ feed, now }: { feed: Feed | undefined; now: number }) {
  const { t } = useTranslation()
  const words = useServerWords()
  const state = feedState(feed, now)
  const last =
    feed && state !== 'none'
      ? t(($) => $.adminServers.feed.last, { ago: words.ago(feed.last, now) })
      : undefined
  return (
    <span data-tooltip={last}>
      <Status tone={feedTones[state]}>{t(($) => $.adminServers.feed[state])}</Status>
      {feed && feed.gaps > 0 && ` · ${t(($) => $.adminServers.feed.gaps, { count: feed.gaps })}`}
    </span>
  )
}

/** By mode, by state, by board. */
export function useServerFilters(): Filter[] {
  const { t } = useTranslation()
  return [
    {
      id: 'state',
      label: t(($) => $.adminServers.column.state),
      options: shownStates.map((value) => ({ value, text: t(($) => $.adminServers.state[value]) })),
    },
    {
      id: 'mode',
      label: t(($) => $.adminServers.column.mode),
      options: gameModes.map((value) => ({ value, text: t(($) => $.servers.mode[value]) })),
    },
  ]
}

export function passesFilter(server: RegisteredServer, filter: string, value: string): boolean {
  if (filter === 'mode') return server.category === value
  return filter === 'state' ? stateOf(server) === value : true
}
