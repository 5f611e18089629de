import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { FleetJobs } from '../../../platform/database/types.generated.ts'
import { currentRequestId, rentalsChannel } from '../rentals.store.ts'

/** The most jobs that are listed after their end. */
const endedJobsListed = 20

/** Which rentals a job is about: those with an instance on a host, or those whose server runs in a region, on a host, or by number. */
export type JobTarget =
  | { drain: string }
  | { hostName: string }
  | { region: string }
  | { numbers: readonly string[] }

/** Cordons a host or lifts that, under the lock that placement takes: what is placed from now on sees it. */
export async function setHostCordon(
  tx: Queries,
  { hostName, driver }: { hostName: string; driver: string },
  at: Date | null,
): Promise<void> {
  const since = at === null ? null : sql<Date>`coalesce(hosts.cordoned_at, ${at})`
  await tx
    .insertInto('hosts')
    .values({ host_name: hostName, driver, cordoned_at: at })
    .onConflict((conflict) => conflict.column('host_name').doUpdateSet({ cordoned_at: since }))
    .execute()
}

export async function setRegionCordon(tx: Queries, code: string, at: Date | null): Promise<boolean> {
  const since = at === null ? null : sql<Date>`coalesce(cordoned_at, ${at})`
  const { numUpdatedRows } = await tx
    .updateTable('regions')
    .set({ cordoned_at: since })
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function hasOpenDrain(queries: Queries, hostName: string): Promise<boolean> {
  const row = await queries
    .selectFrom('fleet_jobs')
    .select('id')
    .where('host_name', '=', hostName)
    .where('kind', '=', 'drain')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Selects the rentals of a target; a restart is for servers that ran at least once. */
export async function selectTargetRentals(queries: Queries, target: JobTarget): Promise<string[]> {
  const which =
    'drain' in target
      ? sql`one.host_name = ${target.drain}`
      : sql`one.generation = rentals.generation and one.ready_at is not null and one.state <> 'stopping' and ${
          'hostName' in target
            ? sql`one.host_name = ${target.hostName}`
            : 'region' in target
              ? sql`rentals.region = ${target.region}`
              : sql`rentals.number = any (${target.numbers}::text[])`
        }`
  const { rows } = await sql<{ id: string }>`select distinct rentals.id from rentals
    join rental_instances as one on one.rental_id = rentals.id and one.removed_at is null
    where ${which} order by rentals.id`.execute(queries)
  return rows.map(({ id }) => id)
}

/** Selects those of some rentals whose server runs another version of the game than its host has installed. */
export async function selectOutdatedRentals(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct one.rental_id as id
    from rental_instances as one join hosts on hosts.host_name = one.host_name
    where one.rental_id = any (${ids}::uuid[]) and one.removed_at is null
      and one.game_version <> hosts.installed_version order by id`.execute(queries)
  return rows.map(({ id }) => id)
}

export async function insertJob(
  tx: Queries,
  job: Insertable<FleetJobs> & { id: string; started_at: Date },
  rentals: readonly string[],
): Promise<void> {
  await tx.insertInto('fleet_jobs').values(job).execute()
  if (rentals.length === 0) return
  const items = rentals.map((rental) => ({ job_id: job.id, rental_id: rental, changed_at: job.started_at }))
  await tx.insertInto('fleet_job_items').values(items).execute()
}

export function lockJob(tx: Queries, id: string) {
  return tx.selectFrom('fleet_jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setDeadline(tx: Queries, id: string, at: Date | null): Promise<void> {
  await tx.updateTable('fleet_jobs').set({ deadline_at: at }).where('id', '=', id).execute()
}

/** Leaves out what has not begun. */
export async function cancelJob(tx: Queries, id: string, now: Date): Promise<void> {
  await tx.updateTable('fleet_jobs').set({ cancelled_at: now }).where('id', '=', id).execute()
  await tx
    .updateTable('fleet_job_items')
    .set({ state: 'cancelled', changed_at: now })
    .where('job_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Makes the rentals of a job due. It waits for their locks, so it is no part of a transaction that holds a host. */
export async function scheduleJobRentals(queries: Queries, id: string, now: Date): Promise<void> {
  await sql`with changed as (
      update rentals set due_at = least(due_at, ${now}), request_id = coalesce(${currentRequestId()}::text, request_id)
        where (due_at is null or due_at > ${now} or ${currentRequestId()}::text is not null)
        and id in (select rental_id from fleet_job_items where job_id = ${id} and state in ('waiting', 'running')) returning id)
    select pg_notify(${rentalsChannel}, id::text) from changed`.execute(queries)
}

/** The open jobs and the last ones that ended, the newest first. */
export function selectJobs(queries: Queries) {
  return queries
    .selectFrom('fleet_jobs')
    .selectAll()
    .where((where) =>
      where.or([
        where('ended_at', 'is', null),
        where(
          'id',
          'in',
          where
            .selectFrom('fleet_jobs')
            .select('id')
            .where('ended_at', 'is not', null)
            .orderBy('started_at', 'desc')
            .limit(endedJobsListed),
        ),
      ]),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function selectJobItems(queries: Queries, jobs: readonly string[]) {
  return queries
    .selectFrom('fleet_job_items as item')
    .innerJoin('rentals', 'rentals.id', 'item.rental_id')
    .leftJoin('rental_instances as one', (join) =>
      join
        .onRef('one.rental_id', '=', 'rentals.id')
        .onRef('one.generation', '=', 'rentals.generation')
        .on('one.removed_at', 'is', null),
    )
    .select(['item.job_id', 'item.state', 'item.changed_at', 'item.problem'])
    .select(['rentals.number', 'rentals.name', 'one.players'])
    .where('item.job_id', 'in', [...jobs])
    .orderBy('rentals.number')
    .execute()
}
