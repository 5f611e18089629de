import { containsPattern, prefixPattern } from '../../../platform/database/like-pattern.ts'
import { sql } from 'kysely'
import { type Queries, countRows } from '../../../platform/database/index.ts'
import { matchesPlayerName } from '../../leaderboard/index.ts'
import type { RentalRow } from '../rentals.store.ts'

/** A rental, and whether an operator should look at it. */
export interface OperatorRentalRow extends RentalRow {
  in_trouble: boolean
}

/** Selects rentals; an undefined field excludes none. */
export interface RentalFilter {
  /** A part of the number, the name or the owner's name, or the start of the owner's SteamID64. */
  find?: string | undefined
  /** SteamID64. */
  owner?: string | undefined
  /** As the row has it, or `unresponsive`. */
  state?: string | undefined
  region?: string | undefined
  relocatable?: boolean | undefined
  /** The host of one of its instances. */
  hostName?: string | undefined
  trouble?: boolean | undefined
}

export interface RentalPage {
  sort: 'created' | 'expires'
  direction: 'asc' | 'desc'
  limit: number
  offset: number
}

const failedOrTroubled = sql`(rentals.state in ('failed', 'lost')
  or (rentals.problem <> '' and rentals.state <> 'terminated'))`

/**
 * Rentals that need the operator's attention: failed and not refunded, on an unreachable host, or running
 * with a problem.
 */
const needsAttention = sql<boolean>`(rentals.revoked_at is null and (${failedOrTroubled}
  or exists (select from rental_instances as refusing where refusing.rental_id = rentals.id
    and refusing.removed_at is null and refusing.refused_at is not null)))`

const isUnresponsive = sql<boolean>`(rentals.state = 'running' and rentals.outage_at is not null
  and rentals.outage_up_at is null)`

function hasState(state: string) {
  if (state === 'unresponsive') return isUnresponsive
  if (state === 'running') return sql<boolean>`(rentals.state = 'running' and not ${isUnresponsive})`
  return sql<boolean>`rentals.state = ${state}`
}

