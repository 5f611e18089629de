import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { matchesPlayerName } from '../../leaderboard/index.ts'
import type { RentalRow } from '../rentals.store.ts'

/** A lease, and whether an operator should look at it. */
export interface OperatorRentalRow extends RentalRow {
  in_trouble: boolean
}

/** Which leases are meant; what is undefined leaves none out. */
export interface RentalFilter {
  /** A part of number, name, or of what the owner is called, or the beginning of the owner's SteamID64. */
  find?: string | undefined
  /** SteamID64. */
  owner?: string | undefined
  /** As the row has it, or `unresponsive`. */
  state?: string | undefined
  region?: string | undefined
  relocatable?: boolean | undefined
  /** The machine that something of it stands on. */
  node?: string | undefined
  trouble?: boolean | undefined
}

export interface RentalPage {
  sort: 'created' | 'expires'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

/**
 * What an operator should look at: a lease that could not be made and was not paid back, one whose machine nobody reaches, and
 * one that stands and meets something.
 */
const needsAttention = sql<boolean>`(leases.revoked_at is null and (leases.state in ('failed', 'lost')
  or (leases.problem <> '' and leases.state <> 'terminated')))`

const isUnresponsive = sql<boolean>`(leases.state = 'running' and leases.outage_at is not null
  and leases.outage_up_at is null)`

function hasState(state: string) {
  if (state === 'unresponsive') return isUnresponsive
  if (state === 'running') return sql<boolean>`(leases.state = 'running' and not ${isUnresponsive})`
  return sql<boolean>`leases.state = ${state}`
}

/** One page of the leases that match, also of those that were taken back. */
export function selectRentals(
  queries: Queries,
  filter: RentalFilter,
  { sort, direction, limit, offset }: RentalPage,
): Promise<OperatorRentalRow[]> {
  return matchingRentals(queries, filter)
    .selectAll('leases')
    .select(needsAttention.as('in_trouble'))
    .orderBy(sort === 'created' ? 'leases.created_at' : 'leases.expires_at', direction)
    .orderBy('leases.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The leases that match, the newest first, after one of them. */
export function selectRentalsAfter(
  queries: Queries,
  filter: RentalFilter,
  after: Pick<OperatorRentalRow, 'id'> | undefined,
  limit: number,
): Promise<OperatorRentalRow[]> {
  return matchingRentals(queries, filter)
    .selectAll('leases')
    .select(needsAttention.as('in_trouble'))
    .$if(after !== undefined, (query) => query.where('leases.id', '<', after?.id ?? ''))
    .orderBy('leases.id', 'desc')
    .limit(limit)
    .execute()
}

/** How many match. */
export async function countMatchingRentals(queries: Queries, filter: RentalFilter): Promise<number> {
  const { count } = await matchingRentals(queries, filter)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matchingRentals(queries: Queries, filter: RentalFilter) {
  const { find, owner, state, region, relocatable, node, trouble } = filter
  const text = (find ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)
  const part = `%${text}%`
  return queries
    .selectFrom('leases')
    .$if(find !== undefined, (query) =>
      query.where(
        sql<boolean>`(leases.number like ${part.toLowerCase()} or leases.name ilike ${part}
          or leases.owner::text like ${`${text}%`} or ${matchesPlayerName(sql.ref('leases.owner'), find ?? '')})`,
      ),
    )
    .$if(owner !== undefined, (query) => query.where('leases.owner', '=', owner ?? ''))
    .$if(state !== undefined, (query) => query.where(hasState(state ?? '')))
    .$if(region !== undefined, (query) => query.where('leases.region', '=', region ?? ''))
    .$if(relocatable !== undefined, (query) => query.where('leases.relocatable', '=', relocatable === true))
    .$if(node !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from lease_instances i
          where i.lease_id = leases.id and i.removed_at is null and i.node = ${node ?? ''})`,
      ),
    )
    .$if(trouble === true, (query) => query.where(needsAttention))
    .$if(trouble === false, (query) => query.where(sql<boolean>`not ${needsAttention}`))
}

/** The leases that are to stand now, those of them that end before a time, and those an operator should look at. */
export async function countRentals(
  queries: Queries,
  now: Date,
  dayEnd: Date,
): Promise<{ active: number; ending: number; trouble: number }> {
  const isActive = sql`leases.revoked_at is null and leases.failed_at is null and leases.expires_at > ${now}`
  return queries
    .selectFrom('leases')
    .select([
      sql<number>`count(*) filter (where ${isActive})::integer`.as('active'),
      sql<number>`count(*) filter (where ${isActive} and leases.expires_at < ${dayEnd})::integer`.as(
        'ending',
      ),
      sql<number>`count(*) filter (where ${needsAttention})::integer`.as('trouble'),
    ])
    .executeTakeFirstOrThrow()
}

export function selectOperatorRental(
  queries: Queries,
  number: string,
): Promise<OperatorRentalRow | undefined> {
  return queries
    .selectFrom('leases')
    .selectAll('leases')
    .select(needsAttention.as('in_trouble'))
    .where('leases.number', '=', number)
    .executeTakeFirst()
}

/** What orders did to a lease, with their numbers, the oldest first. */
export function selectOrdersOfRental(queries: Queries, leaseId: string) {
  return queries
    .selectFrom('lease_orders')
    .innerJoin('orders', 'orders.id', 'lease_orders.order_id')
    .select(['orders.id', 'orders.number', 'lease_orders.kind', 'lease_orders.at', 'lease_orders.revoked_at'])
    .where('lease_orders.lease_id', '=', leaseId)
    .orderBy('lease_orders.at')
    .orderBy('orders.id')
    .execute()
}

/** The latest lines of a lease's history: one that was counted again stands where it came last. */
export function selectHistoryLines(queries: Queries, leaseId: string, limit: number) {
  return queries
    .selectFrom('lease_lines')
    .select(['id', 'at', 'generation', 'what', 'detail'])
    .where('lease_id', '=', leaseId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What the reconciler knows of its machines, by name. */
export function selectHosts(queries: Queries) {
  return queries.selectFrom('fleet_nodes').selectAll().orderBy('node').execute()
}

/** What stands on each machine: the leases by their numbers. */
export async function selectInstancesByHost(queries: Queries): Promise<Map<string, HostedInstance[]>> {
  const rows = await queries
    .selectFrom('lease_instances')
    .innerJoin('leases', 'leases.id', 'lease_instances.lease_id')
    .select(['lease_instances.node', 'leases.number', 'leases.name', 'lease_instances.port'])
    .where('lease_instances.removed_at', 'is', null)
    .orderBy('lease_instances.node')
    .orderBy('lease_instances.port')
    .execute()
  return Map.groupBy(rows, ({ node }) => node)
}

export interface HostedInstance {
  number: string
  name: string
  port: number
}

/** The leases whose number or name a text is a part of, newest first. */
export function selectRentalsByText(queries: Queries, find: string, limit: number) {
  const part = `%${find.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return queries
    .selectFrom('leases')
    .select(['number', 'name', 'state', 'owner'])
    .where(sql<boolean>`(number like ${part.toLowerCase()} or name ilike ${part})`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
