import type { AuditEntry } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import { auditSearchDays } from '@clutch/contract/limits.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormText } from '../../../ui/forms/form.tsx'
import { Status } from '../../../ui/status/status-dot.tsx'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { useAddressState } from '../kit/address-state.ts'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { useEditing } from '../kit/forms/use-editing.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import { auditKey, loadAllAudit, loadAudit } from './audit.queries.ts'
import { AuditEntryDialog } from './audit-entry-dialog.tsx'
import { useAuditFilters } from './audit-filters.ts'
import { useAuditText } from './audit-text.ts'

/** C12: who did what, before and after, from where. */
export function AuditPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const filters = useAuditFilters()
  const shown = useEditing<AuditEntry>()
  return (
    <ConsolePage>
      <SearchHint />
      <RemoteList
        label={t(($) => $.admin.areas.audit)}
        queryKey={auditKey}
        load={loadAudit}
        loadAll={loadAllAudit}
        sorts={['at']}
        columns={columns}
        filters={filters}
        keyOf={({ id }) => id}
        rowLinks={(entry) => (
          <Button size="sm" onClick={() => shown.edit(entry)}>
            {t(($) => $.adminUsers.audit.details)}
          </Button>
        )}
        empty={{ title: t(($) => $.adminUsers.audit.none) }}
      />
      {shown.item && <AuditEntryDialog entry={shown.item} open={shown.open} onClose={shown.close} />}
    </ConsolePage>
  )
}

/** Says how far back a search looks that names no period. */
function SearchHint() {
  const { t } = useTranslation()
  const address = useAddressState()
  if (address.get('find') === '' || address.get('days') !== '') return null
  return <FormText small>{t(($) => $.adminUsers.audit.searchHint, { days: auditSearchDays })}</FormText>
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation()
  const words = useAuditText()
  const json = (value: unknown) => (value == null ? '' : JSON.stringify(value))
  return [
    { id: 'at', title: t(($) => $.adminUsers.audit.at), value: ({ at }) => formatConsoleTime(at) },
    { id: 'actor', title: t(($) => $.adminUsers.audit.actor), value: words.actor },
    { id: 'action', title: t(($) => $.adminUsers.audit.action), value: ({ action }) => words.action(action) },
    { id: 'subject', title: t(($) => $.adminUsers.audit.subject), value: words.subject, grow: true },
    {
      id: 'outcome',
      title: t(($) => $.adminUsers.audit.outcome),
      value: words.outcome,
      cell: (entry) => <Status tone={entry.refused === null ? 'good' : 'bad'}>{words.outcome(entry)}</Status>,
    },
    { id: 'address', title: t(($) => $.adminUsers.address), value: ({ address }) => address },
    { id: 'call', title: t(($) => $.adminUsers.audit.call), value: ({ action }) => action, exported: true },
    {
      id: 'refused',
      title: t(($) => $.adminUsers.audit.refused),
      value: ({ refused }) => refused,
      exported: true,
    },
    {
      id: 'device',
      title: t(($) => $.adminUsers.device),
      value: ({ userAgent }) => userAgent,
      exported: true,
    },
    {
      id: 'detail',
      title: t(($) => $.adminUsers.audit.details),
      value: ({ detail }) => json(detail),
      exported: true,
    },
    {
      id: 'before',
      title: t(($) => $.adminUsers.audit.before),
      value: ({ before }) => json(before),
      exported: true,
    },
    {
      id: 'after',
      title: t(($) => $.adminUsers.audit.after),
      value: ({ after }) => json(after),
      exported: true,
    },
  ]
}
