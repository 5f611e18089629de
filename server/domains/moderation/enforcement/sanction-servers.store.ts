import { sql } from 'kysely'
import { type Queries, notify } from '../../../platform/database/index.ts'

/** NOTIFY after something became due on a game server. */
export const sanctionsChannel = 'sanctions'

/** A player who came to a server. */
export interface Arrival {
  serverId: string
  steamId: string
  address: string | null
}

/**
 * Makes due what holds for players who came: the sanctions of their SteamID, and bans of their address. Returns how many. Two
 * lookups, each of an index that holds only what is not lifted. A sanction that is being lifted meanwhile is waited for and passed over.
 */
export async function queueArrivals(tx: Queries, arrivals: readonly Arrival[], now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with arrived (server_id, steam_id, address) as (
      select distinct * from unnest(${arrivals.map(({ serverId }) => serverId)}::uuid[],
        ${arrivals.map(({ steamId }) => steamId)}::bigint[], ${arrivals.map(({ address }) => address)}::text[])
    ), held as (
      select s.id, s.server_ids, a.server_id, a.steam_id from arrived a
        join sanctions s on s.steam_id = a.steam_id and s.lifted_at is null
        where s.expires_at is null or s.expires_at > ${now}
      union
      select s.id, s.server_ids, a.server_id, a.steam_id from arrived a
        join sanctions s on s.address = a.address and s.lifted_at is null and s.address is not null
        where s.expires_at is null or s.expires_at > ${now}
    ), still_held as materialized (
      select s.id from sanctions s where s.id in (select id from held) and s.lifted_at is null order by s.id for share
    )
    insert into sanction_servers as known (sanction_id, server_id, steam_id, wanted, state, due_at, changed_at)
      select held.id, held.server_id, held.steam_id, 'applied', 'waiting', ${now}, ${now} from held
        join still_held on still_held.id = held.id
        join servers on servers.id = held.server_id
        where servers.rcon_password is not null and (held.server_ids is null or held.server_id = any(held.server_ids))
      on conflict (sanction_id, server_id, steam_id)
        do update set due_at = excluded.due_at, claim_id = null, tries = 0, wanted = 'applied'`.execute(tx)
  if (numAffectedRows > 0n) await notify(tx, sanctionsChannel)
  return Number(numAffectedRows)
}

/** What the servers are brought to after a sanction was made, changed or lifted: applied where it holds, lifted elsewhere. */
export async function queueSanction(tx: Queries, sanctionId: string, now: Date): Promise<void> {
  const holds = sql`s.lifted_at is null and (s.server_ids is null or servers.id = any(s.server_ids))`
  const { rows: added } = await sql<{ id: string }>`
    insert into sanction_servers as known (sanction_id, server_id, steam_id, wanted, state, due_at, changed_at)
      select s.id, servers.id, s.steam_id, case when ${holds} then 'applied' else 'lifted' end, 'waiting', ${now}, ${now}
        from sanctions s cross join servers
        where s.id = ${sanctionId} and servers.rcon_password is not null
          and (s.server_ids is null or servers.id = any(s.server_ids))
      on conflict do nothing returning server_id as id`.execute(tx)
  // Every row but those just added: the clock of the process that wrote a row before may be ahead.
  const isAdded = sql`known.steam_id = s.steam_id and known.server_id = any(${added.map(({ id }) => id)}::uuid[])`
  await sql`
    update sanction_servers known
      set wanted = case when ${holds} then 'applied' else 'lifted' end, state = 'waiting', resend = true,
        due_at = ${now}, claim_id = null, tries = 0, problem = '', changed_at = ${now}
      from sanctions s, servers
      where s.id = ${sanctionId} and known.sanction_id = s.id and servers.id = known.server_id
        and not (${isAdded})`.execute(tx)
  await notify(tx, sanctionsChannel)
}

/** A server on which something is due. */
export interface DueServer {
  id: string
  /** When the last row became due that was not tried yet; null where each was tried. */
  queuedAt: Date | null
}

/** The servers on which something is due at a time, the longest waiting first, and when the next will be. */
export async function selectDueServers(
  queries: Queries,
  now: Date,
): Promise<{ servers: DueServer[]; next: Date | null }> {
  const { rows } = await sql<DueServer & { due: Date }>`select server_id as id, min(due_at) as due,
      max(due_at) filter (where tries = 0 and due_at <= ${now}) as "queuedAt"
    from sanction_servers where due_at is not null group by server_id order by 2`.execute(queries)
  return {
    servers: rows.filter(({ due }) => due <= now).map(({ id, queuedAt }) => ({ id, queuedAt })),
    next: rows.find(({ due }) => due > now)?.due ?? null,
  }
}

/** A sanction that is due on a server, claimed. */
export interface ClaimedRow {
  sanctionId: string
  serverId: string
  /** Who is kept out; another account than the sanction's where that is by address. */
  steamId: string
  ofSteamId: string
  kind: 'ban' | 'mute' | 'gag'
  reason: string
  wanted: 'applied' | 'lifted'
  expiresAt: Date | null
  liftedAt: Date | null
  sentAt: Date | null
  resend: boolean
  tries: number
  isHeldByAnother: boolean
}

/** Claims what is due on a server until a time; rows that another worker claims are passed over. */
export async function claimRows(
  queries: Queries,
  { serverId, claimId, limit }: { serverId: string; claimId: string; limit: number },
  now: Date,
  until: Date,
): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select sanction_id, server_id, steam_id from sanction_servers
        where server_id = ${serverId} and due_at <= ${now} order by due_at limit ${limit} for update skip locked
    ), claimed as (
      update sanction_servers known set claim_id = ${claimId}, due_at = ${until} from due
        where (known.sanction_id, known.server_id, known.steam_id) = (due.sanction_id, due.server_id, due.steam_id)
        returning known.*
    )
    select claimed.sanction_id as "sanctionId", claimed.server_id as "serverId", claimed.steam_id as "steamId",
        s.steam_id as "ofSteamId", s.kind, s.reason, claimed.wanted, s.expires_at as "expiresAt",
        s.lifted_at as "liftedAt", claimed.sent_at as "sentAt", claimed.resend, claimed.tries,
        exists (select from sanctions o where o.steam_id = s.steam_id and o.kind = s.kind and o.id <> s.id
          and o.lifted_at is null and (o.expires_at is null or o.expires_at > ${now})
          and (o.server_ids is null or claimed.server_id = any(o.server_ids))) as "isHeldByAnother"
      from claimed join sanctions s on s.id = claimed.sanction_id`.execute(queries)
  return rows
}

