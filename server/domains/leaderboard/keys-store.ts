import { sql } from 'kysely'
import { arrayOf } from './arrays.ts'
import type { Standing } from './ranges.ts'

/** The arrays of places in orders, for `unnest`. */
export const keys = (standings: readonly Standing[]) => sql`
  ${arrayOf(standings.map(({ boardId }) => boardId))}::integer[],
  ${arrayOf(standings.map(({ filter }) => filter))}::smallint[],
  ${arrayOf(standings.map(({ minusKills }) => minusKills))}::integer[],
  ${arrayOf(standings.map(({ deaths }) => deaths))}::integer[],
  ${arrayOf(standings.map(({ steamId }) => steamId))}::bigint[]`

/** Their columns. */
export const keyColumns = sql.raw('board_id, filter, minus_kills, deaths, steam_id')
