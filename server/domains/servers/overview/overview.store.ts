import { containsPattern } from '../../../platform/database/like-pattern.ts'
import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** Selects every registered server, its present status, and the last minute in which it answered. */
export function selectServerSummaries(queries: Queries) {
  return queries
    .selectFrom('servers')
    .leftJoin('server_status as status', 'status.server_id', 'servers.id')
    .select(['id', 'name', 'name_display', 'ip', 'port', 'category', 'hidden', 'players_max'])
    .select(['status.state', 'status.map', 'status.players', 'status.max'])
    .select((row) =>
      row
        .selectFrom('server_history_minutes as minutes')
        .select((minute) => minute.fn.max('minutes.at').as('at'))
        .whereRef('minutes.server_id', '=', 'servers.id')
        .as('heard'),
    )
    .orderBy('ontop', 'desc')
    .orderBy('star', 'desc')
    .orderBy('servers.name')
    .orderBy('id')
    .execute()
}

export async function countServers(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom('servers')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The number of the list, and when a poller last confirmed it. */
export async function selectListVersion(queries: Queries): Promise<{ version: string; at: Date }> {
  const { version, confirmed_at: at } = await queries
    .selectFrom('server_snapshot')
    .select(['version', 'confirmed_at'])
    .executeTakeFirstOrThrow()
  return { version, at }
}

/** The servers whose name or address a text is a part of. */
export function selectServersByText(queries: Queries, find: string, limit: number) {
  const part = containsPattern(find)
  return queries
    .selectFrom('servers')
    .select(['id', 'name', 'ip', 'port'])
    .where(sql<boolean>`(name ilike ${part} or name_display ilike ${part} or ip || ':' || port like ${part})`)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
}