type RowKey = Pick<ClaimedRow, 'sanctionId' | 'serverId' | 'steamId'>

/** Notes before a command is sent that the server may have taken it, whatever it answers. */
export async function markSent(queries: Queries, key: RowKey, now: Date): Promise<void> {
  await rowOf(queries, key).set({ sent_at: now }).execute()
}

/** Counts a kick; also where the row became due again meanwhile. */
export async function markKicked(queries: Queries, key: RowKey, now: Date): Promise<void> {
  await rowOf(queries, key)
    .set({ kicked_at: now, kicks: sql`kicks + 1` })
    .execute()
}

/** What one try left. */
export interface RowResult {
  state: string
  problem: string
  tries: number
  dueAt: Date | null
  isSent: boolean
}

/** Stores the result of a try, unless the row became due again meanwhile or another worker claimed it. */
export async function saveResult(
  queries: Queries,
  { claimId, ...key }: RowKey & { claimId: string },
  { state, problem, tries, dueAt, isSent }: RowResult,
  now: Date,
): Promise<void> {
  await rowOf(queries, key)
    .set({ state, problem, tries, due_at: dueAt, changed_at: now, claim_id: null })
    .$if(isSent, (query) => query.set({ resend: false }))
    .where('claim_id', '=', claimId)
    .execute()
}

/** Postpones what a claim still holds, each row for twice as long as the last time. */
export async function postponeClaimed(
  queries: Queries,
  { serverId, claimId }: { serverId: string; claimId: string },
  { problem, rest }: { problem: string; rest: { firstMs: number; longestMs: number } },
  now: Date,
): Promise<void> {
  const restMs = sql`least(${rest.longestMs}::float8, ${rest.firstMs}::float8 * 2 ^ least(tries + 1, 20))`
  await sql`update sanction_servers set state = 'waiting', problem = ${problem}, tries = tries + 1, claim_id = null,
      changed_at = ${now}, due_at = ${now}::timestamptz + ${restMs} * interval '1 ms'
    where server_id = ${serverId} and claim_id = ${claimId}`.execute(queries)
}

function rowOf(queries: Queries, { sanctionId, serverId, steamId }: RowKey) {
  return queries
    .updateTable('sanction_servers')
    .where('sanction_id', '=', sanctionId)
    .where('server_id', '=', serverId)
    .where('steam_id', '=', steamId)
}

/** Takes the turn to ask a server who plays there, unless it was asked since a time; false then. */
export async function claimCheck(
  queries: Queries,
  serverId: string,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into sanction_checks as known (server_id, checked_at) select id, ${now} from servers where id = ${serverId}
      on conflict (server_id) do update set checked_at = excluded.checked_at where known.checked_at <= ${since}`.execute(
    queries,
  )
  return numAffectedRows > 0n
}

/** How a sanction is on each server, for operators. */
export function selectSanctionServers(queries: Queries, sanctionId: string) {
  return queries
    .selectFrom('sanction_servers')
    .innerJoin('servers', 'servers.id', 'sanction_servers.server_id')
    .select(['server_id', 'servers.name', 'steam_id', 'state', 'problem', 'tries', 'due_at', 'changed_at'])
    .select(['kicks', 'kicked_at'])
    .where('sanction_id', '=', sanctionId)
    .orderBy('servers.name')
    .orderBy('server_id')
    .orderBy('steam_id')
    .execute()
}
