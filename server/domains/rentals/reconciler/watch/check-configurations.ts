import type { Fleet } from '../../fleet.ts'
import { buildGameConfig } from '../actions/game/game-config.ts'
import { addHistoryLine } from '../history.store.ts'
import { configurationCheckMs, observeTimeoutMs } from '../timing.ts'
import { waitForHost } from '../wait-for-host.ts'
import { markUnapplied, selectRental } from './configuration-checks.store.ts'
import { DueInstances } from './due-instances.ts'
import { type WatchedInstance, scheduleRentals } from './host-watcher.store.ts'

/** Servers that one pass of the watcher asks by RCON; the others follow in the next passes. */
const maxChecks = 10

/**
 * Finds running games whose RCON password or log address was changed inside the game. The next pass of the reconciler restores a log
 * address and decides about a refused password.
 */
export class ConfigurationChecks {
  readonly #fleet: Fleet
  /** A game that has just become ready was configured a moment ago. */
  readonly #due = new DueInstances(configurationCheckMs, maxChecks)

  constructor(fleet: Fleet) {
    this.#fleet = fleet
  }

  async pass(ready: readonly WatchedInstance[]): Promise<void> {
    const due = this.#due.take(ready, this.#fleet.context.clock.monotonicMs())
    await Promise.all(due.map((one) => this.#check(one)))
  }

  async #check(one: WatchedInstance): Promise<void> {
    const { game, context } = this.#fleet
    const { database, clock, log } = context
    try {
      const rental = await selectRental(database, one.rental_id)
      // A change that is not applied yet is on its way.
      if (!rental || one.applied_rev !== rental.rev) return
      const target = { host: one.host, port: one.port }
      const config = buildGameConfig(context, rental)
      const state = await waitForHost(observeTimeoutMs, game.checkConfiguration(target, config))
      if (state === 'changed') await applyAgain(database, one, clock.now())
      if (state === 'refused') await scheduleRentals(database, [one.rental_id], clock.now())
    } catch (error) {
      log.info({ err: error, number: one.number }, 'the settings of a game server cannot be checked now')
    }
  }
}

/** Has the reconciler send the configuration again, unless the instance changed meanwhile. */
async function applyAgain(
  database: Fleet['context']['database'],
  instance: WatchedInstance,
  now: Date,
): Promise<void> {
  const { rental_id, generation } = instance
  await database.transaction().execute(async (tx) => {
    if (!(await markUnapplied(tx, instance))) return
    await addHistoryLine(tx, { rentalId: rental_id, at: now, generation, what: 'log address restored' })
    await scheduleRentals(tx, [rental_id], now)
  })
}
