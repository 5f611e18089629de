import {
  type DatabaseSource,
  type MetricDefinition,
  defineHistogram,
} from '../observability/metrics/index.ts'
import { selectQueueDepths } from './queue-metrics.store.ts'
import { type QueueName, queues } from './queues.ts'

const depth: MetricDefinition = {
  name: 'clutch_job_queue_jobs',
  help: 'Jobs of a queue that are not done: waiting, waiting for a retry, running, or failed permanently.',
  labels: ['queue', 'state'],
}
const age: MetricDefinition = {
  name: 'clutch_job_queue_age_seconds',
  help: 'How long the oldest due job of a queue has waited for a worker.',
  labels: ['queue'],
}
const duration = defineHistogram({
  name: 'clutch_job_duration_seconds',
  help: 'How long a job of a queue ran in this process, by its result.',
  labels: ['queue', 'result'],
  buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120],
})

export type JobOutcome = 'done' | 'retried' | 'given_up'

export function recordJob(queue: QueueName, result: JobOutcome, seconds: number): void {
  duration.observe({ queue, result }, seconds)
}

const states = { created: 'waiting', retry: 'retrying', active: 'running', failed: 'failed' } as const

/** The outbox: every queue, also an empty one, so that an alert sees its age go back to zero. */
export const jobQueueSource: DatabaseSource = {
  gauges: [depth, age],
  async read(queries) {
    const names = Object.keys(queues)
    const rows = await selectQueueDepths(queries, names)
    const count = (queue: string, state: string) =>
      rows.find((row) => row.queue === queue && row.state === state)?.count ?? 0
    return names.flatMap((queue) => [
      ...Object.entries(states).map(([stored, state]) => ({
        gauge: depth,
        labels: { queue, state },
        value: count(queue, stored),
      })),
      {
        gauge: age,
        labels: { queue },
        value: Math.max(0, ...rows.filter((row) => row.queue === queue).map((row) => row.lateSeconds)),
      },
    ])
  },
}
