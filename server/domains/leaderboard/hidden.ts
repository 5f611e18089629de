import type * as z from 'zod/mini'
import type { hiddenPlayerSchema } from '@clutch/contract/api/operator-boards.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { touchBoards } from './boards-store.ts'
import { filtersOf } from './filters.ts'
import * as store from './hidden-store.ts'
import { writeBoards } from './hold.ts'
import { selectScores } from './rows-store.ts'
import { selectStanders } from './standers-store.ts'
import { movesIn, moveInStandings } from './standings.ts'

type Parts = Pick<AppContext, 'database' | 'clock'>
type HiddenPlayer = z.infer<typeof hiddenPlayerSchema>

/** I3 fairness: the hidden players, the latest first. */
export async function listHidden(queries: Queries): Promise<HiddenPlayer[]> {
  return (await store.selectHidden(queries)).map(told)
}

/** One of them; null for somebody who is not hidden. */
export async function readHidden(queries: Queries, steamId: string): Promise<HiddenPlayer | null> {
  const [row] = await store.selectHidden(queries, steamId)
  return row ? told(row) : null
}

/** I3 fairness: takes a player off every board at once; what they do is still counted. Again only changes the reason. */
export function hidePlayer(context: Parts, steamId: string, reason: string): Promise<HiddenPlayer> {
  return writeBoards(context, async (tx) => {
    const now = context.clock.now()
    const isNew = await store.insertHidden(tx, { steam_id: steamId, reason, hidden_at: now })
    if (isNew) await leaveOrEnter(tx, steamId, 'leave', now)
    const [row] = await store.selectHidden(tx, steamId)
    return told(row ?? { steam_id: steamId, reason, hidden_at: now, name: null })
  })
}

/** I3 fairness: puts a player back on every board, with everything counted meanwhile. Throws `player.not_found`. */
export function showPlayer(context: Parts, steamId: string): Promise<void> {
  return writeBoards(context, async (tx) => {
    if (!(await store.deleteHidden(tx, steamId))) {
      throw new PortalError('player.not_found', 'This player is not hidden')
    }
    await leaveOrEnter(tx, steamId, 'enter', context.clock.now())
  })
}

async function leaveOrEnter(tx: Queries, steamId: string, way: 'leave' | 'enter', now: Date): Promise<void> {
  const { groups } = await selectStanders(tx, [steamId])
  const filters = filtersOf(groups(steamId))
  const rows = await selectScores(tx, [steamId])
  const moves = rows.flatMap(({ boardId, score }) =>
    movesIn(filters, {
      boardId,
      steamId,
      before: way === 'leave' ? score : null,
      after: way === 'enter' ? score : null,
    }),
  )
  await moveInStandings(tx, moves)
  await touchBoards(
    tx,
    rows.map(({ boardId }) => boardId),
    now,
  )
}

function told({ steam_id, reason, hidden_at, name }: store.HiddenRow): HiddenPlayer {
  return { steamId: steam_id, nickname: name || steam_id, reason, since: hidden_at.getTime() }
}
