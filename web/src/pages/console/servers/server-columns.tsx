import { gameModes } from '@clutch/contract/rules/servers/game-modes.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { NamedState } from '../../../ui/status/named-state.tsx'
import { Status } from '../../../ui/status/status-dot.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import type { Column, Filter } from '../kit/list/columns.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import type { Feed, RegisteredServer } from './servers.queries.ts'
import {
  formatAddress,
  getFeedState,
  feedTones,
  getServerName,
  displayStates,
  formatSlots,
  getDisplayState,
  stateTones,
  useServerText,
} from './server-text.ts'

/**
 * Returns the columns of the server list; `now` is the reference for "ago". Next to an open detail panel
 * (`narrow`) only the live columns remain, the others are only exported.
 */
export function useServerColumns(
  feeds: readonly Feed[],
  now: number,
  narrow: boolean,
): Column<RegisteredServer>[] {
  const { t } = useTranslation()
  const words = useServerText()
  const state = (server: RegisteredServer) => t(($) => $.adminServers.state[getDisplayState(server)])
  const feedOf = ({ id }: RegisteredServer) => feeds.find(({ server }) => server === id)
  const board = ({ board: mode }: RegisteredServer) => t(($) => $.adminServers.boards[mode ?? 'none'])
  return [
    {
      id: 'name',
      title: t(($) => $.adminServers.column.name),
      value: getServerName,
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
      value: (server) => formatSlots(server)?.current ?? null,
      cell: (server) => {
        const slots = formatSlots(server)
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
      value: (server) => t(($) => $.adminServers.feed[getFeedState(feedOf(server), now)]),
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
    {
      id: 'version',
      title: t(($) => $.adminServers.column.version),
      value: ({ seen }) => seen?.gameVersion ?? '',
      exported: true,
    },
    { id: 'address', title: t(($) => $.adminServers.column.address), value: formatAddress, exported: true },
    { id: 'state', title: t(($) => $.adminServers.column.state), value: state, exported: true },
    { id: 'id', title: 'id', value: ({ id }) => id, exported: true },
    { id: 'created', title: 'created', value: ({ created }) => formatConsoleTime(created), exported: true },
  ]
}

function NameCell({ server, state }: { server: RegisteredServer; state: string }) {
  const { t } = useTranslation()
  const shown = getDisplayState(server)
  const pinned = t(($) => $.adminServers.pinned, { ontop: server.ontop })
  return (
    <NamedState
      tone={stateTones[shown]}
      pulse={shown === 'online'}
      name={getServerName(server)}
      state={state}
      mark={
        server.ontop > 0 && (
          <span data-tooltip={pinned}>
            <Icon name="pin" size="s" />
            <VisuallyHidden>{pinned}</VisuallyHidden>
          </span>
        )
      }
    />
  )
}

function FeedCell({ feed, now }: { feed: Feed | undefined; now: number }) {
  const { t } = useTranslation()
  const words = useServerText()
  const state = getFeedState(feed, now)
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
      options: displayStates.map((value) => ({ value, text: t(($) => $.adminServers.state[value]) })),
    },
    {
      id: 'mode',
      label: t(($) => $.adminServers.column.mode),
      options: gameModes.map((value) => ({ value, text: t(($) => $.servers.mode[value]) })),
    },
  ]
}

export function matchesFilter(server: RegisteredServer, filter: string, value: string): boolean {
  if (filter === 'mode') return server.category === value
  return filter === 'state' ? getDisplayState(server) === value : true
}
