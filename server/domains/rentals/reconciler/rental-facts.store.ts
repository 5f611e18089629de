import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { InstanceRow, RentalRow } from '../rentals.store.ts'
import type { RentalFacts } from './rental-facts.ts'
import type { SwitchRow } from './reconciler.store.ts'

/** A rental that was taken: whoever comes after has a greater epoch, and from then on this holder writes nothing (R8). */
export interface Claim {
  id: string
  epoch: string
}

/** The facts of a rental as they stand; undefined where somebody else holds it by now. */
export async function readRentalFacts(
  queries: Queries,
  taken: Claim,
  now: Date,
): Promise<RentalFacts | undefined> {
  const rental = await selectClaimed(queries, taken).executeTakeFirst()
  return rental && loadRentalFacts(queries, rental, now)
}

/** The same, and the rental is held until the end of the transaction: nobody changes what is wanted meanwhile. */
export async function lockRentalFacts(
  tx: Queries,
  taken: Claim,
  now: Date,
): Promise<RentalFacts | undefined> {
  const rental = await selectClaimed(tx, taken).forNoKeyUpdate().executeTakeFirst()
  return rental && loadRentalFacts(tx, rental, now)
}

function selectClaimed(queries: Queries, { id, epoch }: Claim) {
  return queries.selectFrom('rentals').selectAll().where('id', '=', id).where('epoch', '=', epoch)
}

/** The same for whoever holds it in a transaction already, after a change. */
export async function readRentalFactsAgain(tx: Queries, { rental, now }: RentalFacts): Promise<RentalFacts> {
  const row = await tx.selectFrom('rentals').selectAll().where('id', '=', rental.id).executeTakeFirstOrThrow()
  return loadRentalFacts(tx, row, now)
}

async function loadRentalFacts(queries: Queries, rental: RentalRow, now: Date): Promise<RentalFacts> {
  const instances = await queries
    .selectFrom('rental_instances')
    .selectAll()
    .where('rental_id', '=', rental.id)
    .orderBy('generation', 'desc')
    .$castTo<InstanceRow>()
    .execute()
  const switches = await queries
    .selectFrom('rental_switches')
    .selectAll()
    .where('rental_id', '=', rental.id)
    .where(isOpenSwitch)
    .orderBy('asked_at', 'desc')
    .$castTo<SwitchRow>()
    .execute()
  const region = await queries
    .selectFrom('regions')
    .select('maintenance_since')
    .where('code', '=', rental.region)
    .executeTakeFirst()
  return {
    now,
    rental,
    instances,
    switching: switches.find(({ state }) => state === 'running') ?? null,
    forgetting: switches.find(({ state }) => state === 'done') ?? null,
    isMaintained: rental.maintenance_since !== null || (region?.maintenance_since ?? null) !== null,
  }
}

const isOpenSwitch = sql<boolean>`(state = 'running' or (state = 'done' and by_owner and forgotten_at is null))`
