import type { OperatorJob } from '@clutch/contract/api/console/console.ts'
import { useTranslation } from '../../../locales/translate.ts'

/** The queues that have a name of their own in `locales/*`. */
const namedQueues = [
  'mail',
  'steam-profile',
  'stale-profiles',
  'game-bind-code',
  'account-sweep',
  'teammate-sweep',
  'money-reports',
] as const

/** What the queues are called; one that is newer than the page by its own name. */
export function useQueueName(): (queue: string) => string {
  const { t } = useTranslation()
  return (queue) => {
    const named = namedQueues.find((name) => name === queue)
    return named === undefined ? queue : t(($) => $.adminOverview.jobs.queues[named])
  }
}

/** What a job is to do, and whom it is about. */
export function useJobName(): (job: OperatorJob) => string {
  const nameOf = useQueueName()
  return ({ queue, about }) => (about === '' ? nameOf(queue) : `${nameOf(queue)} ${about}`)
}
