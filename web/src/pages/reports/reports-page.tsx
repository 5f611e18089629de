import type { OwnReport } from '@clutch/contract/api/moderation/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../locales/translate.ts'
import { ErrorNote } from '../../app/api/failed-note.tsx'
import { useSearch } from '../../app/router/router-provider.tsx'
import { useSession } from '../../app/session/session.ts'
import { SignedOut } from '../../app/session/signed-out.tsx'
import { formatDayTimeAndYear } from '../../app/time/community-dates.ts'
import { Page, PageHeader, Panel, Stack } from '../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../ui/loading/skeleton.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { Status, type StatusTone } from '../../ui/status/status-dot.tsx'
import { OwnSanctions } from './own-sanctions.tsx'
import { ReportForm } from './report-form.tsx'
import styles from './reports.module.css'
import { ownReportsQuery } from './reports.queries.ts'

/** Reports of the signed-in player, the form of a new one, and their own sanctions with appeals. */
export function ReportsPage() {
  const { t } = useTranslation()
  const steamId = useSession()?.user.steamId
  return (
    <Page measured>
      <PageHeader title={t(($) => $.reports.title)} facts={t(($) => $.reports.lead)} />
      {steamId === undefined ? (
        <SignedOut title={t(($) => $.reports.signedOut)}>{t(($) => $.reports.signedOutNext)}</SignedOut>
      ) : (
        <Own key={steamId} steamId={steamId} />
      )}
    </Page>
  )
}

function Own({ steamId }: { steamId: string }) {
  const { player, server, name } = useSearch()
  const target = player ?? (server !== undefined && name !== undefined ? `${server} ${name}` : null)
  return (
    <>
      {target !== null && <ReportForm key={target} own={steamId} target={{ player, server, name }} />}
      <OwnSanctions steamId={steamId} />
      <OwnReports steamId={steamId} />
    </>
  )
}

function OwnReports({ steamId }: { steamId: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(ownReportsQuery(steamId))
  return (
    <Panel title={t(($) => $.reports.own)}>
      <ErrorNote error={error} retrying={isFetching} onRetry={() => void refetch()} />
      {data === undefined && error === null && <SkeletonRows rows={3} />}
      {data?.length === 0 && (
        <EmptyState icon="warning" title={t(($) => $.reports.none)}>
          {t(($) => $.reports.noneNext)}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={styles.list} aria-label={t(($) => $.reports.own)}>
          {data.map((report) => (
            <li key={report.id}>
              <Report report={report} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const tones: Record<OwnReport['state'], StatusTone> = { waiting: 'busy', sanction: 'good', noAction: 'muted' }

function Report({ report }: { report: OwnReport }) {
  const { t, i18n } = useTranslation()
  const { name, steamId, reason, text, at, state, note } = report
  return (
    <Stack gap="xs">
      <div className={styles.head}>
        <strong className={styles.text}>{name || steamId}</strong>
        <span>{t(($) => $.reports.form.reasons[reason])}</span>
        <Status tone={tones[state]}>{t(($) => $.reports.states[state])}</Status>
        <time className={styles.muted}>{formatDayTimeAndYear(at, i18n.language)}</time>
      </div>
      {text !== '' && <p className={styles.text}>{text}</p>}
      {note !== '' && <p className={styles.text}>{t(($) => $.reports.answer, { note })}</p>}
    </Stack>
  )
}
