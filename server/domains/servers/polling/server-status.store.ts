import { sql } from 'kysely'
import { type Queries, notify } from '../../../platform/database/index.ts'
import type { QueryTarget } from '../query/query-driver.ts'
import { listChannel } from '../registry/registry.store.ts'
import type { ServerStatus } from './server-status.ts'

/** Selects what the poller queries: every server that is not hidden, with its last status. */
export function selectPolledServers(queries: Queries) {
  return queries
    .selectFrom('servers')
    .leftJoin('server_status as status', 'status.server_id', 'servers.id')
    .select(['id', 'ip', 'port', 'protocol'])
    .select(['status.state', 'status.map', 'status.players', 'status.max', 'status.bots', 'status.locked'])
    .select('status.game_version')
    .where('hidden', '=', false)
    .orderBy('id')
    .execute()
}

/** What the list is made of, and its version and time, all of one moment. */
export async function selectServerList(queries: Queries) {
  const rows = await queries
    .selectFrom('server_snapshot')
    .leftJoin('servers', (join) => join.on('servers.hidden', '=', false))
    .leftJoin('server_status as status', 'status.server_id', 'servers.id')
    .select(['server_snapshot.version', 'server_snapshot.confirmed_at'])
    .select(['id', 'ip', 'port', 'protocol', 'rcon_password', 'name', 'name_display', 'category', 'region'])
    .select(['tickrate', 'players_max', 'reserved', 'ontop', 'star'])
    .select(['maintenance', 'maintenance_zh', 'maintenance_en'])
    .select(['status.state', 'status.map', 'status.players', 'status.max', 'status.bots', 'status.locked'])
    .select('status.game_version')
    .select((row) => row.selectFrom('game_version_check').select('required_version').as('required_version'))
    .orderBy('id')
    .execute()
  const [first] = rows
  return {
    version: first?.version ?? '0',
    at: first?.confirmed_at.getTime() ?? 0,
    rows: rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ id, ...row }])),
  }
}

export type ListRow = Awaited<ReturnType<typeof selectServerList>>['rows'][number]

/** The observed status of a server, and its address. */
export interface ObservedStatus {
  target: QueryTarget
  status: ServerStatus
}

/**
 * Writes what changed and that the rest still holds, as one step, and wakes the web processes. The version rises only
 * when something changed; servers removed, moved or hidden meanwhile are passed over.
 */
export async function saveStatuses(
  queries: Queries,
  changed: ReadonlyMap<string, ObservedStatus>,
  now: Date,
): Promise<void> {
  await queries.transaction().execute(async (tx) => {
    if (changed.size > 0) await upsertStatuses(tx, changed, now)
    const { version } = await tx
      .updateTable('server_snapshot')
      .set({ version: sql`version + ${changed.size > 0 ? 1 : 0}`, confirmed_at: now })
      .returning('version')
      .executeTakeFirstOrThrow()
    await notify(tx, listChannel, `${version} ${now.getTime()}`)
  })
}

async function upsertStatuses(
  tx: Queries,
  changed: ReadonlyMap<string, ObservedStatus>,
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(
    Array.from(changed, ([server_id, { target, status }]) => ({
      server_id,
      ...target,
      ...status,
      game_version: status.gameVersion,
    })),
  )
  await sql`
    insert into server_status (server_id, state, map, players, max, bots, locked, game_version, online_since,
        offline_since)
    select s.server_id, s.state, s.map, s.players, s.max, s.bots, s.locked, s.game_version,
        case when s.state = 'online' then ${now}::timestamptz end,
        case when s.state = 'offline' then ${now}::timestamptz end
      from jsonb_to_recordset(${rows}::jsonb) as s (
        server_id uuid, ip text, port integer, protocol text,
        state text, map text, players integer, max integer, bots integer, locked boolean, game_version text)
      join servers on servers.id = s.server_id and servers.ip = s.ip and servers.port = s.port
        and servers.protocol = s.protocol and not servers.hidden
      order by s.server_id
      for key share of servers
    on conflict (server_id) do update set state = excluded.state, map = excluded.map, players = excluded.players,
      max = excluded.max, bots = excluded.bots, locked = excluded.locked, game_version = excluded.game_version,
      online_since = case when server_status.state = 'offline' and excluded.state = 'online'
        then excluded.online_since else server_status.online_since end,
      offline_since = case when server_status.state = excluded.state
        then server_status.offline_since else excluded.offline_since end`.execute(tx)
}
