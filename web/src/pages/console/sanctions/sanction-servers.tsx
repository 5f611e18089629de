import type { SanctionServer } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { type ErrorCode, errorStatus } from '@clutch/contract/errors.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Panel, Stack } from '../../../ui/layout/layout.tsx'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'

const tones: Record<SanctionServer['state'], StatusTone> = {
  waiting: 'busy',
  applied: 'good',
  absent: 'info',
  unsupported: 'muted',
  lifted: 'muted',
}

/** How a sanction is on each game server. */
export function SanctionServers({
  servers,
  steamId,
}: {
  servers: readonly SanctionServer[]
  steamId: string
}) {
  const { t } = useTranslation()
  const title = t(($) => $.adminSanctions.onServers)
  if (servers.length === 0)
    return (
      <Panel title={title}>
        <p>{t(($) => $.adminSanctions.noServers)}</p>
      </Panel>
    )
  return (
    <Panel title={title} padded={false}>
      <DataTable
        flush
        label={title}
        rows={servers}
        keyOf={(row) => `${row.serverId} ${row.steamId}`}
        columns={[
          {
            id: 'server',
            title: t(($) => $.adminSanctions.server),
            grow: true,
            cell: (row) => (
              <Stack gap="xs">
                <span>{row.name}</span>
                {row.steamId !== steamId && (
                  <small>{t(($) => $.adminSanctions.otherAccount, { steamId: row.steamId })}</small>
                )}
              </Stack>
            ),
          },
          {
            id: 'state',
            title: t(($) => $.adminSanctions.serverState),
            cell: (row) => (
              <Stack gap="xs">
                <Status tone={tones[row.state]}>{t(($) => $.adminSanctions.serverStates[row.state])}</Status>
                {row.problem !== null && <small>{t(($) => $.errors[toErrorCode(row.problem)])}</small>}
              </Stack>
            ),
          },
          { id: 'kicks', title: t(($) => $.adminSanctions.kicks), cell: ({ kicks }) => kicks, end: true },
          {
            id: 'kicked',
            title: t(($) => $.adminSanctions.lastKick),
            cell: ({ kicked }) => formatConsoleTime(kicked),
          },
          {
            id: 'changed',
            title: t(($) => $.adminSanctions.changed),
            cell: ({ changed }) => formatConsoleTime(changed),
          },
        ]}
      />
    </Panel>
  )
}

/** A code of a newer portal is shown as an unknown error. */
function toErrorCode(code: string | null): ErrorCode {
  return code !== null && Object.hasOwn(errorStatus, code) ? (code as ErrorCode) : 'portal.internal'
}
