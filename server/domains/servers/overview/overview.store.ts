import { containsPattern } from '../../../platform/database/like-pattern.ts'
import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** Players on all servers together: the average of each step, by the step's beginning. */
export interface PlayerCountStep {
  at: Date
  players: number
}

/**
 * The steps of [from, to), the earliest first, without those of which nothing is known: from minutes since `minutesFrom`, from
 * hours before it.
 */
export async function selectPlayerCountSteps(
  queries: Queries,
  { from, to, minutesFrom, stepMs }: { from: Date; to: Date; minutesFrom: Date; stepMs: number },
): Promise<PlayerCountStep[]> {
  const step = sql`make_interval(secs => ${stepMs / 1_000})`
  const { rows } = await sql<PlayerCountStep>`
    select at, sum(average)::float8 as players
      from (
        select date_bin(${step}, at, ${from}::timestamptz) as at, server_id,
            sum(players_sum)::float8 / sum(samples) as average
          from (
            select at, server_id, players_sum, samples from server_history_minutes
              where at >= greatest(${from}::timestamptz, ${minutesFrom}) and at < ${to}
            union all
            select at, server_id, players_sum, samples from server_history_hours
              where at >= ${from} and at < least(${to}::timestamptz, ${minutesFrom})
          ) as counted
          group by 1, 2
      ) as steps
      group by 1 order by 1`.execute(queries)
  return rows
}

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
