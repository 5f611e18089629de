import { sql } from 'kysely'
import { type Queries, prepared } from '../../../../platform/database/index.ts'
import { selectOpenMapChange } from '../../map-changes/map-changes.store.ts'
import { type RentalRow, selectInstances } from '../../rentals.store.ts'
import type { PendingUpdate, RentalFacts, StateFacts } from './rental-facts.ts'
import { selectPendingJob } from '../jobs.store.ts'
import type { SwitchRow } from '../reconciler.store.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { updateFailedMs } from '../timing.ts'

/** A claimed rental: a later claim has a greater epoch, and then this holder writes nothing (R8). */
export interface Claim {
  id: string
  epoch: string
  /** The request that the work is for; null for the portal's own. */
  requestId: string | null
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
  const rental = await tx
    .selectFrom('rentals')
    .selectAll()
    .select(runningSwitchId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toStateFacts(tx, facts, rental)
}

/**
 * Releases the claim of a rental in the transaction that holds its lock, and reads what its state is derived from again. `isDone`: what the last
 * request wanted is reached, later work is not for it.
 */
export async function releaseAndReadStateFacts(
  tx: Queries,
  facts: StateFacts,
  { due, isDone }: { due: Date | null; isDone: boolean },
): Promise<StateFacts> {
  const rental = await tx
    .updateTable('rentals')
    .set({ due_at: due, held_until: null, ...(isDone && { request_id: null }) })
    .where('id', '=', facts.rental.id)
    .returningAll()
    .returning(runningSwitchId)
    .executeTakeFirstOrThrow()
  return toStateFacts(tx, facts, rental)
}

const runningSwitchId = sql<
  string | null
>`(select id from rental_switches where rental_id = rentals.id and state = 'running')`.as('switch_id')

async function toStateFacts(
  tx: Queries,
  facts: StateFacts,
  { switch_id: switchId, ...rental }: RentalRow & { switch_id: string | null },
): Promise<StateFacts> {
  return {
    ...facts,
    rental,
    instances: await selectInstances(tx, rental.id),
    switching: switchId === null ? null : { id: switchId },
  }
}

async function loadRentalFacts(queries: Queries, rental: RentalRow, now: Date): Promise<RentalFacts> {
  const { id } = rental
  const instances = await selectInstances(queries, id)
  const common = await selectCommonFacts(queries, rental)
  const switches = common.has_switch ? await selectOpenSwitches(queries, id) : []
  return {
    now,
    rental,
    instances,
    switching: switches.find(({ state }) => state === 'running') ?? null,
    forgetting: switches.find(({ state }) => state === 'done') ?? null,
    nightlyHour: common.nightly_hour,
    mapChange: common.has_map_change ? ((await selectOpenMapChange(queries, id)) ?? null) : null,
    updates: common.has_update ? await selectPendingUpdates(queries, id, now) : [],
    job: common.has_job ? await selectPendingJob(queries, id) : null,
    isMaintained: rental.maintenance_since !== null || common.maintenance_since !== null,
  }
}

/** What holds for every rental of a region, and which of the facts that few rentals have are worth a query. */
async function selectCommonFacts(queries: Queries, { id, region }: Pick<RentalRow, 'id' | 'region'>) {
  const { rows } = await sql<{
    nightly_hour: number | null
    maintenance_since: Date | null
    has_switch: boolean
    has_map_change: boolean
    has_update: boolean
    has_job: boolean
  }>`${prepared} select game_settings.nightly_hour, regions.maintenance_since,
      exists (select from rental_switches where rental_id = ${id} and ${isOpenSwitch}) as has_switch,
      exists (select from rental_map_changes where rental_id = ${id} and state in ('waiting', 'loading')) as has_map_change,
      exists (select from rental_instances as one join hosts on hosts.host_name = one.host_name
        where one.rental_id = ${id} and ${isUpdatePending}) as has_update,
      exists (select from fleet_job_items where rental_id = ${id} and state in ('waiting', 'running')) as has_job
    from game_settings left join regions on regions.code = ${region}`.execute(queries)
  const [common] = rows
  if (!common) throw new Error('the table game_settings is empty')
  return common
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
