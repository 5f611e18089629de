import { setTimeout as wait } from 'node:timers/promises'
import type { HeldLock } from '../../../../platform/database/index.ts'
import { startWorker } from '../../../../platform/lifecycle/worker.ts'
import type { Fleet } from '../../fleet.ts'
import { HostWatcher } from './host-watcher.ts'

const lockRetryMs = 5_000
const watchIntervalMs = 10_000
const followIntervalMs = 2_000
/** Game servers queried concurrently, followed by a pause: all of 200 within six seconds. */
const queryPauseMs = 300

export interface HostWatcherOptions {
  /** How often a process that does not watch tries to become the one that does. */
  againMs?: number
  /** How often it lists the hosts and queries their servers. */
  everyMs?: number
}

export interface HostWatcherWorker {
  stop(): Promise<void>
}

/** Watches the instances on the hosts of this driver, while no other process does. */
export function startHostWatcher(
  fleet: Fleet,
  { againMs = lockRetryMs, everyMs = watchIntervalMs }: HostWatcherOptions = {},
): HostWatcherWorker {
  const { driver, context } = fleet
  const hosts = driver.hosts
    .map(({ name }) => name)
    .toSorted()
    .join(' ')
  return startWorker(context, {
    pass: async (stop) => {
      const lock = await context.database.tryLock('fleet', `${driver.kind} ${hosts}`)
      if (lock) await watchWhileHeld(fleet, lock, { stop, everyMs })
      return againMs
    },
    failureMessage: 'instances are not watched now; retrying',
    retryMs: againMs,
  })
}

async function watchWhileHeld(
  fleet: Fleet,
  lock: HeldLock,
  { stop, everyMs }: { stop: AbortSignal; everyMs: number },
): Promise<void> {
  const watch = new HostWatcher(fleet)
  const over = AbortSignal.any([stop, lock.lost])
  try {
    // Two who watch do nothing twice: that the lock was lost is soon enough known after a pass.
    while (!over.aborted && (await lock.held())) {
      await watch.pass({ stop: over, pauseMs: queryPauseMs })
      await followBetweenPasses(watch, everyMs, over)
    }
  } finally {
    await lock.release()
  }
}

/** An operator waits for a command: it is started and followed sooner than the rest. */
async function followBetweenPasses(watch: HostWatcher, everyMs: number, over: AbortSignal): Promise<void> {
  for (let waitedMs = 0; waitedMs < everyMs && !over.aborted; waitedMs += followIntervalMs) {
    await sleep(Math.min(followIntervalMs, everyMs), over)
    if (!over.aborted) await watch.followInstalls()
  }
}

function sleep(ms: number, stop: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal: stop }).catch(() => undefined)
}
