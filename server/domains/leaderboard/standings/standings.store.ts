import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { standingKeyColumns, standingKeyArrays } from './standing-keys.store.ts'
import type { Standing } from './ranges.ts'

const matchesKey = sql`(s.board_id, s.filter, s.minus_kills, s.deaths, s.steam_id)
  = (k.board_id, k.filter, k.minus_kills, k.deaths, k.steam_id)`

/**
 * Keeps the planner to nested loops over indexes: a batch changes few of many rows, and what the planner believes of a
 * table that grows may be hours old. Until `freePlanner`, or until the transaction ends.
 */
export function forceIndexJoins(tx: Queries): Promise<void> {
  return setJoinSettings(tx, 'off')
}

/** Lets the planner join as it likes again, for those who go on with the transaction. */
export function resetJoinSettings(tx: Queries): Promise<void> {
  return setJoinSettings(tx, 'on')
}

async function setJoinSettings(tx: Queries, other: 'on' | 'off'): Promise<void> {
  await sql`
    select set_config('enable_hashjoin', ${other}, true), set_config('enable_mergejoin', ${other}, true)`.execute(
    tx,
  )
}

/** Takes players out of orders. */
export async function deleteStandings(tx: Queries, standings: readonly Standing[]): Promise<void> {
  if (standings.length === 0) return
  await sql`
    delete from standings s
      using (select * from unnest(${standingKeyArrays(standings)}) as k (${standingKeyColumns}) order by ${standingKeyColumns}) k
      where ${matchesKey}`.execute(tx)
}

/** Puts players into orders, in the order of the index: neighbours share its pages. */
export async function insertStandings(tx: Queries, standings: readonly Standing[]): Promise<void> {
  if (standings.length === 0) return
  await sql`
    insert into standings (${standingKeyColumns})
      select * from unnest(${standingKeyArrays(standings)}) as k (${standingKeyColumns}) order by ${standingKeyColumns}`.execute(
    tx,
  )
}
