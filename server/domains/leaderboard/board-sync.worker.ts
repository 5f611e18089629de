import type { AppContext } from '../../platform/context.ts'
import { membershipsChannel } from '../accounts/index.ts'
import { syncStandingGroups } from './standings/standing-groups.service.ts'
import { oldestTrendDay } from './players/players.service.ts'
import { deletePlayerDaysBefore } from './players/players.store.ts'
import { continueResets } from './resets/reset-steps.service.ts'
import { resetsChannel } from './resets/resets.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log'>

/** A membership that ends by itself is noticed after so long at the latest; a NOTIFY that was lost as well. */
const syncIntervalMs = 30_000
const retryMs = 1_000
const deletedDaysPerPass = 10_000

export interface BoardSyncWorker {
  /** Lets the step in progress finish. */
  stop(): Promise<void>
}

/**
 * Keeps the boards in line with what changes without a report: groups granted, revoked or ended, resets and their undoing,
 * days that grew too old. Any number of processes may do so on one database. Failures are logged and tried again, for ever.
 */
export function startBoardSyncWorker(context: Dependencies): BoardSyncWorker {
  const stopping = new AbortController()
  const running = run(context, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Brings everything in line once. */
export async function syncBoardsOnce(context: Dependencies, stop?: AbortSignal): Promise<void> {
  await syncStandingGroups(context, stop)
  await continueResets(context, stop)
  await deletePlayerDaysBefore(context.database, oldestTrendDay(context.clock.now()), deletedDaysPerPass)
}

async function run(context: Dependencies, stop: AbortSignal): Promise<void> {
  const calls = new SyncSignal()
  const unlisten = await listen(context, calls, stop)
  while (!stop.aborted) {
    const pause = await syncBoardsOnce(context, stop).then(
      () => syncIntervalMs,
      (error: unknown) => {
        context.log.warn({ err: error }, 'cannot keep the boards, trying again')
        return retryMs
      },
    )
    await calls.next(pause, stop)
  }
  for (const each of unlisten) each()
}

/** Listens as soon as the database is there. */
async function listen(
  { database, log }: Dependencies,
  calls: SyncSignal,
  stop: AbortSignal,
): Promise<(() => void)[]> {
  while (!stop.aborted) {
    try {
      const call = () => calls.call()
      return [await database.listen(membershipsChannel, call), await database.listen(resetsChannel, call)]
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for the boards, trying again')
      await calls.next(retryMs, stop)
    }
  }
  return []
}

/** Calls between which a loop sleeps; one that comes while the loop works is not lost. */
class SyncSignal {
  #notified = Promise.withResolvers<void>()

  call(): void {
    this.#notified.resolve()
  }

  /** Until the next call, at most `ms`, or until it shall stop. */
  async next(ms: number, stop: AbortSignal): Promise<void> {
    const over = Promise.withResolvers<void>()
    const timer = setTimeout(over.resolve, ms)
    stop.addEventListener('abort', () => over.resolve(), { once: true })
    if (!stop.aborted) await Promise.race([this.#notified.promise, over.promise])
    clearTimeout(timer)
    this.#notified = Promise.withResolvers()
  }
}
