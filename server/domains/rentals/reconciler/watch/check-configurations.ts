import type { Queries } from '../../../../platform/database/index.ts'
import type { Fleet } from '../../fleet.ts'
import type { RentalRow } from '../../rentals.store.ts'
import { buildGameConfig } from '../actions/game-config.ts'
import { addHistoryLine } from '../history.store.ts'
import { configurationCheckMs, observeTimeoutMs } from '../timing.ts'
import { waitForHost } from '../wait-for-host.ts'
import { DueInstances } from './due-instances.ts'
import { type WatchedInstance, scheduleRentals } from './host-watcher.store.ts'

/** Consoles that are asked in one pass of the watcher; the others follow in the next ones. */
const maxChecks = 10

/**
 * Finds running games whose console password or log address was changed from inside. A lost log address is set again by the next pass of
 * the reconciler, which also decides about a refused password.
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

function selectRental(queries: Queries, id: string): Promise<RentalRow | undefined> {
  return queries
    .selectFrom('rentals')
    .selectAll()
    .where('id', '=', id)
    .$castTo<RentalRow>()
    .executeTakeFirst()
}

/** Has the reconciler send the configuration again, unless the instance changed meanwhile. */
async function applyAgain(
  database: Fleet['context']['database'],
  { rental_id, generation, applied_rev }: WatchedInstance,
  now: Date,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('rental_instances')
      .set({ applied_rev: 0 })
      .where('rental_id', '=', rental_id)
      .where('generation', '=', generation)
      .where('state', '=', 'ready')
      .where('applied_rev', '=', applied_rev)
      .returning('generation')
      .execute()
    if (changed.length === 0) return
    await addHistoryLine(tx, { rentalId: rental_id, at: now, generation, what: 'log address restored' })
    await scheduleRentals(tx, [rental_id], now)
  })
}
