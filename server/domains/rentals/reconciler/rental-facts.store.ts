import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { selectOpenMapChange } from '../map-changes/map-changes.store.ts'
import { type RentalRow, selectInstances } from '../rentals.store.ts'
import type { PendingUpdate, RentalFacts, StateFacts } from './rental-facts.ts'
import { selectPendingJob } from './jobs.store.ts'
import type { SwitchRow } from './reconciler.store.ts'
import { addMs, updateFailedMs } from './timing.ts'

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

/** Reads what the state is derived from again, after a change in a transaction that already holds the lock. */
export async function readStateFacts(tx: Queries, facts: StateFacts): Promise<StateFacts> {
  const { id } = facts.rental
  const rental = await tx.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const switches = await selectOpenSwitches(tx, id)
  return { ...facts, rental, instances: await selectInstances(tx, id), switching: findRunning(switches) }
}

async function loadRentalFacts(queries: Queries, rental: RentalRow, now: Date): Promise<RentalFacts> {
  const instances = await selectInstances(queries, rental.id)
  const switches = await selectOpenSwitches(queries, rental.id)
  const common = await selectCommonFacts(queries, rental.region)
  return {
    now,
    rental,
    instances,
    switching: findRunning(switches),
    forgetting: switches.find(({ state }) => state === 'done') ?? null,
    nightlyHour: common.nightly_hour,
    mapChange: (await selectOpenMapChange(queries, rental.id)) ?? null,
    updates: await selectPendingUpdates(queries, rental.id, now),
    job: await selectPendingJob(queries, rental.id),
    isMaintained: rental.maintenance_since !== null || common.maintenance_since !== null,
  }
}

/** What holds for every rental of a region. */
function selectCommonFacts(queries: Queries, region: string) {
  return queries
    .selectFrom('game_settings')
    .leftJoin('regions', (join) => join.on('regions.code', '=', region))
    .select(['game_settings.nightly_hour', 'regions.maintenance_since'])
    .executeTakeFirstOrThrow()
}

function selectOpenSwitches(queries: Queries, rentalId: string): Promise<SwitchRow[]> {
  return queries
    .selectFrom('rental_switches')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .where(isOpenSwitch)
    .orderBy('asked_at', 'desc')
    .$castTo<SwitchRow>()
    .execute()
}

const findRunning = (switches: readonly SwitchRow[]) =>
  switches.find(({ state }) => state === 'running') ?? null

/** The most instances of a host that restart for a version at once: the start of a game is heavy on disk and processor. */
const maxUpdating = 2

async function selectPendingUpdates(queries: Queries, rentalId: string, now: Date): Promise<PendingUpdate[]> {
  const { rows } = await sql<{
    generation: number
    version: string
    deadline: Date | null
    is_held: boolean
    updating: number
    failed: number
  }>`select one.generation, hosts.installed_version as version, policy.held_at is not null as is_held,
      case when policy.deadline_set_at >= hosts.installed_at then policy.deadline_at end as deadline,
      others.updating, others.failed
    from rental_instances as one
    join hosts on hosts.host_name = one.host_name
    cross join game_update_policy as policy
    cross join lateral (
      select count(*)::integer as updating,
        count(*) filter (where other.update_at <= ${addMs(now, -updateFailedMs)})::integer as failed
      from rental_instances as other
      where other.host_name = one.host_name and other.removed_at is null
        and other.update_version = hosts.installed_version and other.state = 'starting') as others
    where one.rental_id = ${rentalId} and ${isUpdatePending}`.execute(queries)
  return rows.map(({ generation, version, deadline, is_held, updating, failed }) => ({
    generation,
    version,
    deadline,
    isHeld: is_held || failed > 0,
    isHostBusy: updating >= maxUpdating,
  }))
}

/** Of an instance (`one`) on its host: it runs another version than is installed, and was not yet restarted for that one. */
export const isUpdatePending = sql<boolean>`(one.removed_at is null and one.state = 'ready'
  and one.game_version <> hosts.installed_version and one.update_version is distinct from hosts.installed_version)`

const isOpenSwitch = sql<boolean>`(state = 'running' or (state = 'done' and by_owner and forgotten_at is null))`
