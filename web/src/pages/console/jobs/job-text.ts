import { type OperatorJob, jobQueues } from '@clutch/contract/api/console/console.ts'
import { useTranslation } from '../../../locales/translate.ts'

/** Returns the name of a queue; one that is newer than the page has its own. */
export function useQueueName(): (queue: string) => string {
  const { t } = useTranslation()
  return (queue) => {
    const named = jobQueues.find((name) => name === queue)
    return named === undefined ? queue : t(($) => $.adminOverview.jobs.queues[named])
  }
}

/** Returns the name of a job: its queue, and the subject if it has one. */
export function useJobName(): (job: OperatorJob) => string {
  const nameOf = useQueueName()
  return ({ queue, about }) => (about === '' ? nameOf(queue) : `${nameOf(queue)} ${about}`)
}
