import type { CaseDetail } from '@clutch/contract/api/moderation/operator-cases.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { ApiError } from '../../../app/api/api-error.ts'
import { ErrorNote } from '../../../app/api/failed-note.tsx'
import { useSession } from '../../../app/session/session.ts'
import { Panel } from '../../../ui/layout/layout.tsx'
import { SkeletonRows } from '../../../ui/loading/skeleton.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import { type Fact, Facts } from '../../../ui/tables/facts.tsx'
import type { ConsolePageProps } from '../console-pages.ts'
import { ConsoleLink } from '../kit/console-link.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import { Permitted } from '../kit/permitted.tsx'
import { PlayerCell } from '../kit/player.tsx'
import { CaseActions } from './case-actions.tsx'
import { CaseReports } from './case-reports.tsx'
import { CaseStatus, useCaseText } from './case-text.tsx'
import { CaseComments, CaseMessages } from './case-writing.tsx'
import { caseQuery } from './cases.queries.ts'

/** One case: its reports with the log around them, anomalies, the appeal, comments, and what can be done. */
export function CasePage({ id }: ConsolePageProps) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(caseQuery(id))
  const retry = () => void refetch()
  if (data) return <Loaded item={data} error={error} onRetry={retry} />
  const isMissing =
    error instanceof ApiError && (error.code === 'case.not_found' || error.code === 'request.invalid')
  return (
    <ConsolePage title={t(($) => $.adminCases.case)}>
      {isMissing ? (
        <EmptyState
          icon="warning"
          title={t(($) => $.adminCases.missing)}
          action={<ConsoleLink to="cases">{t(($) => $.adminCases.all)}</ConsoleLink>}
        />
      ) : error === null ? (
        <SkeletonRows rows={6} />
      ) : (
        <ErrorNote error={error} onRetry={retry} retrying={isFetching} />
      )}
    </ConsolePage>
  )
}

interface LoadedProps {
  item: CaseDetail
  /** Why the reload failed; the shown data is older. */
  error: unknown
  onRetry: () => void
}

function Loaded({ item, error, onRetry }: LoadedProps) {
  const { t } = useTranslation()
  const words = useCaseText()
  const { kind, reports, flags, others } = item
  return (
    <ConsolePage
      title={t(($) => $.adminCases.title, {
        kind: t(($) => $.adminCases.kinds[kind]),
        name: words.nameOf(item),
      })}
      facts={
        <>
          <CaseStatus item={item} />
          <ConsoleLink to="cases">{t(($) => $.adminCases.all)}</ConsoleLink>
        </>
      }
      actions={
        <Permitted>
          <CaseActions item={item} />
        </Permitted>
      }
    >
      <ErrorNote error={error} onRetry={onRetry} />
      <StateNote item={item} />
      <CaseFacts item={item} />
      {kind === 'appeal' && <CaseMessages item={item} />}
      {reports.length > 0 && <CaseReports reports={reports} />}
      {flags.length > 0 && <CaseFlags flags={flags} />}
      <CaseComments item={item} />
      {others.length > 0 && <OtherCases others={others} />}
    </ConsolePage>
  )
}

/** Who works on the case, or how it ended. */
function StateNote({ item }: { item: CaseDetail }) {
  const { t } = useTranslation()
  const words = useCaseText()
  const own = useSession()?.user.steamId
  const { outcome, closed, closedBy, closedByName, assignee, note } = item
  if (outcome === null)
    return assignee === null || assignee === own ? null : (
      <Note tone="info">{t(($) => $.adminCases.takenBy, { name: words.assignee(item) })}</Note>
    )
  return (
    <Note tone="info">
      <p>
        {t(($) => $.adminCases.closedNote, {
          outcome: t(($) => $.adminCases.outcomes[outcome]),
          by: words.author(closedBy ?? '', closedByName),
          time: formatConsoleTime(closed),
        })}
      </p>
      {note !== '' && <p>{t(($) => $.adminCases.noteWas, { note })}</p>}
    </Note>
  )
}

