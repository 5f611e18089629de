import type { AppContext } from '../../../platform/context.ts'
import { startWorker } from '../../../platform/lifecycle/worker.ts'
import { createAddressPolicy } from '../../../platform/network/outgoing-requests.ts'
import { HistoryCounter } from '../history/history.service.ts'
import { type QueryDriver, createQueryDriver } from '../query/query-driver.ts'
import { PollSession } from './poll-session.ts'

/** How often a process that does not poll tries to become the one that does. */
const lockRetryMs = 1_000

export interface Poller {
  stop(): Promise<void>
}

/**
 * D18: polls every registered server while no other process does. One poller holds the lock; when it stops, another takes over
 * within about a second. Failures of the database are logged and retried without a limit.
 */
export function startPoller(
  context: AppContext,
  query: QueryDriver = createQueryDriver({}, createAddressPolicy(context.config)),
): Poller {
  // One for the process, not for a session: the next session writes what a failed write left.
  const history = new HistoryCounter()
  const worker = startWorker(context, {
    pass: async (stop) => {
      await pollWhileLocked(context, query, history, stop)
      return lockRetryMs
    },
    failureMessage: 'polling failed; retrying',
    retryMs: lockRetryMs,
  })
  return {
    async stop() {
      await worker.stop()
      query.close()
    },
  }
}

async function pollWhileLocked(
  context: AppContext,
  query: QueryDriver,
  history: HistoryCounter,
  stop: AbortSignal,
): Promise<void> {
  const lock = await context.database.tryLock('poller')
  if (!lock) return
  try {
    context.log.info('polling the game servers')
    await new PollSession(context, lock, query, history).run(stop)
    if (lock.lost.aborted) context.log.warn('lost the poller lock, another process may poll now')
  } finally {
    await lock.release()
  }
}
