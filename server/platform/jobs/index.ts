import { type Db, type JobResult, PgBoss, fromKysely } from 'pg-boss'
import type { Logger } from 'pino'
import { communityTimeZone } from '@clutch/contract/limits.ts'
import type { Database, Queries } from '../database/index.ts'
import { currentScope, runInScope } from '../observability/scope.ts'
import { currentTraceparent, requestAttributes, withSpan } from '../observability/tracing/spans.ts'
import { type JobOutcome, recordJob } from './queue-metrics.ts'
import { type JobData, type QueueName, getQueueWork, queues, schedules } from './queues.ts'

export {
  discardJob,
  exportJobs,
  failedJobs,
  listJobs,
  listQueues,
  selectActiveQueues,
  readJob,
  retryJob,
  retryQueue,
} from './job-list.service.ts'
export { jobQueueSource } from './queue-metrics.ts'
export type { QueueRow } from './job-list.service.ts'
export type { JobData, QueueName } from './queues.ts'

/** Thrown by a handler whose job can never succeed: it fails at once without further attempts, and the operator sees why. */
export class JobGivenUp extends Error {
  override name = 'JobGivenUp'
}

/**
 * Handles one job. It may run more than once (at least once): a handler detects work already done. A throw
 * retries it later. A returned text is stored with the job, for the operator.
 */
export type JobHandler<Q extends QueueName> = (data: JobData[Q]) => Promise<string | undefined | void>

/** What a job keeps of the work that asked for it: the id of the request, and the span as `traceparent` names it. */
interface Origin {
  requestId?: string
  traceparent?: string
}

type StoredData<Q extends QueueName> = JobData[Q] & Origin

const stopWithinMs = 1_000
/** The id of no job. */
const nilUuid = '00000000-0000-0000-0000-000000000000'

/**
 * The jobs of this process: `enqueue` in a transaction is the outbox, and the only way to have something sent. Started
 * before the first of them is needed, so that no transaction waits for that; `stop` lets jobs in progress end, for a while.
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #log: Logger
  #started: Promise<unknown> | null = null

  constructor(database: Database, log: Logger) {
    this.#log = log
    this.#boss = new PgBoss({
      db: connectionsOf(database),
      migrate: false,
      schedule: true,
      supervise: true,
      useListenNotify: true,
    })
    this.#boss.on('error', (error) =>
      log.warn({ err: error }, 'a database operation of the job queue failed'),
    )
  }

  /**
   * Puts a job into a queue, in the caller's transaction: it is there if that commits, and only then. With `afterSeconds` its work
   * begins that much later.
   */
  async enqueue<Q extends QueueName>(
    tx: Queries,
    queue: Q,
    data: JobData[Q],
    { afterSeconds = 0 }: { afterSeconds?: number } = {},
  ): Promise<void> {
    await this.start()
    const requestId = currentScope()?.requestId
    const traceparent = currentTraceparent()
    const origin: Origin = { ...(requestId && { requestId }), ...(traceparent && { traceparent }) }
    await this.#boss.send(
      queue,
      { ...data, ...origin },
      {
        db: fromKysely(tx),
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
      },
    )
  }

  /** Processes a queue in this process, a few jobs at once; woken by NOTIFY, and polling for retries. */
  async work<Q extends QueueName>(queue: Q, handle: JobHandler<Q>): Promise<void> {
    await this.start()
    const options = { ...getQueueWork(queue), perJobResults: true } as const
    await this.#boss.work<StoredData<Q>>(queue, options, async (jobs) => {
      const results: JobResult[] = []
      for (const { id, data } of jobs) results.push({ id, ...(await this.#do(queue, handle, data)) })
      return results
    })
    const cron = schedules[queue]
    if (cron) await this.#boss.schedule(queue, cron, {}, { tz: communityTimeZone })
  }

  /** Retries permanently failed jobs, or runs jobs that wait for a retry now. */
  async retry(queue: QueueName, ids: readonly string[], waiting: boolean): Promise<void> {
    await this.start()
    if (!waiting) await this.#boss.retry(queue, [...ids])
    for (const id of ids) await this.#boss.update(queue, undefined, { id, startAfter: 0 })
  }

  /** Deletes a job; its work is not done. */
  async discard(queue: QueueName, id: string): Promise<void> {
    await this.start()
    await this.#boss.deleteJob(queue, id)
  }

  /** Ends the work of this process. */
  async stop(): Promise<void> {
    if (!this.#started) return
    await this.#started.catch(() => undefined)
    await this.#boss.stop({ graceful: true, timeout: stopWithinMs })
  }

  /** Connects, and makes the queues that are missing. */
  start(): Promise<unknown> {
    this.#started ??= this.#open().catch((error: unknown) => {
      this.#started = null
      throw error
    })
    return this.#started
  }

  async #open(): Promise<void> {
    await this.#boss.start()
    for (const [name, options] of Object.entries(queues)) {
      await this.#boss.createQueue(name, { ...options, notify: true })
      // A queue of an earlier version keeps its options otherwise.
      await this.#boss.updateQueue(name, options)
      // pg-boss reads a queue's state once, on its own connection: do it now, not while transactions hold all
      // connections.
      await this.#boss.findJobs(name, { id: nilUuid })
    }
  }

  async #do<Q extends QueueName>(
    queue: Q,
    handle: JobHandler<Q>,
    { requestId, traceparent, ...rest }: StoredData<Q>,
  ): Promise<Omit<JobResult, 'id'>> {
    return runInScope({ requestId: requestId ?? null, span: undefined }, () =>
      this.#run(queue, handle, rest as JobData[Q], traceparent),
    )
  }

  async #run<Q extends QueueName>(
    queue: Q,
    handle: JobHandler<Q>,
    data: JobData[Q],
    link: string | undefined,
  ): Promise<Omit<JobResult, 'id'>> {
    const attributes = requestAttributes(currentScope()?.requestId ?? null)
    const began = performance.now()
    const record = (outcome: JobOutcome) => recordJob(queue, outcome, (performance.now() - began) / 1_000)
    try {
      const options = { kind: 'consumer', attributes, link } as const
      const note = await withSpan(`job ${queue}`, options, async () => handle(data))
      record('done')
      return { status: 'completed', ...(typeof note === 'string' && { output: { message: note } }) }
    } catch (error) {
      record(error instanceof JobGivenUp ? 'given_up' : 'retried')
      if (error instanceof JobGivenUp) {
        this.#log.warn({ queue, reason: error.message }, 'a job is given up')
        // Without a queue for dead letters this is: failed, with no further try.
        return { status: 'deadletter', output: error }
      }
      this.#log.warn({ err: error, queue }, 'a job failed and is tried again')
      return { status: 'failed', output: error }
    }
  }
}

/** The portal's own pool and listener, none of whose connections is waited for without end. */
function connectionsOf(database: Database): Db {
  return {
    executeSql: (text, values) => database.raw(text, values),
    async listen(channel, onNotify, hearAgain) {
      const stop = await database.listen(channel, (payload) =>
        payload === null ? hearAgain() : onNotify(payload),
      )
      return {
        close() {
          stop()
          return Promise.resolve()
        },
      }
    },
  }
}
