import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../../platform/database/index.ts'
import { type InstanceRow, rentalsChannel } from '../../rentals.store.ts'
import { addMs, observationGapMs } from '../timing.ts'

/** An instance that stands, and what its lease is busy with. */
export type WatchedInstance = InstanceRow & {
  number: string
  /** Its game is stopped while its files are verified. */
  is_verifying: boolean
}

/** What stands on some machines, by the rows. */
export function selectWatchedInstances(
  queries: Queries,
  nodes: readonly string[],
): Promise<WatchedInstance[]> {
  return queries
    .selectFrom('lease_instances as one')
    .innerJoin('leases', 'leases.id', 'one.lease_id')
    .selectAll('one')
    .select(['leases.number'])
    .select(sql<boolean>`leases.verify_op is distinct from one.verified_op`.as('is_verifying'))
    .where('one.removed_at', 'is', null)
    .where('one.node', 'in', [...nodes, ''])
    .$castTo<WatchedInstance>()
    .execute()
}

export interface LiveStatus {
  lease_id: string
  generation: number
  map: string
  players: number
  bots: number
  players_max: number
}

/** Writes what game servers told anew, all in one statement, and tells whoever shows it. */
export async function updateLiveStatus(
  queries: Queries,
  all: readonly LiveStatus[],
  now: Date,
): Promise<void> {
  if (all.length === 0) return
  await sql`with told as (
      update lease_instances as one set map = new.map, players = new.players, bots = new.bots,
        players_max = new.players_max, seen_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as new (lease_id uuid, generation integer, map text, players integer, bots integer, players_max integer)
      where one.lease_id = new.lease_id and one.generation = new.generation and one.state = 'ready'
      returning one.lease_id)
    select pg_notify(${rentalsChannel}, lease_id::text) from told`.execute(queries)
}

/** Has leases looked at then, where nobody would look sooner; where something rests after a failure, once that is over. */
export async function scheduleRentals(
  queries: Queries,
  leaseIds: readonly string[],
  at: Date,
): Promise<void> {
  if (leaseIds.length === 0) return
  await sql`with asked as (
      select id, greatest(${at}::timestamptz, (select max(retry_at) from lease_instances as one
        where one.lease_id = leases.id and one.removed_at is null)) as due
      from leases where id = any (${leaseIds}::uuid[])),
    changed as (
      update leases set due_at = asked.due from asked
      where leases.id = asked.id and (leases.due_at is null or leases.due_at > asked.due)
      returning leases.id)
    select pg_notify(${rentalsChannel}, id::text) from changed`.execute(queries)
}

/** Has leases looked at now, also one that rests after a failure: what it needs next waits for that, what its card shows does not. */
export async function scheduleRentalsNow(
  queries: Queries,
  leaseIds: readonly string[],
  now: Date,
): Promise<void> {
  if (leaseIds.length === 0) return
  await sql`with changed as (
      update leases set due_at = ${now} where id = any (${leaseIds}::uuid[]) and (due_at is null or due_at > ${now})
      returning id)
    select pg_notify(${rentalsChannel}, id::text) from changed`.execute(queries)
}

/** Nobody reaches what stands on a machine: since now, where it was reached until now, or nobody looked; answers whose leases that is news of. */
export async function markHostUnreached(queries: Queries, node: string, now: Date): Promise<string[]> {
  return markInstancesUnreached(queries, sql<boolean>`one.node = ${node}`, now)
}

async function markInstancesUnreached(
  queries: Queries,
  which: RawBuilder<boolean>,
  now: Date,
): Promise<string[]> {
  const isOld = sql`(unreached_seen_at is null or unreached_seen_at < ${addMs(now, -observationGapMs)})`
  const { rows } = await sql<{ lease_id: string; unreached_at: Date }>`update lease_instances as one
    set unreached_at = case when unreached_at is null or ${isOld} then ${now} else unreached_at end,
      unreached_seen_at = ${now}
    where removed_at is null and ${which} returning lease_id, unreached_at`.execute(queries)
  return rows.filter(({ unreached_at }) => unreached_at >= now).map(({ lease_id }) => lease_id)
}

/** The machine is back; answers whose leases stand there. */
export async function markHostReached(queries: Queries, node: string): Promise<string[]> {
  const marked = await queries
    .updateTable('lease_instances')
    .set({ unreached_at: null, unreached_seen_at: null, retry_at: null })
    .where('node', '=', node)
    .where('removed_at', 'is', null)
    .where('unreached_at', 'is not', null)
    .returning('lease_id')
    .execute()
  return marked.map(({ lease_id }) => lease_id)
}

export interface HostObservation {
  node: string
  driver: string
  listedAt: Date | null
  problem: string
}

/** Keeps what is known of a machine, for the operator and for whoever looks for a place. */
export async function saveHostObservation(
  queries: Queries,
  { node, driver, listedAt, problem }: HostObservation,
  now: Date,
): Promise<void> {
  await sql`insert into fleet_nodes (node, driver, listed_at, silent_at, problem)
    values (${node}, ${driver}, ${listedAt}, ${listedAt ? null : now}, ${problem})
    on conflict (node) do update set driver = excluded.driver, problem = excluded.problem,
      listed_at = coalesce(excluded.listed_at, fleet_nodes.listed_at),
      silent_at = case when excluded.listed_at is null then coalesce(fleet_nodes.silent_at, ${now}) end`.execute(
    queries,
  )
}

/** Machines of other processes that nobody has listed for long: what stands there is lost (R7), though it is not ours to end. */
export async function markUnwatchedHosts(
  queries: Queries,
  own: readonly string[],
  since: Date,
  now: Date,
): Promise<string[]> {
  const isListed = sql`select from fleet_nodes where fleet_nodes.node = one.node and listed_at > ${since}`
  return markInstancesUnreached(
    queries,
    sql<boolean>`(one.node <> all (${own}::text[]) and not exists (${isListed}))`,
    now,
  )
}

/** What is written of an instance by its name on a machine; whether its data is to stay; undefined where there is no such lease. */
export async function selectRecordedInstance(queries: Queries, leaseId: string, generation: number) {
  return queries
    .selectFrom('lease_instances')
    .select(['node', 'removed_at', 'kept'])
    .where('lease_id', '=', leaseId)
    .where('generation', '=', generation)
    .executeTakeFirst()
}
