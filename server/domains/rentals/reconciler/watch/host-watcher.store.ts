import { type RawBuilder, sql } from 'kysely'
import { type Queries, prepared } from '../../../../platform/database/index.ts'
import type { Machine } from '../../drivers/driver.ts'
import { type InstanceRow, rentalsChannel } from '../../rentals.store.ts'
import { isUpdatePending } from '../facts/rental-facts.store.ts'
import { addMs } from '../../../../platform/clock/add-ms.ts'
import { observationGapMs } from '../timing.ts'

/** An instance that is not removed, with what its rental is busy with. */
export type WatchedInstance = InstanceRow & {
  number: string
  /** Its game is stopped while its files are verified. */
  is_verifying: boolean
}

/** Selects the instances that the rows place on some hosts. */
export function selectWatchedInstances(
  queries: Queries,
  hosts: readonly string[],
): Promise<WatchedInstance[]> {
  return queries
    .selectFrom('rental_instances as one')
    .innerJoin('rentals', 'rentals.id', 'one.rental_id')
    .selectAll('one')
    .select(['rentals.number'])
    .select(sql<boolean>`rentals.verify_op is distinct from one.verified_op`.as('is_verifying'))
    .where('one.removed_at', 'is', null)
    .where('one.host_name', 'in', [...hosts, ''])
    .$castTo<WatchedInstance>()
    .execute()
}

export interface LiveStatus {
  rental_id: string
  generation: number
  map: string
  players: number
  bots: number
  players_max: number
  game_version: string | null
}

/** Writes the changed reports of game servers in one statement and notifies the streams that show them. */
export async function updateLiveStatus(
  queries: Queries,
  all: readonly LiveStatus[],
  now: Date,
): Promise<void> {
  if (all.length === 0) return
  await sql`with changed as (
      update rental_instances as one set map = new.map, players = new.players, bots = new.bots,
        players_max = new.players_max, game_version = new.game_version, seen_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as new (rental_id uuid, generation integer, map text, players integer, bots integer, players_max integer,
          game_version text)
      where one.rental_id = new.rental_id and one.generation = new.generation and one.state = 'ready'
      returning one.rental_id)
    select pg_notify(${rentalsChannel}, rental_id::text) from changed`.execute(queries)
}

export interface AddressChange {
  rental_id: string
  generation: number
  host: string
  public_host: string
}

