import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { InstanceRow, RentalRow } from '../rentals.store.ts'
import type { RentalFacts } from './rental-facts.ts'
import type { SwitchRow } from './reconciler.store.ts'

/** A claimed rental: a later claim has a greater epoch, and then this holder writes nothing (R8). */
export interface Claim {
  id: string
  epoch: string
}

/** Returns the present facts of a rental; undefined if another worker holds the claim. */
export async function readRentalFacts(
  queries: Queries,
  claim: Claim,
  now: Date,
): Promise<RentalFacts | undefined> {
  const rental = await selectClaimed(queries, claim).executeTakeFirst()
  return rental && loadRentalFacts(queries, rental, now)
}

/**
 * Like `readRentalFacts`, with the row locked until the end of the transaction: the wanted state cannot
 * change meanwhile.
 */
export async function lockRentalFacts(
  tx: Queries,
  claim: Claim,
  now: Date,
): Promise<RentalFacts | undefined> {
  const rental = await selectClaimed(tx, claim).forNoKeyUpdate().executeTakeFirst()
  return rental && loadRentalFacts(tx, rental, now)
}

function selectClaimed(queries: Queries, { id, epoch }: Claim) {
  return queries.selectFrom('rentals').selectAll().where('id', '=', id).where('epoch', '=', epoch)
}

/** Reads the facts again after a change in a transaction that already holds the lock. */
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
