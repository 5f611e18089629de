import * as z from 'zod/mini'
import { portalSettingsSchema } from '@clutch/contract/api/operator.ts'
import type { PortalChange, PortalSettings } from '@clutch/contract/api/operator.ts'
import { defaultPortal } from '@clutch/contract/api/portal.ts'
import type { Portal } from '@clutch/contract/api/portal.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Features } from '@clutch/contract/flags.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import { isTree, mergeChange, withoutNulls } from './merge.ts'
import * as store from './store.ts'

type Parts = Pick<House, 'database' | 'clock' | 'log'>

const defaults: PortalSettings = { ...defaultPortal, rules: { zh: '', en: '' } }

interface Stored {
  settings: PortalSettings
  /** When the community's rules were last changed; null for never. */
  rulesChanged: Date | null
}

/** A10, B6: the portal's settings, served from memory; a change on any process reaches all. */
export class PortalHolder {
  readonly #parts: Parts
  #stored: Stored
  #unlisten: (() => void) | undefined

  private constructor(parts: Parts, stored: Stored) {
    this.#parts = parts
    this.#stored = stored
  }

  static async open(parts: Parts): Promise<PortalHolder> {
    const holder = new PortalHolder(parts, { settings: defaults, rulesChanged: null })
    holder.#unlisten = await parts.database.listen(store.portalChannel, () => void holder.#reload())
    await holder.#load()
    return holder
  }

  get settings(): PortalSettings {
    return this.#stored.settings
  }

  get rulesChanged(): Date | null {
    return this.#stored.rulesChanged
  }

  /** What the page gets: everything but the rules text. */
  get portal(): Portal {
    const { rules: _rules, ...portal } = this.settings
    return portal
  }

  /** A10: throws `portal.feature_off` unless the switch is on. */
  require(isOn: (features: Features) => boolean): void {
    if (isOn(this.settings.features)) return
    throw new PortalError('portal.feature_off', 'The operator has switched this off')
  }

  /** Merges a change into what is stored and answers the whole; throws `request.invalid` when that makes no sense. */
  async change(change: PortalChange): Promise<PortalSettings> {
    const { database, clock } = this.#parts
    const now = clock.now()
    await database.transaction().execute(async (tx) => {
      await store.lockSettings(tx)
      const { settings } = await readStored(tx)
      const { rules, ...portal } = check(applied(settings, change))
      await store.saveSetting(tx, 'portal', portal, now)
      if (change.rules) await store.saveSetting(tx, 'rules', rules, now)
    })
    await this.#load()
    return this.settings
  }

  close(): void {
    this.#unlisten?.()
  }

  async #reload(): Promise<void> {
    try {
      await this.#load()
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'cannot load the portal settings, keeping the last')
    }
  }

  async #load(): Promise<void> {
    this.#stored = await readStored(this.#parts.database)
  }
}

/** What is stored, over the defaults: a switch that is new in this version stands at its own. */
async function readStored(queries: Queries): Promise<Stored> {
  const portal = await store.findSetting(queries, 'portal')
  const rules = await store.findSetting(queries, 'rules')
  const merged = mergeChange(defaults, {
    ...(isTree(portal?.value) && portal.value),
    ...(rules && { rules: rules.value }),
  })
  const read = z.safeParse(portalSettingsSchema, merged)
  return { settings: read.success ? read.data : defaults, rulesChanged: rules?.updated_at ?? null }
}

function applied(settings: PortalSettings, change: PortalChange): unknown {
  const merged = mergeChange(settings, change)
  return { ...merged, links: isTree(merged['links']) ? withoutNulls(merged['links']) : {} }
}

function check(whole: unknown): PortalSettings {
  const read = z.safeParse(portalSettingsSchema, whole)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new PortalError('request.invalid', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
}