/** Writes where instances are reached now, and returns their rentals. */
export async function updateAddresses(
  queries: Queries,
  changes: readonly AddressChange[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const { rows } = await sql<{ rental_id: string }>`
    update rental_instances as one set host = new.host, public_host = new.public_host
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as new (rental_id uuid, generation integer, host text, public_host text)
    where one.rental_id = new.rental_id and one.generation = new.generation and one.removed_at is null
    returning one.rental_id`.execute(queries)
  return rows.map(({ rental_id }) => rental_id)
}

/**
 * Makes rentals due at a time, unless they are due sooner; a rental that rests after a failure, once the rest
 * is over.
 */
export async function scheduleRentals(
  queries: Queries,
  rentalIds: readonly string[],
  at: Date,
): Promise<void> {
  if (rentalIds.length === 0) return
  await sql`with asked as (
      select id, greatest(${at}::timestamptz, (select max(retry_at) from rental_instances as one
        where one.rental_id = rentals.id and one.removed_at is null)) as due
      from rentals where id = any (${rentalIds}::uuid[])),
    changed as (
      update rentals set due_at = asked.due from asked
      where rentals.id = asked.id and (rentals.due_at is null or rentals.due_at > asked.due)
      returning rentals.id)
    select pg_notify(${rentalsChannel}, id::text) from changed`.execute(queries)
}

/**
 * Makes rentals due now, even one that rests after a failure: its next action waits for the rest, its shown
 * state does not.
 */
export async function scheduleRentalsNow(
  queries: Queries,
  rentalIds: readonly string[],
  now: Date,
): Promise<void> {
  if (rentalIds.length === 0) return
  await sql`with changed as (
      update rentals set due_at = ${now} where id = any (${rentalIds}::uuid[]) and (due_at is null or due_at > ${now})
      returning id)
    select pg_notify(${rentalsChannel}, id::text) from changed`.execute(queries)
}

/**
 * Marks the instances of a host as unreached since now, or since the first unreached observation; returns the
 * rentals for which that is new.
 */
export async function markHostUnreached(queries: Queries, hostName: string, now: Date): Promise<string[]> {
  return markInstancesUnreached(queries, sql<boolean>`one.host_name = ${hostName}`, now)
}

async function markInstancesUnreached(
  queries: Queries,
  which: RawBuilder<boolean>,
  now: Date,
): Promise<string[]> {
  const isOld = sql`(unreached_seen_at is null or unreached_seen_at < ${addMs(now, -observationGapMs)})`
  const { rows } = await sql<{
    rental_id: string
    unreached_at: Date
  }>`${prepared} update rental_instances as one
    set unreached_at = case when unreached_at is null or ${isOld} then ${now} else unreached_at end,
      unreached_seen_at = ${now}
    where removed_at is null and ${which} returning rental_id, unreached_at`.execute(queries)
  return rows.filter(({ unreached_at }) => unreached_at >= now).map(({ rental_id }) => rental_id)
}

/** Clears the mark of a host that is back; returns the rentals that have instances there. */
export async function markHostReached(queries: Queries, hostName: string): Promise<string[]> {
  const marked = await queries
    .updateTable('rental_instances')
    .set({ unreached_at: null, unreached_seen_at: null, retry_at: null })
    .where('host_name', '=', hostName)
    .where('removed_at', 'is', null)
    .where('unreached_at', 'is not', null)
    .returning('rental_id')
    .execute()
  return marked.map(({ rental_id }) => rental_id)
}

/** Stores which version the instances of a host start from, and since when. */
export async function saveInstalledVersion(
  queries: Queries,
  hostName: string,
  version: string,
  now: Date,
): Promise<void> {
  await queries
    .updateTable('hosts')
    .set({ installed_version: version, installed_at: now })
    .where('host_name', '=', hostName)
    .where('installed_version', 'is distinct from', version)
    .execute()
}

/** Selects rentals on some hosts whose instance can be restarted for an update: it is empty. */
export async function selectEmptyOutdatedRentals(
  queries: Queries,
  hosts: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{
    rental_id: string
  }>`${prepared} select one.rental_id from rental_instances as one
    join hosts on hosts.host_name = one.host_name
    where one.host_name = any (${hosts}::text[]) and one.players = 0 and ${isUpdatePending}
      and exists (select from game_update_policy where held_at is null)`.execute(queries)
  return rows.map(({ rental_id }) => rental_id)
}

/** Stores what the machine of a host has. */
export async function saveMachine(
  queries: Queries,
  hostName: string,
  { memoryMb, cpus }: Machine,
): Promise<void> {
  await queries
    .updateTable('hosts')
    .set({ machine_memory_mb: memoryMb, machine_cpus: cpus })
    .where('host_name', '=', hostName)
    .execute()
}

export interface HostObservation {
  hostName: string
  driver: string
  listedAt: Date | null
  problem: string
}

/** Stores what is known of a host, for the operator and for placement. */
export async function saveHostObservation(
  queries: Queries,
  { hostName, driver, listedAt, problem }: HostObservation,
  now: Date,
): Promise<void> {
  await sql`insert into hosts (host_name, driver, listed_at, silent_at, problem)
    values (${hostName}, ${driver}, ${listedAt}, ${listedAt ? null : now}, ${problem})
    on conflict (host_name) do update set driver = excluded.driver, problem = excluded.problem,
      listed_at = coalesce(excluded.listed_at, hosts.listed_at),
      silent_at = case when excluded.listed_at is null then coalesce(hosts.silent_at, ${now}) end`.execute(
    queries,
  )
}

/**
 * Marks hosts of other processes that were not listed for long: their instances are lost (R7), though this
 * process may not stop them.
 */
export async function markUnwatchedHosts(
  queries: Queries,
  own: readonly string[],
  since: Date,
  now: Date,
): Promise<string[]> {
  const isListed = sql`select from hosts where hosts.host_name = one.host_name and listed_at > ${since}`
  return markInstancesUnreached(
    queries,
    sql<boolean>`(one.host_name <> all (${own}::text[]) and not exists (${isListed}))`,
    now,
  )
}

/** Returns what is recorded of instances that a host named, and whether their data is retained; nothing of those without a rental. */
export async function selectRecordedInstances(
  queries: Queries,
  instances: readonly { rentalId: string; generation: number }[],
): Promise<Pick<InstanceRow, 'rental_id' | 'generation' | 'host_name' | 'removed_at' | 'kept'>[]> {
  if (instances.length === 0) return []
  return queries
    .selectFrom('rental_instances')
    .select(['rental_id', 'generation', 'host_name', 'removed_at', 'kept'])
    .where(
      sql<boolean>`(rental_id, generation) in (select * from unnest(
        ${instances.map(({ rentalId }) => rentalId)}::uuid[], ${instances.map(({ generation }) => generation)}::integer[]))`,
    )
    .execute()
}
