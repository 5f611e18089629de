import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../../../platform/context.ts'
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
 * D18: asks every registered server, as long as no other process does. Of all pollers one holds the lock; when it goes,
 * another takes over within a second or so. Failures of the database are logged and retried without a limit.
 */
export function startPoller(
  context: AppContext,
  query: QueryDriver = createQueryDriver({}, createAddressPolicy(context.config)),
): Poller {
  const stopping = new AbortController()
  const running = runPoller(context, query, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
      query.close()
    },
  }
}

async function runPoller(context: AppContext, query: QueryDriver, stop: AbortSignal): Promise<void> {
  // Of this process, not of one watch: what a failed write has left is written by the next.
  const history = new HistoryCounter()
  while (!stop.aborted) {
    try {
      await pollWhileLocked(context, query, history, stop)
    } catch (error) {
      context.log.warn({ err: error }, 'polling failed; retrying')
    }
    await wait(lockRetryMs, undefined, { signal: stop }).catch(() => undefined)
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
