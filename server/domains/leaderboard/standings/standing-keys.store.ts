import { sql } from 'kysely'
import { toPostgresArray } from '../boards/postgres-array.ts'
import type { Standing } from './ranges.ts'

/** The arrays of places in orders, for `unnest`. */
export const standingKeyArrays = (standings: readonly Standing[]) => sql`
  ${toPostgresArray(standings.map(({ boardId }) => boardId))}::integer[],
  ${toPostgresArray(standings.map(({ filter }) => filter))}::smallint[],
  ${toPostgresArray(standings.map(({ minusKills }) => minusKills))}::integer[],
  ${toPostgresArray(standings.map(({ deaths }) => deaths))}::integer[],
  ${toPostgresArray(standings.map(({ steamId }) => steamId))}::bigint[]`

/** Their columns. */
export const standingKeyColumns = sql.raw('board_id, filter, minus_kills, deaths, steam_id')