function CaseFacts({ item }: { item: CaseDetail }) {
  const { t } = useTranslation()
  const words = useCaseText()
  const { steamId, name, kind, server, weight, opened, updated, sanctionId, duplicateOf } = item
  const content = words.content(item)
  const facts: (Fact | null)[] = [
    { name: t(($) => $.adminCases.player), text: <PlayerCell steamId={steamId} name={name} /> },
    content === '' ? null : { name: t(($) => $.adminCases.content), text: content },
    kind === 'appeal' ? null : { name: t(($) => $.adminCases.server), text: words.server(server) },
    weight === 0
      ? null
      : { name: t(($) => $.adminCases.weight), text: `${weight} · ${t(($) => $.adminCases.weightHint)}` },
    sanctionId === null
      ? null
      : {
          name: t(($) => $.adminCases.sanction),
          text: (
            <ConsoleLink to={`sanctions/${sanctionId}`}>{t(($) => $.adminCases.showSanction)}</ConsoleLink>
          ),
        },
    duplicateOf === null
      ? null
      : {
          name: t(($) => $.adminCases.duplicateOf),
          text: <ConsoleLink to={`cases/${duplicateOf}`}>{t(($) => $.adminCases.showCase)}</ConsoleLink>,
        },
    { name: t(($) => $.adminCases.opened), text: formatConsoleTime(opened) },
    { name: t(($) => $.adminCases.updated), text: formatConsoleTime(updated) },
  ]
  return (
    <Panel title={t(($) => $.adminCases.case)}>
      <Facts facts={facts.filter((fact) => fact !== null)} />
    </Panel>
  )
}

function CaseFlags({ flags }: Pick<CaseDetail, 'flags'>) {
  const { t } = useTranslation()
  const words = useCaseText()
  const title = t(($) => $.adminCases.flags)
  return (
    <Panel title={title} padded={false}>
      <DataTable
        flush
        label={title}
        rows={flags}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'kind',
            title: t(($) => $.adminCases.kind),
            cell: ({ kind }) => t(($) => $.adminSeasons.marks.kinds[kind]),
          },
          {
            id: 'detail',
            title: t(($) => $.adminSeasons.marks.detail),
            cell: ({ detail }) =>
              Object.entries(detail)
                .map(([name, value]) => `${name} ${value}`)
                .join(', '),
            grow: true,
          },
          { id: 'server', title: t(($) => $.adminCases.server), cell: ({ server }) => words.server(server) },
          { id: 'at', title: t(($) => $.adminCases.opened), cell: ({ at }) => formatConsoleTime(at) },
          {
            id: 'dismissed',
            title: t(($) => $.adminCases.state),
            cell: ({ dismissed }) => (dismissed === null ? '-' : t(($) => $.adminCases.flagDismissed)),
          },
        ]}
      />
    </Panel>
  )
}

function OtherCases({ others }: Pick<CaseDetail, 'others'>) {
  const { t } = useTranslation()
  const words = useCaseText()
  const title = t(($) => $.adminCases.others)
  return (
    <Panel title={title} padded={false}>
      <DataTable
        flush
        label={title}
        rows={others}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'kind',
            title: t(($) => $.adminCases.kind),
            cell: ({ id, kind }) => (
              <ConsoleLink to={`cases/${id}`}>{t(($) => $.adminCases.kinds[kind])}</ConsoleLink>
            ),
          },
          { id: 'content', title: t(($) => $.adminCases.content), cell: words.content, grow: true },
          { id: 'state', title: t(($) => $.adminCases.state), cell: (item) => <CaseStatus item={item} /> },
          {
            id: 'opened',
            title: t(($) => $.adminCases.opened),
            cell: ({ opened }) => formatConsoleTime(opened),
          },
        ]}
      />
    </Panel>
  )
}
