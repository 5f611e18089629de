import type { Query, Reply } from '@clutch/contract/api/call.ts'
import type {
  operatorListJobs,
  operatorListQueues,
  OperatorJob,
} from '@clutch/contract/api/console/console.ts'
import type { operatorExportJobs } from '@clutch/contract/api/console/list-exports.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type Database, type Queries, searchInSteps, withSearchTimeout } from '../database/index.ts'
import * as store from './job-list.store.ts'
import { type QueueName, queues, schedules } from './queues.ts'

const errorMax = 300
const names = Object.keys(queues) as QueueName[]

interface Dependencies {
  database: Database
  jobs: {
    retry: (queue: QueueName, ids: readonly string[], isWaiting: boolean) => Promise<unknown>
    discard: (queue: QueueName, id: string) => Promise<unknown>
  }
}

/** Jobs of every queue, as an operator sees them: nothing sealed, and of a failure its message only. Throws `search.too_long`. */
export async function listJobs(
  { database }: Dependencies,
  { page, size, sort, direction, ...filter }: Query<typeof operatorListJobs>,
): Promise<Reply<typeof operatorListJobs>> {
  const listPage = { sort, direction, limit: size, offset: (page - 1) * size }
  const { rows, total } = await withSearchTimeout(database, async (tx) => ({
    rows: await store.selectJobs(tx, names, filter, listPage),
    total: await store.countJobs(tx, names, filter),
  }))
  return { rows: rows.map(toOperatorJob), total }
}

/** Every job that matches, in steps, the newest first. Throws `search.too_long`. */
export async function* exportJobs(
  { database }: Dependencies,
  filter: Query<typeof operatorExportJobs>,
): AsyncGenerator<OperatorJob[]> {
  const steps = searchInSteps<store.PositionedJob>(database, (tx, after, limit) =>
    store.selectJobsAfter(tx, names, filter, { after, limit }),
  )
  for await (const rows of steps) yield rows.map(toOperatorJob)
}

/** Returns permanently failed jobs, the latest first. */
export async function failedJobs(
  queries: Queries,
  limit: number,
): Promise<{ failed: number; latest: OperatorJob[] }> {
  const filter = { state: 'failed' as const }
  const page = { sort: 'created' as const, direction: 'desc' as const, limit, offset: 0 }
  const rows = await store.selectJobs(queries, names, filter, page)
  return { failed: await store.countJobs(queries, names, filter), latest: rows.map(toOperatorJob) }
}

/** Every queue of the program, also one that is empty. */
export async function listQueues({ database }: Dependencies): Promise<Reply<typeof operatorListQueues>> {
  const known = new Map((await store.selectQueues(database, names)).map((row) => [row.queue, row]))
  return names.toSorted().map((queue) => {
    const { waiting = 0, running = 0, retrying = 0, failed = 0 } = known.get(queue) ?? {}
    return { queue, waiting, running, retrying, failed, schedule: schedules[queue] ?? null }
  })
}

/** How the work on the queues goes. */
export function selectActiveQueues(queries: Queries): Promise<store.QueueRow[]> {
  return store.selectQueues(queries, names)
}

export type { QueueRow } from './job-list.store.ts'

/** One job; throws `job.not_found`. */
export async function readJob(
  { database }: Pick<Dependencies, 'database'>,
  id: string,
): Promise<OperatorJob> {
  return toOperatorJob(await known(database, id))
}

/** Tries a job again now that failed or waits for its next try; throws `job.not_found`, `job.not_failed`. */
export async function retryJob(context: Dependencies, id: string): Promise<OperatorJob> {
  const job = await knownFailed(context.database, id)
  await context.jobs.retry(job.queue, [id], job.state === 'retry')
  return readJob(context, id)
}

/** Tries again what failed in a queue, and answers how many that were; throws `job.not_found` for no queue of the program. */
export async function retryQueue({ database, jobs }: Dependencies, queue: string): Promise<number> {
  const name = names.find((one) => one === queue)
  if (name === undefined) throw new PortalError('job.not_found', 'There is no such queue')
  const ids = await store.selectFailed(database, name)
  if (ids.length > 0) await jobs.retry(name, ids, false)
  return ids.length
}

/** Gives up a job that failed or waits for its next try; throws `job.not_found`, `job.not_failed`. */
export async function discardJob({ database, jobs }: Dependencies, id: string): Promise<void> {
  const job = await knownFailed(database, id)
  await jobs.discard(job.queue, id)
}

async function known(queries: Queries, id: string): Promise<store.JobRow & { queue: QueueName }> {
  const row = await store.selectJob(queries, names, id)
  if (!row) throw new PortalError('job.not_found', 'There is no such job')
  return row as store.JobRow & { queue: QueueName }
}

async function knownFailed(queries: Queries, id: string): Promise<store.JobRow & { queue: QueueName }> {
  const job = await known(queries, id)
  if (job.state === 'failed' || job.state === 'retry') return job
  throw new PortalError('job.not_failed', 'This job has not failed')
}

function toOperatorJob({
  id,
  queue,
  state,
  data,
  output,
  created,
  next,
  ended,
  tries,
}: store.JobRow): OperatorJob {
  const message = output?.['message']
  return {
    id,
    queue,
    state,
    about: aboutOf(data),
    created: created.getTime(),
    next: next?.getTime() ?? null,
    ended: ended?.getTime() ?? null,
    tries,
    error: typeof message === 'string' ? (message.split('\n')[0] ?? '').slice(0, errorMax) : '',
  }
}

/** Returns the player a job is about. All its other data may be secret, sealed or not. */
function aboutOf(data: store.JobRow['data']): string {
  const steamId = data?.['steamId']
  return typeof steamId === 'string' ? steamId : ''
}