/** One page of the rentals that match, also of those that were taken back. */
export function selectRentals(
  queries: Queries,
  filter: RentalFilter,
  { sort, direction, limit, offset }: RentalPage,
): Promise<OperatorRentalRow[]> {
  return matchingRentals(queries, filter)
    .selectAll('rentals')
    .select(needsAttention.as('in_trouble'))
    .orderBy(sort === 'created' ? 'rentals.created_at' : 'rentals.expires_at', direction)
    .orderBy('rentals.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The rentals that match, the newest first, after one of them. */
export function selectRentalsAfter(
  queries: Queries,
  filter: RentalFilter,
  after: Pick<OperatorRentalRow, 'id'> | undefined,
  limit: number,
): Promise<OperatorRentalRow[]> {
  return matchingRentals(queries, filter)
    .selectAll('rentals')
    .select(needsAttention.as('in_trouble'))
    .$if(after !== undefined, (query) => query.where('rentals.id', '<', after?.id ?? ''))
    .orderBy('rentals.id', 'desc')
    .limit(limit)
    .execute()
}

/** How many match, as `countRows` counts. */
export function countMatchingRentals(queries: Queries, filter: RentalFilter): Promise<number> {
  return countRows(queries, matchingRentals(queries, filter).select('rentals.id'))
}

function matchingRentals(queries: Queries, filter: RentalFilter) {
  const { find, owner, state, region, relocatable, hostName, trouble } = filter
  const [part, prefix] = [containsPattern(find ?? ''), prefixPattern(find ?? '')]
  return queries
    .selectFrom('rentals')
    .$if(find !== undefined, (query) =>
      query.where(
        sql<boolean>`(rentals.number like ${part.toLowerCase()} or rentals.name ilike ${part}
          or rentals.owner::text like ${prefix} or ${matchesPlayerName(sql.ref('rentals.owner'), find ?? '')})`,
      ),
    )
    .$if(owner !== undefined, (query) => query.where('rentals.owner', '=', owner ?? ''))
    .$if(state !== undefined, (query) => query.where(hasState(state ?? '')))
    .$if(region !== undefined, (query) => query.where('rentals.region', '=', region ?? ''))
    .$if(relocatable !== undefined, (query) => query.where('rentals.relocatable', '=', relocatable === true))
    .$if(hostName !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from rental_instances i
          where i.rental_id = rentals.id and i.removed_at is null and i.host_name = ${hostName ?? ''})`,
      ),
    )
    .$if(trouble === true, (query) => query.where(needsAttention))
    .$if(trouble === false, (query) => query.where(sql<boolean>`not ${needsAttention}`))
}

/**
 * Counts the rentals that should run now, those of them that end before a time, and those that need attention: each by a partial index,
 * however many rentals have ended.
 */
export async function countRentals(
  queries: Queries,
  now: Date,
  dayEnd: Date,
): Promise<{ active: number; ending: number; trouble: number }> {
  const { rows } = await sql<{ active: number; ending: number; trouble: number }>`
    select active, ending, trouble from
      (select count(*)::integer as active, (count(*) filter (where expires_at < ${dayEnd}))::integer as ending
        from rentals where revoked_at is null and failed_at is null and expires_at > ${now}) as running,
      (select count(*)::integer as trouble from (
        select id from rentals where revoked_at is null and ${failedOrTroubled}
        union
        select id from rental_instances as refusing join rentals on rentals.id = refusing.rental_id
          where refusing.removed_at is null and refusing.refused_at is not null and revoked_at is null) as troubled) as counted`.execute(
    queries,
  )
  return rows[0] ?? { active: 0, ending: 0, trouble: 0 }
}

export function selectOperatorRental(
  queries: Queries,
  number: string,
): Promise<OperatorRentalRow | undefined> {
  return queries
    .selectFrom('rentals')
    .selectAll('rentals')
    .select(needsAttention.as('in_trouble'))
    .where('rentals.number', '=', number)
    .executeTakeFirst()
}

/** What orders did to a rental, with their numbers, the oldest first. */
export function selectOrdersOfRental(queries: Queries, rentalId: string) {
  return queries
    .selectFrom('rental_orders')
    .innerJoin('orders', 'orders.id', 'rental_orders.order_id')
    .select([
      'orders.id',
      'orders.number',
      'rental_orders.kind',
      'rental_orders.at',
      'rental_orders.revoked_at',
    ])
    .where('rental_orders.rental_id', '=', rentalId)
    .orderBy('rental_orders.at')
    .orderBy('orders.id')
    .execute()
}

/** Selects the latest lines of a rental's history; a repeated line is at its last occurrence. */
export function selectHistoryLines(queries: Queries, rentalId: string, limit: number) {
  return queries
    .selectFrom('rental_lines')
    .select(['id', 'at', 'generation', 'what', 'detail'])
    .where('rental_id', '=', rentalId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What the reconciler knows of its machines, by name. */
export function selectHosts(queries: Queries) {
  return queries.selectFrom('hosts').selectAll().orderBy('host_name').execute()
}

/** Returns the instances of each host, with the rentals' numbers. */
export async function selectInstancesByHost(queries: Queries): Promise<Map<string, HostedInstance[]>> {
  const rows = await queries
    .selectFrom('rental_instances')
    .innerJoin('rentals', 'rentals.id', 'rental_instances.rental_id')
    .select(['rental_instances.host_name', 'rentals.number', 'rentals.name', 'rental_instances.port'])
    .where('rental_instances.removed_at', 'is', null)
    .orderBy('rental_instances.host_name')
    .orderBy('rental_instances.port')
    .execute()
  return Map.groupBy(rows, ({ host_name: hostName }) => hostName)
}

export interface HostedInstance {
  number: string
  name: string
  port: number
}

/** The rentals whose number or name a text is a part of, newest first. */
export function selectRentalsByText(queries: Queries, find: string, limit: number) {
  const part = containsPattern(find)
  return queries
    .selectFrom('rentals')
    .select(['number', 'name', 'state', 'owner'])
    .where(sql<boolean>`(number like ${part.toLowerCase()} or name ilike ${part})`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function updateModerationPreset(tx: Queries, id: string, preset: string | null): Promise<void> {
  await tx.updateTable('rentals').set({ moderation_preset: preset }).where('id', '=', id).execute()
}
