import type { Health } from '@clutch/contract/api/console/console.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { IssueList } from '../../../ui/messages/issue-list.tsx'
import { Panel } from '../../../ui/layout/layout.tsx'
import { RetryButton } from '../jobs/retry-button.tsx'
import { useJobName } from '../jobs/job-text.ts'
import { ConsoleLink } from '../kit/console-link.tsx'

/** The latest permanently failed jobs, each with its actions. */
export function FailedPanel({ jobs }: { jobs: Health['jobs'] }) {
  const { t } = useTranslation()
  const nameOf = useJobName()
  const title = t(($) => $.adminOverview.failedJobs)
  return (
    <Panel
      title={jobs.failed > 0 ? `${title} ${jobs.failed}` : title}
      action={<ConsoleLink to="jobs">{t(($) => $.adminOverview.allJobs)}</ConsoleLink>}
    >
      {jobs.latest.length === 0 ? (
        <IssueList
          label={title}
          issues={[
            {
              key: 'none',
              icon: 'check',
              tone: 'good',
              title: t(($) => $.adminOverview.noneFailed),
              detail: t(($) => $.adminOverview.noneFailedNext),
            },
          ]}
        />
      ) : (
        <IssueList
          label={title}
          issues={jobs.latest.map((job) => ({
            key: job.id,
            icon: 'warning',
            tone: 'bad',
            title: nameOf(job),
            detail: [job.error, t(($) => $.adminOverview.jobs.failedTimes, { n: job.tries })]
              .filter((text) => text !== '')
              .join(' · '),
            action: <RetryButton job={job} />,
          }))}
        />
      )}
    </Panel>
  )
}
