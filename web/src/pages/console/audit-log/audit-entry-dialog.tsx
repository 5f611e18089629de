import type { AuditEntry } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { formatDevice, parseUserAgent } from '../../../app/account/device.ts'
import { useErrorCodeText } from '../../../app/api/error-text.ts'
import type { ApiError } from '../../../app/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Facts } from '../../../ui/tables/facts.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Code } from '../../../ui/text/text.tsx'
import { ConsoleLink } from '../kit/console-link.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { findChanges } from './audit-changes.ts'
import styles from './audit-entry-dialog.module.css'
import { useAuditText } from './audit-text.ts'

interface EntryDialogProps {
  entry: AuditEntry
  open: boolean
  onClose: () => void
}

/** C12: One entry of the audit log with all details: before and after, field by field, and the origin. */
export function AuditEntryDialog({ entry, open, onClose }: EntryDialogProps) {
  const { t } = useTranslation()
  const words = useAuditText()
  const errors = useErrorCodeText()
  const { refused } = entry
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="l"
      title={words.action(entry.action)}
      footer={<Button onClick={onClose}>{t(($) => $.common.close)}</Button>}
    >
      <Stack gap="l">
        <Facts
          facts={[
            { name: t(($) => $.adminUsers.audit.at), text: formatConsoleTime(entry.at) },
            {
              name: t(($) => $.adminUsers.audit.actor),
              text: <PlayerReference id={entry.actor} name={words.actor(entry)} />,
            },
            {
              name: t(($) => $.adminUsers.audit.subject),
              text: <PlayerReference id={entry.subject} name={words.subject(entry)} />,
            },
            {
              name: t(($) => $.adminUsers.audit.outcome),
              text:
                refused === null
                  ? words.outcome(entry)
                  : `${words.outcome(entry)} · ${errors(refused as ApiError['code'])}`,
            },
            {
              name: t(($) => $.adminUsers.audit.from),
              text: `${entry.address} · ${formatDevice(parseUserAgent(entry.userAgent)) ?? entry.userAgent}`,
            },
            { name: t(($) => $.adminUsers.audit.call), text: <Code>{entry.action}</Code> },
            ...Object.entries(entry.detail)
              .filter(([name, value]) => name !== 'refused' && !(Array.isArray(value) && value.length === 0))
              .map(([name, value]) => ({ name, text: <Value value={value} /> })),
          ]}
        />
        <Changes entry={entry} />
      </Stack>
    </Dialog>
  )
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const changes = findChanges(before, after)
  if (changes.length === 0) return <p>{t(($) => $.adminUsers.audit.nothingChanged)}</p>
  return (
    <DataTable
      label={t(($) => $.adminUsers.audit.changes)}
      rows={changes}
      keyOf={({ field }) => field}
      columns={[
        {
          id: 'field',
          title: t(($) => $.adminUsers.audit.field),
          cell: ({ field }) => (field === '' ? '-' : <Code>{field}</Code>),
        },
        {
          id: 'before',
          title: t(($) => $.adminUsers.audit.before),
          cell: (change) => <Value value={change.before} />,
          grow: true,
        },
        {
          id: 'after',
          title: t(($) => $.adminUsers.audit.after),
          cell: (change) => <Value value={change.after} />,
          grow: true,
        },
      ]}
    />
  )
}

function PlayerReference({ id, name }: { id: string; name: string }) {
  if (!isSteamId(id)) return name === '' ? '-' : name
  return (
    <Row gap="s" wrap>
      <ConsoleLink to={`users/${id}`}>{name}</ConsoleLink>
      {name !== id && <Code>{id}</Code>}
    </Row>
  )
}

/** In 1973: a number above is a moment. */
const minTimestampMs = 1e11

function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '') return '-'
  if (Array.isArray(value) && value.length === 0) return '-'
  if (typeof value === 'number' && value > minTimestampMs) return formatConsoleTime(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  return <span className={styles.value}>{text}</span>
}
