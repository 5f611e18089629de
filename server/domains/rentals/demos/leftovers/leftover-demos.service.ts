import { PortalError } from '@clutch/contract/errors.ts'
import { type GameFile, InstanceNotFound, type InstanceRef } from '../../drivers/driver.ts'
import { type Fleet, toInstanceRef } from '../../fleet.ts'
import { toDemoName } from '../demo-name.ts'
import { type DemoLimits, saveDemo } from '../uploads/demo-upload.service.ts'
import * as store from './leftover-demos.store.ts'

/** A host that takes longer for the demos of one instance is asked again. */
const collectionTimeoutMs = 9 * 60_000

/**
 * Collects the demos that MatchZy recorded and did not upload, from halted instances and from ready ones without players. A demo is
 * stored once, by its name and size, and removed from its host after that.
 */
export class LeftoverDemos {
  readonly #fleet: Fleet
  readonly #limits: DemoLimits
  /** How files of running instances were found last: one that is still written changes. */
  #seen = new Map<string, string>()

  constructor(fleet: Fleet, limits: DemoLimits) {
    this.#fleet = fleet
    this.#limits = limits
  }

  /** Collects everything of a halted instance, whose demos are whole. Throws when some are left; they are collected by the next call. */
  async collectHalted(one: store.DemoHost, stop: AbortSignal): Promise<void> {
    const instanceRef = toInstanceRef({ id: one.rental_id, number: one.number }, one)
    await this.#visit(instanceRef, stop, async () => true).catch((error: unknown) => {
      if (!(error instanceof InstanceNotFound)) throw error
    })
    const { database, clock } = this.#fleet.context
    await database.transaction().execute((tx) => store.markDemosCollected(tx, one, clock.now()))
  }

  /** Collects what of a running instance did not change since the last call for it. */
  async collectIdle(one: store.DemoHost, stop: AbortSignal): Promise<void> {
    const instanceRef = toInstanceRef({ id: one.rental_id, number: one.number }, one)
    const prefix = `${one.rental_id} ${one.generation} `
    const seen = new Map<string, string>()
    const isWhole = async (path: string, { size, changedAt }: GameFile) => {
      const signature = `${size} ${changedAt.getTime()}`
      seen.set(prefix + path, signature)
      return this.#seen.get(prefix + path) === signature
    }
    await this.#visit(instanceRef, stop, isWhole)
    for (const key of this.#seen.keys()) if (key.startsWith(prefix)) this.#seen.delete(key)
    for (const [key, signature] of seen) this.#seen.set(key, signature)
  }

  async #visit(
    instanceRef: InstanceRef,
    stop: AbortSignal,
    isWhole: (path: string, file: GameFile) => Promise<boolean>,
  ): Promise<void> {
    const { driver, game } = this.#fleet
    const signal = AbortSignal.any([stop, AbortSignal.timeout(collectionTimeoutMs)])
    for (const folder of game.demoFolders) {
      const stored: string[] = []
      await driver.readFolder(
        instanceRef,
        folder,
        async (file, read) => {
          const path = `${folder}/${file.name}`
          if (!(await isWhole(path, file))) return
          if (await this.#store(instanceRef, file, read)) stored.push(path)
        },
        signal,
      )
      for (const path of stored) await driver.removeFile(instanceRef, path)
    }
  }

  /** Whether the demo is stored, now or already. */
  async #store(
    { rentalId, number }: InstanceRef,
    file: GameFile,
    read: Parameters<Parameters<Fleet['driver']['readFolder']>[2]>[1],
  ): Promise<boolean> {
    const { context } = this.#fleet
    const name = file.name.endsWith('.dem') ? toDemoName(file.name) : null
    if (name === null) return false
    const { size } = file
    if (await store.wasDemoStored(context.database, rentalId, { name, size })) return true
    if (size > this.#limits.maxBytes) {
      context.log.warn({ server: number, name, size }, 'a demo on its host is too large to be stored')
      return false
    }
    try {
      await saveDemo(context, { rentalId, name, size, body: read() }, this.#limits)
    } catch (error) {
      // The data of this rental is deleted.
      if (error instanceof PortalError && error.code === 'event.revoked') return false
      throw error
    }
    context.log.info({ server: number, name, size }, 'a demo was collected from its host')
    return true
  }
}
