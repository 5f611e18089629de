import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { InstanceRow, RentalRow } from '../rentals.store.ts'
import type { RentalFacts } from './rental-facts.ts'
import type { SwitchRow } from './reconciler.store.ts'

/** A lease that was taken: whoever comes after has a greater epoch, and from then on this holder writes nothing (R8). */
export interface Claim {
  id: string
  epoch: string
}

/** The facts of a lease as they stand; undefined where somebody else holds it by now. */
export async function readRentalFacts(
  queries: Queries,
  taken: Claim,
  now: Date,
): Promise<RentalFacts | undefined> {
  const lease = await selectClaimed(queries, taken).executeTakeFirst()
  return lease && loadRentalFacts(queries, lease, now)
}

/** The same, and the lease is held until the end of the transaction: nobody changes what is wanted meanwhile. */
export async function lockRentalFacts(
  tx: Queries,
  taken: Claim,
  now: Date,
): Promise<RentalFacts | undefined> {
  const lease = await selectClaimed(tx, taken).forNoKeyUpdate().executeTakeFirst()
  return lease && loadRentalFacts(tx, lease, now)
}

function selectClaimed(queries: Queries, { id, epoch }: Claim) {
  return queries.selectFrom('leases').selectAll().where('id', '=', id).where('epoch', '=', epoch)
}

/** The same for whoever holds it in a transaction already, after a change. */
export async function readRentalFactsAgain(tx: Queries, { lease, now }: RentalFacts): Promise<RentalFacts> {
  const row = await tx.selectFrom('leases').selectAll().where('id', '=', lease.id).executeTakeFirstOrThrow()
  return loadRentalFacts(tx, row, now)
}

async function loadRentalFacts(queries: Queries, lease: RentalRow, now: Date): Promise<RentalFacts> {
  const instances = await queries
    .selectFrom('lease_instances')
    .selectAll()
    .where('lease_id', '=', lease.id)
    .orderBy('generation', 'desc')
    .$castTo<InstanceRow>()
    .execute()
  const switches = await queries
    .selectFrom('lease_switches')
    .selectAll()
    .where('lease_id', '=', lease.id)
    .where(isOpenSwitch)
    .orderBy('asked_at', 'desc')
    .$castTo<SwitchRow>()
    .execute()
  const region = await queries
    .selectFrom('regions')
    .select('maintenance_since')
    .where('code', '=', lease.region)
    .executeTakeFirst()
  return {
    now,
    lease,
    instances,
    switching: switches.find(({ state }) => state === 'running') ?? null,
    forgetting: switches.find(({ state }) => state === 'done') ?? null,
    isMaintained: lease.maintenance_since !== null || (region?.maintenance_since ?? null) !== null,
  }
}

const isOpenSwitch = sql<boolean>`(state = 'running' or (state = 'done' and by_owner and forgotten_at is null))`
