import { inventoryCheckValidityMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type CheckedOrigins, selectCheck, upsertCheck } from './sign-in-check.store.ts'
import { type InventorySite, type SignInFailure, readInventorySite } from '../inventory-site.ts'
import { probeSignIn } from './sign-in-probe.ts'

/** J3: finds out whether a sign-in at the site succeeds, for all processes at most once every few minutes while it does. */
export class SignInCheck {
  readonly #context: AppContext
  #running: Promise<SignInFailure | null> | undefined

  constructor(context: AppContext) {
    this.#context = context
  }

  /** Null while the last check holds. After a failed one every sign-in checks again, one at a time, so that a repair shows at once. */
  async fault(site: InventorySite, userId: string): Promise<SignInFailure | null> {
    const { database, clock, config } = this.#context
    const last = await selectCheck(database, toOrigins(site, config))
    if (last?.fault === null && clock.now().getTime() - last.at.getTime() < inventoryCheckValidityMs)
      return null
    this.#running ??= this.run(site, userId).finally(() => {
      this.#running = undefined
    })
    const fault = await this.#running
    // One player who is unknown there says nothing about the others who waited.
    return fault?.problem === 'unknownPlayer' ? null : fault
  }

  /** Runs the check now and stores the result. */
  async run(site: InventorySite, userId: string): Promise<SignInFailure | null> {
    const fault = await probeSignIn(site, userId, new URL(this.#context.config.publicUrl))
    await this.record(site, fault)
    return fault
  }

  async record(site: InventorySite, fault: SignInFailure | null): Promise<void> {
    if (fault?.problem === 'unknownPlayer') return
    const { database, clock, config, log } = this.#context
    if (fault !== null) log.warn(fault, 'players cannot sign in at the inventory site')
    await upsertCheck(database, toOrigins(site, config), { at: clock.now(), fault })
  }
}

/** What the last check of the sign-in found, where players cannot sign in; null also where nothing was checked. */
export async function getInventoryFailure({ database, config }: Pick<AppContext, 'database' | 'config'>) {
  const site = readInventorySite(config)
  return site && ((await selectCheck(database, toOrigins(site, config)))?.fault ?? null)
}

function toOrigins({ url }: InventorySite, { publicUrl }: AppContext['config']): CheckedOrigins {
  return { site: url, portal: publicUrl }
}
