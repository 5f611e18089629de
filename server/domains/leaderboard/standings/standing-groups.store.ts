import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { toPostgresArray } from '../boards/postgres-array.ts'

/** What determines the orders that include a player. */
export interface StandingAttributes {
  /** A player's group bits; 0 where there are none. */
  groups: (steamId: string) => number
  hidden: (steamId: string) => boolean
}

/** Returns what determines the orders of these players: their groups and whether they are hidden. */
export async function selectStandingAttributes(
  queries: Queries,
  steamIds: readonly string[],
): Promise<StandingAttributes> {
  const requested = sql`any (${toPostgresArray(steamIds)}::bigint[])`
  const { rows } = await sql<{ steam_id: string; groups: number | null }>`
    select steam_id, groups from standing_groups where steam_id = ${requested}
    union all
    select steam_id, null from hidden_players where steam_id = ${requested}`.execute(queries)
  const bits = new Map(rows.flatMap((row) => (row.groups === null ? [] : [[row.steam_id, row.groups]])))
  const hidden = new Set(rows.flatMap((row) => (row.groups === null ? [row.steam_id] : [])))
  return {
    groups: (steamId) => bits.get(steamId) ?? 0,
    hidden: (steamId) => hidden.has(steamId),
  }
}

/** Returns the group bits by which players are ordered now. */
export async function selectStandingGroups(queries: Queries): Promise<Map<string, number>> {
  const rows = await queries.selectFrom('standing_groups').select(['steam_id', 'groups']).execute()
  return new Map(rows.map((row) => [row.steam_id, row.groups]))
}

/** Saves the group bits by which players are ordered from now on; 0 is none. */
export async function saveStandingGroups(tx: Queries, bits: ReadonlyMap<string, number>): Promise<void> {
  if (bits.size === 0) return
  await tx
    .deleteFrom('standing_groups')
    .where('steam_id', 'in', [...bits.keys()])
    .execute()
  const rows = [...bits].flatMap(([steam_id, groups]) => (groups === 0 ? [] : [{ steam_id, groups }]))
  if (rows.length > 0) await tx.insertInto('standing_groups').values(rows).execute()
}
