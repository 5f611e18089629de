import { setTimeout as wait } from 'node:timers/promises'
import type { HeldLock } from '../../../../platform/database/index.ts'
import { type Worker, startWorker } from '../../../../platform/lifecycle/worker.ts'
import type { Fleet } from '../../fleet.ts'
import type { DemoLimits } from '../uploads/demo-upload.service.ts'
import { LeftoverDemos } from './leftover-demos.service.ts'
import { type DemoHost, selectDemoHosts } from './leftover-demos.store.ts'

const lockRetryMs = 5_000
const passIntervalMs = 1_000
/** Running instances are selected so often. */
const idleSelectionMs = 30_000
/** Between two looks at the same running instance. */
const idleIntervalMs = 5 * 60_000
/** Instances whose demos are collected at once. */
const concurrency = 2

/** Collects leftover demos from the hosts of this driver, while no other process does; each tries to become the one every `againMs`. */
export function startLeftoverDemosWorker(
  fleet: Fleet,
  limits: DemoLimits,
  { againMs = lockRetryMs }: { againMs?: number } = {},
): Worker {
  const { driver, context } = fleet
  const hosts = driver.hosts.map(({ name }) => name).toSorted()
  return startWorker(context, {
    pass: async (stop) => {
      const lock = await context.database.tryLock('fleet', `demos ${driver.kind} ${hosts.join(' ')}`)
      if (lock) await collectWhileHeld(new LeftoverDemosPass(fleet, limits), lock, stop)
      return againMs
    },
    failureMessage: 'leftover demos are not collected now; retrying',
    retryMs: againMs,
  })
}

async function collectWhileHeld(work: LeftoverDemosPass, lock: HeldLock, stop: AbortSignal): Promise<void> {
  const over = AbortSignal.any([stop, lock.lost])
  try {
    while (!over.aborted && (await lock.held())) {
      await work.run(over)
      await wait(passIntervalMs, undefined, { signal: over }).catch(() => undefined)
    }
  } finally {
    await lock.release()
  }
}

/** Collects what there is; who fails is asked again in the next pass. */
export class LeftoverDemosPass {
  readonly #fleet: Fleet
  readonly #demos: LeftoverDemos
  /** When each running instance was looked at, monotonic ms. */
  #looked = new Map<string, number>()
  #selectedIdleMs = -Infinity

  constructor(fleet: Fleet, limits: DemoLimits) {
    this.#fleet = fleet
    this.#demos = new LeftoverDemos(fleet, limits)
  }

  async run(stop: AbortSignal): Promise<void> {
    const { driver, game, context } = this.#fleet
    const { database, clock } = context
    if (game.demoFolders.length === 0) return
    const names = driver.hosts.map(({ name }) => name)
    const halted = await selectDemoHosts(database, names, 'halted')
    await this.#forEach(halted, (one) => this.#demos.collectHalted(one, stop))
    const nowMs = clock.monotonicMs()
    if (nowMs - this.#selectedIdleMs < idleSelectionMs) return
    this.#selectedIdleMs = nowMs
    const idle = this.#takeDue(await selectDemoHosts(database, names, 'idle'), nowMs)
    await this.#forEach(idle, (one) => this.#demos.collectIdle(one, stop))
  }

  async #forEach(all: readonly DemoHost[], collect: (one: DemoHost) => Promise<void>): Promise<void> {
    const queue = [...all]
    const work = async () => {
      for (let one = queue.shift(); one; one = queue.shift()) {
        const { number: server, generation } = one
        await collect(one).catch((error: unknown) =>
          this.#fleet.context.log.warn({ err: error, server, generation }, 'demos are left on a host'),
        )
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  }

  #takeDue(idle: readonly DemoHost[], nowMs: number): DemoHost[] {
    const looked = this.#looked
    this.#looked = new Map()
    return idle.filter(({ rental_id, generation }) => {
      const key = `${rental_id} ${generation}`
      const last = looked.get(key)
      const isDue = last === undefined || nowMs - last >= idleIntervalMs
      this.#looked.set(key, isDue ? nowMs : last)
      return isDue
    })
  }
}
