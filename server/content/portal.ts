import * as z from 'zod/mini'
import { portalSettingsSchema } from '@clutch/contract/api/operator.ts'
import type { OperatorPortal, PortalChange, PortalSettings } from '@clutch/contract/api/operator.ts'
import type { Portal } from '@clutch/contract/api/portal.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Features } from '@clutch/contract/flags.ts'
import type { House } from '../house.ts'
import { requireSeen } from '../http/seen-revision.ts'
import { Loads } from '../loads.ts'
import { isTree, mergeChange, withoutNulls } from './merge.ts'
import type { Tree } from './merge.ts'
import { defaultSettings, readSettings } from './read.ts'
import type { ReadSettings } from './read.ts'
import * as store from './store.ts'

type Parts = Pick<House, 'settings' | 'database' | 'clock' | 'log'>

/** A10, B6: the portal's settings, served from memory; a change on any process reaches all. */
export class PortalHolder {
  readonly #parts: Parts
  readonly #loads = new Loads(() => this.#load())
  #stored: ReadSettings = { settings: defaultSettings, unreadable: [], rulesChanged: null, revision: 0 }
  #unlisten: (() => void) | undefined

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  static async open(parts: Parts): Promise<PortalHolder> {
    const holder = new PortalHolder(parts)
    holder.#unlisten = await parts.database.listen(store.portalChannel, () => void holder.#reload())
    await holder.#loads.run()
    return holder
  }

  get settings(): PortalSettings {
    return this.#stored.settings
  }

  get rulesChanged(): Date | null {
    return this.#stored.rulesChanged
  }

  /** The same as an operator gets it: with which state of it this is. */
  get whole(): OperatorPortal {
    return { ...this.#stored.settings, revision: this.#stored.revision }
  }

  /** What is stored now, whatever this process was last told. */
  async newest(): Promise<OperatorPortal> {
    await this.#loads.run()
    return this.whole
  }

  /** What the page gets at its start: everything but the texts of single pages and what is told to game servers. */
  get portal(): Portal {
    const { rules: _rules, vipCommands: _vip, moderationCommands: _moderation, ...others } = this.settings
    const { practice: _practice, ...portal } = others
    const { inventoryUrl: url } = this.#parts.settings
    return { ...portal, inventory: { ...portal.inventory, ...(url !== undefined && { url }) } }
  }

  /** A10: throws `portal.feature_off` unless the switch is on. */
  require(isOn: (features: Features) => boolean): void {
    if (isOn(this.settings.features)) return
    throw new PortalError('portal.feature_off', 'The operator has switched this off')
  }

  /**
   * Merges a change into what is stored and answers the whole; throws `request.invalid` when that makes no sense,
   * `edit.conflict` where somebody else was faster. A stored value that cannot be read is not lost: until a change names
   * it, every change is refused with its name.
   */
  async change({ revision: seen, ...change }: PortalChange): Promise<OperatorPortal> {
    const { database, clock } = this.#parts
    const now = clock.now()
    await database.transaction().execute(async (tx) => {
      await store.lockSettings(tx)
      const { stored, revision } = await readSettings(tx)
      requireSeen({ revision }, seen)
      const { rules, ...portal } = check(applied(stored, change))
      await store.saveSetting(tx, 'portal', portal, now)
      if (change.rules) await store.saveSetting(tx, 'rules', rules, now)
    })
    return this.newest()
  }

  close(): void {
    this.#unlisten?.()
  }

  async #reload(): Promise<void> {
    try {
      await this.#loads.run()
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'cannot load the portal settings, keeping the last')
    }
  }

  async #load(): Promise<void> {
    const { settings, unreadable, rulesChanged, revision } = await readSettings(this.#parts.database)
    const told = this.#stored.unreadable.join()
    this.#stored = { settings, unreadable, rulesChanged, revision }
    if (unreadable.length === 0 || unreadable.join() === told) return
    this.#parts.log.warn(
      { settings: unreadable },
      'stored settings that cannot be read stand at their defaults',
    )
  }
}

function applied(stored: Tree, change: Omit<PortalChange, 'revision'>): unknown {
  const merged = mergeChange(stored, change)
  return { ...merged, links: isTree(merged['links']) ? withoutNulls(merged['links']) : {} }
}

function check(whole: unknown): PortalSettings {
  const read = z.safeParse(portalSettingsSchema, whole)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new PortalError('request.invalid', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
}
