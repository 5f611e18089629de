import type * as z from 'zod/mini'
import type { hiddenPlayerSchema } from '@clutch/contract/api/leaderboard/operator-boards.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { updateChangedAt } from '../boards/boards.store.ts'
import { matchingFilters } from '../boards/group-filters.ts'
import * as store from './hidden-players.store.ts'
import { withBoardLock } from '../boards/board-lock.ts'
import { selectScores } from '../boards/board-rows.store.ts'
import { selectStandingAttributes } from '../standings/standing-groups.store.ts'
import { toMovesInFilters, applyStandingMoves } from '../standings/standings.service.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>
type HiddenPlayer = z.infer<typeof hiddenPlayerSchema>

/** I3 fairness: the hidden players, the latest first. */
export async function listHiddenPlayers(queries: Queries): Promise<HiddenPlayer[]> {
  return (await store.selectHiddenPlayers(queries)).map(toHiddenPlayer)
}

/** Returns one hidden player; null where the player is not hidden. */
export async function findHiddenPlayer(queries: Queries, steamId: string): Promise<HiddenPlayer | null> {
  const [row] = await store.selectHiddenPlayers(queries, steamId)
  return row ? toHiddenPlayer(row) : null
}

/**
 * I3 fairness: removes a player from every board at once; their counts continue. A repeat only changes the
 * reason.
 */
export function hidePlayer(
  context: Dependencies,
  steamId: string,
  reason: string,
  writeAudit: WriteAudit = noAudit,
): Promise<HiddenPlayer> {
  return withBoardLock(context, async (tx) => {
    const now = context.clock.now()
    const isNew = await store.upsertHiddenPlayer(tx, { steam_id: steamId, reason, hidden_at: now })
    if (isNew) await moveOnAllBoards(tx, steamId, 'leave', now)
    await writeAudit(tx)
    const [row] = await store.selectHiddenPlayers(tx, steamId)
    return toHiddenPlayer(row ?? { steam_id: steamId, reason, hidden_at: now, name: null })
  })
}

/** I3 fairness: puts a player back on every board, with everything counted meanwhile. Throws `player.not_found`. */
export function unhidePlayer(
  context: Dependencies,
  steamId: string,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  return withBoardLock(context, async (tx) => {
    if (!(await store.deleteHiddenPlayer(tx, steamId))) {
      throw new PortalError('player.not_found', 'This player is not hidden')
    }
    await moveOnAllBoards(tx, steamId, 'enter', context.clock.now())
    await writeAudit(tx)
  })
}

async function moveOnAllBoards(
  tx: Queries,
  steamId: string,
  way: 'leave' | 'enter',
  now: Date,
): Promise<void> {
  const { groups } = await selectStandingAttributes(tx, [steamId])
  const filters = matchingFilters(groups(steamId))
  const rows = await selectScores(tx, [steamId])
  const moves = rows.flatMap(({ boardId, score }) =>
    toMovesInFilters(filters, {
      boardId,
      steamId,
      before: way === 'leave' ? score : null,
      after: way === 'enter' ? score : null,
    }),
  )
  await applyStandingMoves(tx, moves)
  await updateChangedAt(
    tx,
    rows.map(({ boardId }) => boardId),
    now,
  )
}

function toHiddenPlayer({ steam_id, reason, hidden_at, name }: store.HiddenPlayerRow): HiddenPlayer {
  return { steamId: steam_id, nickname: name || steam_id, reason, since: hidden_at.getTime() }
}
