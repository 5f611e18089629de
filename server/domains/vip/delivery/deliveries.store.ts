import { type RawBuilder, sql } from 'kysely'
import { type Queries, notify } from '../../../platform/database/index.ts'
import type { Change } from './membership-changes.ts'

/** NOTIFY after the operator requested a full delivery. */
export const resetChannel = 'vip_reset'

/** A game server whose delivery a worker has claimed. */
export interface ClaimedDelivery {
  server: string
  claim_id: string
}

/** How each server's last try went. */
export function selectDeliveries(queries: Queries, servers: readonly string[]) {
  return queries.selectFrom('vip_deliveries').selectAll().where('server_id', 'in', servers).execute()
}

/** Selects the game servers whose last delivery failed, and why. */
export function selectFailingDeliveries(queries: Queries) {
  return queries
    .selectFrom('vip_deliveries')
    .innerJoin('servers', 'servers.id', 'vip_deliveries.server_id')
    .select(['servers.id', 'servers.name', 'vip_deliveries.problem'])
    .where('vip_deliveries.problem', '<>', '')
    .where('servers.rcon_password', 'is not', null)
    .orderBy('servers.name')
    .orderBy('servers.id')
    .execute()
}

/**
 * Records that a server came back (`since`) or has another RCON address: unless known already, everything is
 * delivered again at once.
 */
export async function resetDelivery(
  tx: Queries,
  { server, console, since }: { server: string; console: string; since: Date | null },
): Promise<void> {
  const { rows } = await sql`
    insert into vip_deliveries as known (server_id, console, reset_at)
    values (${server}, ${console}, ${since}::timestamptz)
    on conflict (server_id) do update set console = excluded.console, claim_id = null, try_at = null, tries = 0, problem = '',
        reset_at = greatest(known.reset_at, excluded.reset_at)
      where known.console <> excluded.console or excluded.reset_at > coalesce(known.reset_at, '-infinity')
    returning 1`.execute(tx)
  if (rows.length > 0) await forgetTold(tx, server)
}

/**
 * Discards what every server is known to hold, so that each gets everything again, the longest waiting first: no server's console is known
 * any more, so that the delivery worker resets one server after the other. There may be millions of rows of what they hold.
 */
export async function resetAllDeliveries(tx: Queries): Promise<void> {
  await tx
    .updateTable('vip_deliveries')
    .set({ console: '', claim_id: null, try_at: null, tries: 0, problem: '' })
    .execute()
}

/** Wakes the delivery workers at commit. */
export async function notifyReset(tx: Queries): Promise<void> {
  await notify(tx, resetChannel)
}

/** What a server is known to hold, and what it refused, is discarded. */
const forgotten = { told_at: null, refusals: 0, try_at: null }

async function forgetTold(tx: Queries, server: string): Promise<void> {
  await tx.updateTable('vip_on_servers').set(forgotten).where('server_id', '=', server).execute()
}

/** Claims the delivery to a server until a time; false if another worker has it or it rests. */
export async function claimDelivery(
  queries: Queries,
  { server, claim_id }: ClaimedDelivery,
  now: Date,
  until: Date,
): Promise<boolean> {
  const result = await queries
    .updateTable('vip_deliveries')
    .set({ claim_id, tried_at: now, try_at: until })
    .where('server_id', '=', server)
    .where((where) => where.or([where('try_at', 'is', null), where('try_at', '<=', now)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Releases a claim; after a failure the server rests until `tryAt` (null: it does not). Its problem stays while a change that it refused
 * waits. Does nothing if another worker has the claim.
 */
export async function releaseDelivery(
  queries: Queries,
  { server, claim_id }: ClaimedDelivery,
  failed: { problem: string; tries: number; tryAt: Date | null } | null,
): Promise<void> {
  await queries
    .updateTable('vip_deliveries')
    .set({
      claim_id: null,
      try_at: failed?.tryAt ?? null,
      tries: failed?.tries ?? 0,
      problem:
        failed?.problem ??
        sql<string>`case when exists (select from vip_on_servers where server_id = ${server} and refusals > 0) then problem else '' end`,
    })
    .where('server_id', '=', server)
    .where('claim_id', '=', claim_id)
    .execute()
}

/**
 * Records before the commands of a change that the server may have accepted them, whatever its answer; false, and nothing is written, if
 * another worker has the claim. `group`: of a member new there.
 */
export async function markCommandStarted(
  queries: Queries,
  claim: ClaimedDelivery,
  { steamId, until }: Change,
  group: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`${mineOf(claim)}
    insert into vip_on_servers (server_id, steam_id, group_name, expires_at, told_at)
      select server_id, ${steamId}::bigint, ${group}, ${until}::timestamptz, null from mine
      on conflict (server_id, steam_id) do update set told_at = null`.execute(queries)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Records a change that a server accepted; false, and nothing is written, if another worker has the claim.
 */
export async function saveDeliveredCommand(
  queries: Queries,
  claim: ClaimedDelivery,
  { steamId, kind, until }: Change,
  { group, now }: { group: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await (
    kind === 'expire'
      ? sql`${mineOf(claim)} delete from vip_on_servers held using mine ${isPlayerOfMine(steamId)}`
      : sql`${mineOf(claim)} update vip_on_servers held set expires_at = ${until}::timestamptz, group_name = ${group},
          told_at = ${now}, refusals = 0, try_at = null from mine ${isPlayerOfMine(steamId)}`
  ).execute(queries)
  return (numAffectedRows ?? 0n) > 0n
}

/** Records that a server did not take a change, which rests until `tryAt`; false if another worker has the claim. */
export async function saveRefusedChange(
  queries: Queries,
  claim: ClaimedDelivery,
  { steamId, refusals }: Change,
  tryAt: Date,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`${mineOf(claim)} update vip_on_servers held set refusals = ${refusals + 1}, try_at = ${tryAt}::timestamptz
      from mine ${isPlayerOfMine(steamId)}`.execute(queries)
  return (numAffectedRows ?? 0n) > 0n
}

/** The servers that did not take a change which is due again. */
export async function selectServersToRetry(queries: Queries, now: Date): Promise<string[]> {
  const rows = await queries
    .selectFrom('vip_on_servers')
    .select('server_id')
    .distinct()
    .where('try_at', '<=', now)
    .execute()
  return rows.map(({ server_id }) => server_id)
}

/** The server while the worker has the claim, locked: a reset that is under way comes first and ends the claim, a later one waits. */
function mineOf({ server, claim_id }: ClaimedDelivery): RawBuilder<unknown> {
  return sql`with mine as materialized (
    select server_id from vip_deliveries where server_id = ${server} and claim_id = ${claim_id} for share)`
}

function isPlayerOfMine(steamId: string): RawBuilder<unknown> {
  return sql`where held.server_id = mine.server_id and held.steam_id = ${steamId}`
}

/** How many each server is known to have at a time. */
export async function countApplied(
  queries: Queries,
  servers: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom('vip_on_servers')
    .select(['server_id', sql<number>`count(*)::integer`.as('count')])
    .where('server_id', 'in', servers)
    .where('told_at', 'is not', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .groupBy('server_id')
    .execute()
  return new Map(rows.map(({ server_id, count }) => [server_id, count]))
}
