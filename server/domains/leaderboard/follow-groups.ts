import { getAllGroups, getGroups } from '../accounts/index.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { filtersOf, groupBits } from './filters.ts'
import { writeBoards } from './hold.ts'
import { type ScoredRow, selectScores } from './rows-store.ts'
import { saveStandingGroups, selectStanders, selectStandingGroups } from './standers-store.ts'
import { type StandingMove, moveInStandings, movesIn } from './standings.ts'

type Parts = Pick<AppContext, 'database' | 'clock'>

/** A player is on a few dozen boards, in up to eight orders of each. */
const playersAtOnce = 100

/** I2: brings the filtered orders in line with the memberships that hold now, in steps; what is in line costs two reads. */
export async function followGroups(context: Parts, stop?: AbortSignal): Promise<void> {
  const { database, clock } = context
  const held = await getAllGroups(database, clock.now())
  const standing = await selectStandingGroups(database)
  const wrong = [...new Set([...held.keys(), ...standing.keys()])].filter(
    (steamId) => groupBits(held.get(steamId) ?? []) !== (standing.get(steamId) ?? 0),
  )
  for (let at = 0; at < wrong.length && !stop?.aborted; at += playersAtOnce) {
    const some = wrong.slice(at, at + playersAtOnce)
    await writeBoards(context, (tx) => regroup(tx, some, clock.now()))
  }
}

/** Puts players into the orders of the groups they hold, and out of those they no longer hold. */
async function regroup(tx: Queries, steamIds: readonly string[], now: Date): Promise<void> {
  const held = await getGroups(tx, steamIds, now)
  const { groups, hidden } = await selectStanders(tx, steamIds)
  const bitsNow = (steamId: string) => groupBits(held.get(steamId) ?? [])
  const rows = await selectScores(
    tx,
    steamIds.filter((steamId) => !hidden(steamId)),
  )
  await moveInStandings(
    tx,
    rows.flatMap((row) => movesBetween(row, groups(row.steamId), bitsNow(row.steamId))),
  )
  await saveStandingGroups(tx, new Map(steamIds.map((steamId) => [steamId, bitsNow(steamId)])))
}

function movesBetween({ boardId, steamId, score }: ScoredRow, before: number, after: number): StandingMove[] {
  const from = filtersOf(before)
  const to = filtersOf(after)
  const left = from.filter((filter) => !to.includes(filter))
  const entered = to.filter((filter) => !from.includes(filter))
  return [
    ...movesIn(left, { boardId, steamId, before: score, after: null }),
    ...movesIn(entered, { boardId, steamId, before: null, after: score }),
  ]
}
