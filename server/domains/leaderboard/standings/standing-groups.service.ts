import { getAllGroups, getGroups } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { matchingFilters, toGroupBits } from '../boards/group-filters.ts'
import { withBoardLock } from '../boards/board-lock.ts'
import { type ScoredRow, selectScores } from '../boards/board-rows.store.ts'
import {
  saveStandingGroups,
  selectStandingAttributes,
  selectStandingGroups,
} from './standing-groups.store.ts'
import { type StandingMove, applyStandingMoves, toMovesInFilters } from './standings.service.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** A player is on a few dozen boards, in up to eight orders of each. */
const batchSize = 100

/**
 * I2: updates the filtered orders to the current memberships, in steps; an up-to-date state costs two reads.
 */
export async function syncStandingGroups(context: Dependencies, stop?: AbortSignal): Promise<void> {
  const { database, clock } = context
  const held = await getAllGroups(database, clock.now())
  const standings = await selectStandingGroups(database)
  const wrong = [...new Set([...held.keys(), ...standings.keys()])].filter(
    (steamId) => toGroupBits(held.get(steamId) ?? []) !== (standings.get(steamId) ?? 0),
  )
  for (let at = 0; at < wrong.length && !stop?.aborted; at += batchSize) {
    const some = wrong.slice(at, at + batchSize)
    await withBoardLock(context, (tx) => moveToCurrentGroups(tx, some, clock.now()))
  }
}

/** Puts players into the orders of the groups they hold, and out of those they no longer hold. */
async function moveToCurrentGroups(tx: Queries, steamIds: readonly string[], now: Date): Promise<void> {
  const held = await getGroups(tx, steamIds, now)
  const { groups, hidden } = await selectStandingAttributes(tx, steamIds)
  const bitsNow = (steamId: string) => toGroupBits(held.get(steamId) ?? [])
  const rows = await selectScores(
    tx,
    steamIds.filter((steamId) => !hidden(steamId)),
  )
  await applyStandingMoves(
    tx,
    rows.flatMap((row) => toGroupMoves(row, groups(row.steamId), bitsNow(row.steamId))),
  )
  await saveStandingGroups(tx, new Map(steamIds.map((steamId) => [steamId, bitsNow(steamId)])))
}

function toGroupMoves({ boardId, steamId, score }: ScoredRow, before: number, after: number): StandingMove[] {
  const from = matchingFilters(before)
  const to = matchingFilters(after)
  const left = from.filter((filter) => !to.includes(filter))
  const entered = to.filter((filter) => !from.includes(filter))
  return [
    ...toMovesInFilters(left, { boardId, steamId, before: score, after: null }),
    ...toMovesInFilters(entered, { boardId, steamId, before: null, after: score }),
  ]
}
