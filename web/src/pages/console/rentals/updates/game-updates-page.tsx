import type { GameUpdates, GameUpdateState } from '@clutch/contract/api/rentals/operator-game-updates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Panel, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Progress } from '../../../../ui/loading/progress.tsx'
import { EmptyState } from '../../../../ui/messages/empty-state.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { Status, type StatusTone } from '../../../../ui/status/status-dot.tsx'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { Facts } from '../../../../ui/tables/facts.tsx'
import { Permitted } from '../../kit/permitted.tsx'
import { ConsoleLink } from '../../kit/console-link.tsx'
import { ConsolePage } from '../../kit/console-page.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { checkGameVersion, clearDeadline, gameUpdatesQuery, releaseUpdates } from './game-updates.queries.ts'
import { HostInstalls, type InstallAbilities } from './host-installs.tsx'
import { DeadlineDialog, HoldDialog } from './update-dialogs.tsx'

type HostUpdates = GameUpdates['hosts'][number]
type ServerUpdate = HostUpdates['servers'][number]

const tones: Record<GameUpdateState, StatusTone> = {
  current: 'good',
  waiting: 'busy',
  restarting: 'moving',
  failed: 'bad',
  unknown: 'muted',
}

/** J: the versions of the game that are required, installed and running, and how servers move to them. */
export function GameUpdatesPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(gameUpdatesQuery)
  return (
    <ConsolePage>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data && (
        <Stack gap="l">
          <Notes updates={data} />
          <Rollout updates={data} />
          {data.hosts.length === 0 ? (
            <EmptyState icon="target" title={t(($) => $.adminRentals.updates.none)}>
              {t(($) => $.adminRentals.updates.noneNext)}
            </EmptyState>
          ) : (
            data.hosts.map((host) => <HostPanel key={host.hostName} host={host} can={data} />)
          )}
        </Stack>
      )}
    </ConsolePage>
  )
}

/** What an operator has to see to. */
function Notes({ updates: { required, hosts } }: { updates: GameUpdates }) {
  const { t } = useTranslation()
  const between = t(($) => $.admin.list.between)
  const outdated = hosts.filter((host) => host.outdated).map(({ hostName }) => hostName)
  const failed = hosts.flatMap(({ servers }) => servers.filter(({ state }) => state === 'failed'))
  return (
    <>
      {required.problem !== '' && (
        <Note tone="warn">{t(($) => $.adminRentals.updates.notChecked, { problem: required.problem })}</Note>
      )}
      {outdated.length > 0 && (
        <Note tone="warn">
          {t(($) => $.adminRentals.updates.outdatedHosts, { hosts: outdated.join(between) })}
        </Note>
      )}
      {failed.length > 0 && (
        <Note tone="bad">
          {t(($) => $.adminRentals.updates.failedServers, {
            servers: failed.map(({ name }) => name).join(between),
          })}
        </Note>
      )}
    </>
  )
}

