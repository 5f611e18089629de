import { type Fleet, toInstanceRef } from '../../fleet.ts'
import {
  type GrenadeTarget,
  buildGrenadeFiles,
  collectGrenades,
} from '../../grenades/grenade-files.service.ts'
import { grenadeCollectionMs } from '../timing.ts'
import { DueInstances } from './due-instances.ts'
import type { WatchedInstance } from './host-watcher.store.ts'

/** Files that are read in one pass of the watcher; the others follow in the next ones. */
const maxReads = 20

/** Collects the saved grenades of running servers, so that a lost host loses only those of the last minutes. */
export class GrenadeCollection {
  readonly #fleet: Fleet
  readonly #due = new DueInstances(grenadeCollectionMs, maxReads)

  constructor(fleet: Fleet) {
    this.#fleet = fleet
  }

  async pass(ready: readonly WatchedInstance[]): Promise<void> {
    const { game, context } = this.#fleet
    if (game.savedGrenadesPath === null) return
    const due = this.#due.take(ready, context.clock.monotonicMs())
    await Promise.all(due.map((one) => this.#collect(one)))
  }

  async #collect(one: WatchedInstance): Promise<void> {
    const instanceRef = toInstanceRef({ id: one.rental_id, number: one.number }, one)
    const target: GrenadeTarget = { instanceRef, rev: one.grenades_rev }
    try {
      if (await collectGrenades(this.#fleet, target)) return
      // It was started by a portal that did not know of the file, or someone deleted it.
      await this.#fleet.driver.configure(instanceRef, await buildGrenadeFiles(this.#fleet, instanceRef))
    } catch (error) {
      this.#fleet.context.log.info({ err: error, number: one.number }, 'saved grenades are not collected now')
    }
  }
}
