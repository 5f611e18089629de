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
 * As every statement that waits for several of these rows, it locks them in the order of their key: two never wait for each other.
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
        order by held.id, held.server_id, held.steam_id
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
        order by servers.id
      on conflict do nothing returning server_id as id`.execute(tx)
  // Every row but those just added: the clock of the process that wrote a row before may be ahead.
  const isAdded = sql`known.steam_id = s.steam_id and known.server_id = any(${added.map(({ id }) => id)}::uuid[])`
  await sql`select from sanction_servers where sanction_id = ${sanctionId}
    order by server_id, steam_id for update`.execute(tx)
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
