import {
  type JobState,
  type OperatorJob,
  jobStates,
  type operatorListQueues,
} from '@clutch/contract/api/console/console.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Status, type StatusTone } from '../../../ui/status/status-dot.tsx'
import { showToast } from '../../../ui/messages/toast-store.ts'
import type { Column } from '../kit/list/columns.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { RemoteList } from '../kit/list/remote-list.tsx'
import { useConfirmation } from '../kit/forms/use-confirmation.tsx'
import { formatConsoleTime } from '../kit/console-time.ts'
import {
  discardJob,
  jobSorts,
  jobsKey,
  jobsPollMs,
  loadAllJobs,
  loadJobs,
  queuesQuery,
  refetchJobs,
  retryQueue,
} from './jobs.queries.ts'
import { RetryButton } from './retry-button.tsx'
import { useJobName, useQueueName } from './job-text.ts'
import type { Reply } from '@clutch/contract/api/call.ts'
import { useErrorText } from '../../../app/api/error-text.ts'
import { useTask } from '../../../app/api/use-task.ts'
import { useAddressState } from '../kit/address-state.ts'

const tones: Record<JobState, StatusTone> = {
  failed: 'bad',
  retry: 'busy',
  active: 'info',
  created: 'muted',
  completed: 'good',
  cancelled: 'muted',
}

const canBeRetried = ({ state }: OperatorJob) => state === 'failed' || state === 'retry'

/** J: The background jobs, failed ones first. */
export function JobsPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: queues = [] } = useQuery(queuesQuery)
  const { ask, asking } = useConfirmation()
  const queueName = useQueueName()
  const jobName = useJobName()
  const discard = (job: OperatorJob) =>
    ask({
      title: t(($) => $.adminOverview.jobs.discardTitle),
      message: t(($) => $.adminOverview.jobs.discardMessage, { name: jobName(job) }),
      action: t(($) => $.adminOverview.jobs.discard),
      run: async () => {
        await discardJob(job)
        showToast({ tone: 'good', title: t(($) => $.adminOverview.jobs.discarded) })
        await refetchJobs(client)
      },
    })
  return (
    <ConsolePage>
      <RemoteList
        label={t(($) => $.adminOverview.jobs.list)}
        queryKey={jobsKey}
        load={loadJobs}
        loadAll={loadAllJobs}
        sorts={jobSorts}
        everyMs={jobsPollMs}
        columns={useColumns()}
        keyOf={({ id }) => id}
        filters={[
          {
            id: 'state',
            label: t(($) => $.adminOverview.jobs.state),
            options: jobStates.map((value) => ({
              value,
              text: t(($) => $.adminOverview.jobs.states[value]),
            })),
          },
          {
            id: 'queue',
            label: t(($) => $.adminOverview.jobs.queue),
            options: queues.map(({ queue }) => ({ value: queue, text: queueName(queue) })),
          },
        ]}
        actions={<RetryAllButton queues={queues} />}
        rowActions={(job) =>
          canBeRetried(job) && (
            <Row gap="xs">
              <RetryButton job={job} />
              <IconButton
                icon="trash"
                size="sm"
                variant="ghost"
                label={t(($) => $.adminOverview.jobs.discardOf, { name: jobName(job) })}
                onClick={() => discard(job)}
              />
            </Row>
          )
        }
        empty={{
          title: t(($) => $.adminOverview.jobs.none),
          next: t(($) => $.adminOverview.jobs.noneNext),
        }}
      />
      {asking}
    </ConsolePage>
  )
}

function useColumns(): Column<OperatorJob>[] {
  const { t } = useTranslation()
  const queueName = useQueueName()
  const stateName = ({ state }: OperatorJob) => t(($) => $.adminOverview.jobs.states[state])
  return [
    {
      id: 'queue',
      title: t(($) => $.adminOverview.jobs.queue),
      value: ({ queue }) => queueName(queue),
    },
    {
      id: 'state',
      title: t(($) => $.adminOverview.jobs.state),
      value: stateName,
      cell: (job) => <Status tone={tones[job.state]}>{stateName(job)}</Status>,
    },
    { id: 'about', title: t(($) => $.adminOverview.jobs.about), value: ({ about }) => about },
    {
      id: 'error',
      title: t(($) => $.adminOverview.jobs.error),
      value: ({ error }) => error,
      grow: true,
    },
    { id: 'tries', title: t(($) => $.adminOverview.jobs.tries), value: ({ tries }) => tries, end: true },
    {
      id: 'created',
      title: t(($) => $.adminOverview.jobs.created),
      value: ({ created }) => formatConsoleTime(created),
    },
    {
      id: 'next',
      title: t(($) => $.adminOverview.jobs.next),
      value: ({ next }) => formatConsoleTime(next),
    },
    {
      id: 'ended',
      title: t(($) => $.adminOverview.jobs.ended),
      value: ({ ended }) => formatConsoleTime(ended),
      exported: true,
    },
    { id: 'id', title: 'ID', value: ({ id }) => id, exported: true },
  ]
}

/** Tries again everything that failed, of the queue that the list is narrowed to or of all. */
function RetryAllButton({ queues }: { queues: Reply<typeof operatorListQueues> }) {
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
