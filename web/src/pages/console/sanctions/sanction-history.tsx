import { operatorAddSanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { useEditing } from '../kit/forms/use-editing.ts'
import { Permitted } from '../kit/permitted.tsx'
import { SanctionDialog } from './sanction-dialog.tsx'
import { SanctionStatus, useSanctionText } from './sanction-text.tsx'
import { historyQuery } from './sanctions.queries.ts'

interface SanctionHistoryProps {
  steamId: string
  title: string
  /** The sanction whose page this is. */
  except?: string
  /** Whether a new one can be made here. */
  canAdd?: boolean
}

/** The bans, mutes and gags of a player, the newest first. */
export function SanctionHistory({ steamId, title, except, canAdd = false }: SanctionHistoryProps) {
  const { t } = useTranslation()
  const words = useSanctionText()
  const adding = useEditing<null>()
  const { data, error, refetch } = useQuery(historyQuery(steamId))
  const rows = data?.rows.filter(({ id }) => id !== except)
  return (
    <Panel
      title={title}
      padded={rows === undefined || rows.length === 0}
      action={
        canAdd && (
          <Permitted call={operatorAddSanction}>
            <Button onClick={() => adding.edit(null)}>{t(($) => $.adminSanctions.add)}</Button>
          </Permitted>
        )
      }
    >
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {!rows && !error && <SkeletonRows rows={2} />}
      {rows?.length === 0 && <p>{t(($) => $.adminSanctions.noHistory)}</p>}
      {rows && rows.length > 0 && (
        <DataTable
          flush
          label={title}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'kind',
              title: t(($) => $.adminSanctions.kind),
              cell: ({ id, kind }) => (
                <ConsoleLink to={`sanctions/${id}`}>{t(($) => $.adminSanctions.kinds[kind])}</ConsoleLink>
              ),
            },
            {
              id: 'reason',
              title: t(($) => $.adminSanctions.reason),
              cell: ({ reason }) => reason,
              grow: true,
            },
            {
              id: 'state',
              title: t(($) => $.adminSanctions.state),
              cell: ({ state }) => <SanctionStatus state={state} />,
            },
            {
              id: 'created',
              title: t(($) => $.adminSanctions.created),
              cell: ({ created }) => formatConsoleTime(created),
            },
            { id: 'expires', title: t(($) => $.adminSanctions.expires), cell: words.expires },
            {
              id: 'by',
              title: t(($) => $.adminSanctions.by),
              cell: ({ by, byName }) => words.by(by, byName),
            },
          ]}
        />
      )}
      {adding.turn > 0 && (
        <SanctionDialog
          key={adding.turn}
          open={adding.open}
          sanction={null}
          steamId={steamId}
          onClose={adding.close}
        />
      )}
    </Panel>
  )
}
