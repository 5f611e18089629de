import type { OperatorJob } from '@clutch/contract/api/operator-console.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { useErrorText } from '../../../app/error-text.ts'
import { useTask } from '../../../app/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { retryJob, refetchJobs } from './jobs.queries.ts'
import { useJobName } from './words.ts'

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
