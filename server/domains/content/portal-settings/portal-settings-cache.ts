import type {
  OperatorPortalSettings,
  PortalSettingsChange,
  PortalSettings,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { Portal } from '@clutch/contract/api/content/portal.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type OperatorPermissions,
  mayChangeCommands,
} from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { Features } from '@clutch/contract/features.ts'
import { configuredLinkProviders } from '../../../platform/config/linked-accounts.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { SingleFlight } from '../../../platform/lifecycle/single-flight.ts'
import { type JsonTree, isJsonTree, mergeChange, withoutNulls } from './json-tree.ts'
import {
  type StoredPortalSettings,
  defaultPortalSettings,
  readPortalSettings,
} from './portal-settings.service.ts'
import * as store from './portal-settings.store.ts'
import {
  type ParsedPortalSettings,
  parsePortalSettings,
  valueAt,
  withDefaults,
  withValue,
} from './portal-settings-parser.ts'

type Dependencies = Pick<AppContext, 'config' | 'database' | 'clock' | 'log'>

/** After a load that failed: until the next one a switch that was turned off would still be on. */
const retryMs = 1_000

/** A10, B6: the portal's settings, served from memory; a change on any process reaches all. */
export class PortalSettingsCache {
  readonly #dependencies: Dependencies
  readonly #singleFlight = new SingleFlight(() => this.#load())
  #stored: StoredPortalSettings = {
    settings: defaultPortalSettings,
    unreadable: [],
    replaced: [],
    rulesChanged: null,
    revision: 0,
  }
  #unlisten: (() => void) | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  private constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  static async open(dependencies: Dependencies): Promise<PortalSettingsCache> {
    const holder = new PortalSettingsCache(dependencies)
    holder.#unlisten = await dependencies.database.listen(
      store.portalSettingsChannel,
      () => void holder.#reload(),
    )
    await holder.#singleFlight.run()
    return holder
  }

  get settings(): PortalSettings {
    return this.#stored.settings
  }

  get rulesChanged(): Date | null {
    return this.#stored.rulesChanged
  }

  /** The same as an operator gets it: with which state of it this is. */
  get operatorView(): OperatorPortalSettings {
    return { ...this.#stored.settings, revision: this.#stored.revision }
  }

  /** Returns the stored settings, read from the database now. */
  async loadLatest(): Promise<OperatorPortalSettings> {
    await this.#singleFlight.run()
    return this.operatorView
  }

  /**
   * The settings the page gets at startup: all but the texts of single pages and the commands for game
   * servers.
   */
  get publicView(): Portal {
    const { rules: _rules, vipCommands: _vip, moderationCommands: _moderation, ...others } = this.settings
    const { practice: _practice, ...portal } = others
    const { config } = this.#dependencies
    const { inventoryUrl: url } = config
    const signIn = configuredLinkProviders(config)
    return {
      ...portal,
      inventory: { ...portal.inventory, ...(url !== undefined && { url }) },
      ...(signIn.length > 0 && { signIn }),
    }
  }

  /** A10: throws `portal.feature_off` unless the switch is on. */
  assertFeature(isOn: (features: Features) => boolean): void {
    if (isOn(this.settings.features)) return
    throw new PortalError('portal.feature_off', 'The operator has switched this off')
  }

  /**
   * Merges a change into the stored settings and returns the whole; throws `request.invalid` for an invalid
   * result, `edit.conflict` after a concurrent change, `operator.not_permitted` for commands that the caller may not change. A stored value that cannot be read is retained until a
   * change names it.
   */
  async change(
    { revision: expectedRevision, ...change }: PortalSettingsChange,
    permissions: OperatorPermissions,
  ): Promise<OperatorPortalSettings> {
    assertMayChange(permissions, change)
    const { database, clock } = this.#dependencies
    const now = clock.now()
    await database.transaction().execute(async (tx) => {
      await store.lockPortalSettings(tx)
      const before = await readPortalSettings(tx)
      assertRevision({ revision: before.revision }, expectedRevision)
      const { rules, ...portal } = toStoredTree(before, change)
      await store.savePortalSetting(tx, 'portal', portal, now)
      if (isJsonTree(rules) && change.rules) await store.savePortalSetting(tx, 'rules', rules, now)
    })
    return this.loadLatest()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#unlisten?.()
    clearTimeout(this.#retry)
    await this.#singleFlight.settled()
  }

  async #reload(): Promise<void> {
    clearTimeout(this.#retry)
    try {
      await this.#singleFlight.run()
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'cannot load the portal settings, keeping the last')
      if (!this.#isClosed) this.#retry = setTimeout(() => void this.#reload(), retryMs)
    }
  }

  async #load(): Promise<void> {
    const before = formatInvalidPaths(this.#stored)
    this.#stored = await readPortalSettings(this.#dependencies.database)
    const settings = formatInvalidPaths(this.#stored)
    if (settings === '' || settings === before) return
    this.#dependencies.log.warn({ settings }, 'stored settings are invalid and have no effect: correct them')
  }
}

/** C18: refuses the commands for game servers to callers who may not run any command on all of them. */
function assertMayChange(
  permissions: OperatorPermissions,
  { vipCommands, moderationCommands }: PortalSettingsChange,
): void {
  if ((vipCommands ?? moderationCommands) === undefined || mayChangeCommands(permissions)) return
  throw new PortalError(
    'operator.not_permitted',
    'Commands for game servers need the right to change RCON on all servers',
  )
}

function formatInvalidPaths({ unreadable }: ParsedPortalSettings): string {
  return unreadable.map(({ path }) => path.join('.')).join(', ')
}

/**
 * Returns the tree to store: the result of a change, plus unreadable values that the change does not name.
 */
function toStoredTree(
  before: StoredPortalSettings & { stored: JsonTree },
  change: Omit<PortalSettingsChange, 'revision'>,
): JsonTree {
  const nameOf = before.unreadable.filter(({ path }) => valueAt(change, path) !== undefined)
  const paths = nameOf.map(({ path }) => path)
  const whole = applyChange(withDefaults(before.stored, defaultPortalSettings, paths), change)
  const { settings, unreadable, replaced } = parsePortalSettings(whole, defaultPortalSettings)
  const isKept = (name: string) =>
    before.unreadable.some((one) => one.path.join('.') === name && !nameOf.includes(one))
  const wrong = unreadable.find(({ path }) => !isKept(path.join('.')))
  if (wrong) throw new PortalError('request.invalid', `${wrong.path.join('.')}: ${wrong.message}`)
  return replaced.reduce<JsonTree>((tree, path) => withValue(tree, path, valueAt(whole, path)), settings)
}

function applyChange(stored: JsonTree, change: Omit<PortalSettingsChange, 'revision'>): JsonTree {
  const merged = mergeChange(stored, change)
  return { ...merged, links: isJsonTree(merged['links']) ? withoutNulls(merged['links']) : {} }
}
