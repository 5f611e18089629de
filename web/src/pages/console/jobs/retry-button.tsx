import type { OperatorJob } from '@clutch/contract/api/console/console.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { retryJob, refetchJobs } from './jobs.queries.ts'
import { useJobName } from './job-text.ts'

/** Tries a job again. */
export function RetryButton({ job }: { job: OperatorJob }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useErrorText()
  const nameOf = useJobName()
  const { busy, run } = useTask()
  const retry = async () => {
    try {
      await retryJob(job)
      showToast({ tone: 'good', title: t(($) => $.adminOverview.jobs.retried) })
    } catch (error) {
      showToast({ tone: 'bad', title: words(error) })
    }
    await refetchJobs(client)
  }
  return (
    <Button
      size="sm"
      submitting={busy}
      aria-label={t(($) => $.adminOverview.jobs.retryOf, { name: nameOf(job) })}
      onClick={() => void run(retry)}
    >
      {t(($) => $.adminOverview.jobs.retry)}
    </Button>
  )
}