/** What Steam requires, when servers restart, and the means to change that. */
function Rollout({ updates: { required, hold, deadline } }: { updates: GameUpdates }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'hold' | 'deadline' | null>(null)
  const check = useAction(() => checkGameVersion(client))
  const release = useAction(() => releaseUpdates(client))
  const clear = useAction(() => clearDeadline(client))
  const error = check.error ?? release.error ?? clear.error
  const time = (ms: number | null) => (ms === null ? '-' : formatConsoleTime(ms))
  const how = hold
    ? t(($) => $.adminRentals.updates.held, { time: time(hold.since), reason: hold.reason })
    : deadline === null
      ? t(($) => $.adminRentals.updates.whenEmpty)
      : t(($) => $.adminRentals.updates.byDeadline, { time: time(deadline) })
  return (
    <Panel title={t(($) => $.adminRentals.updates.rollout)}>
      <Stack>
        <ErrorNote error={error} />
        <Facts
          facts={[
            {
              name: t(($) => $.adminRentals.updates.required),
              text:
                required.version === null
                  ? '-'
                  : t(($) => $.adminRentals.updates.since, {
                      version: required.version,
                      time: time(required.since),
                    }),
            },
            { name: t(($) => $.adminRentals.updates.checked), text: time(required.checked) },
            { name: t(($) => $.adminRentals.updates.restarts), text: how },
          ]}
        />
        <Permitted>
          <Row gap="s" wrap>
            <Button icon="refresh" submitting={check.busy} onClick={() => void check.run()}>
              {t(($) => $.adminRentals.updates.check)}
            </Button>
            {hold ? (
              <Button variant="primary" submitting={release.busy} onClick={() => void release.run()}>
                {t(($) => $.adminRentals.updates.release)}
              </Button>
            ) : (
              <Button onClick={() => setDialog('hold')}>{t(($) => $.adminRentals.updates.hold)}</Button>
            )}
            {deadline === null ? (
              <Button onClick={() => setDialog('deadline')}>
                {t(($) => $.adminRentals.updates.setDeadline)}
              </Button>
            ) : (
              <Button submitting={clear.busy} onClick={() => void clear.run()}>
                {t(($) => $.adminRentals.updates.clearDeadline)}
              </Button>
            )}
          </Row>
        </Permitted>
      </Stack>
      {dialog === 'hold' && <HoldDialog onClose={() => setDialog(null)} />}
      {dialog === 'deadline' && <DeadlineDialog onClose={() => setDialog(null)} />}
    </Panel>
  )
}

function HostPanel({ host, can }: { host: HostUpdates; can: InstallAbilities }) {
  const { t } = useTranslation()
  const { hostName, installed, outdated, servers } = host
  const current = servers.filter(({ state }) => state === 'current').length
  const version =
    installed === null
      ? t(($) => $.adminRentals.updates.notRead)
      : t(($) => $.adminRentals.updates.installed, { version: installed })
  return (
    <Panel
      title={hostName}
      padded={false}
      action={<Status tone={installed === null ? 'muted' : outdated ? 'bad' : 'good'}>{version}</Status>}
    >
      {(can.canInstall || host.update !== null) && <HostInstalls host={host} can={can} />}
      {servers.length === 0 ? (
        <EmptyState icon="servers" title={t(($) => $.adminRentals.updates.noServers)} />
      ) : (
        <>
          {installed !== null && current < servers.length && (
            <Progress
              label={t(($) => $.adminRentals.updates.progress, { version: installed })}
              text={`${current} / ${servers.length}`}
              value={current}
              max={servers.length}
            />
          )}
          <ServersTable hostName={hostName} servers={servers} />
        </>
      )}
    </Panel>
  )
}

function ServersTable({ hostName, servers }: { hostName: string; servers: readonly ServerUpdate[] }) {
  const { t } = useTranslation()
  return (
    <DataTable
      flush
      label={t(($) => $.adminRentals.updates.serversOf, { hostName })}
      rows={servers}
      keyOf={({ number }) => number}
      columns={[
        {
          id: 'name',
          title: t(($) => $.adminRentals.updates.server),
          grow: true,
          cell: ({ name, number }) => (
            <ConsoleLink to={`rentals/${number}`}>{`${name} (${number})`}</ConsoleLink>
          ),
        },
        {
          id: 'version',
          title: t(($) => $.adminRentals.updates.version),
          cell: ({ version }) => version ?? '-',
        },
        {
          id: 'players',
          title: t(($) => $.adminRentals.updates.players),
          cell: ({ players }) => players ?? '-',
          end: true,
        },
        {
          id: 'state',
          title: t(($) => $.adminRentals.updates.state),
          cell: ({ state }) => (
            <Status tone={tones[state]}>{t(($) => $.adminRentals.updates.states[state])}</Status>
          ),
        },
      ]}
    />
  )
}
