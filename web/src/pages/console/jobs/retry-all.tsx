import type { operatorListQueues } from '@clutch/contract/api/console/console.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import { useAddressState } from '../kit/address-state.ts'
import { retryQueue, refetchJobs } from './jobs.queries.ts'

/** Tries again everything that failed, of the queue that the list is narrowed to or of all. */
export function RetryAllButton({ queues }: { queues: Reply<typeof operatorListQueues> }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const words = useErrorText()
  const chosen = useAddressState().get('queue')
  const { busy, run } = useTask()
  const failing = queues.filter(({ queue, failed }) => failed > 0 && (chosen === '' || queue === chosen))
  if (failing.length === 0) return null
  const retry = async () => {
    try {
      const counts = await Promise.all(failing.map(({ queue }) => retryQueue(queue)))
      const n = counts.reduce((sum, count) => sum + count, 0)
      showToast({ tone: 'good', title: t(($) => $.adminOverview.jobs.retriedAll, { n }) })
    } catch (error) {
      showToast({ tone: 'bad', title: words(error) })
    }
    await refetchJobs(client)
  }
  return (
    <Button variant="primary" icon="refresh" submitting={busy} onClick={() => void run(retry)}>
      {t(($) => $.adminOverview.jobs.retryAll)}
    </Button>
  )
}
