import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorCreateReset, resetSchema } from '@clutch/contract/api/leaderboard/operator-boards.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { parseBoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { withBoardLock } from '../boards/board-lock.ts'
import { runResetStep } from './reset-steps.service.ts'
import * as store from './resets.store.ts'
import { findSeason } from '../seasons/seasons.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>
type Reset = z.infer<typeof resetSchema>

/** I3 fairness: every reset, newest first. */
export async function listResets(queries: Queries): Promise<Reset[]> {
  return (await store.selectResets(queries)).map(toReset)
}

/** One of them; throws `reset.not_found`. */
export async function getReset(queries: Queries, id: string): Promise<Reset> {
  return toReset(await getResetRow(queries, id))
}

/**
 * I3 fairness: sets counts back to nothing. The first step is done when this answers, which is all of one player's; the
 * worker does the others. Throws `season.not_found`.
 */
export function createReset(
  context: Dependencies,
  { steamId, mode, season }: Body<typeof operatorCreateReset>,
): Promise<Reset> {
  return withBoardLock(context, async (tx) => {
    const id = randomUUIDv7()
    await store.insertReset(tx, {
      id,
      steam_id: steamId ?? null,
      mode: mode ?? null,
      ...(await toResetSpan(tx, season)),
      state: 'running',
      created_at: context.clock.now(),
    })
    return runFirstStep(tx, id, context.clock.now())
  })
}

/** I3 fairness: gives back what a reset took, in the same way. Throws `reset.not_found` or `reset.already_undone`. */
export function undoReset(context: Dependencies, id: string): Promise<Reset> {
  return withBoardLock(context, async (tx) => {
    const reset = await getResetRow(tx, id)
    if (reset.state === 'undoing' || reset.state === 'undone') {
      throw new PortalError('reset.already_undone', 'This reset is undone already')
    }
    await store.updateResetState(tx, id, 'undoing')
    return runFirstStep(tx, id, context.clock.now())
  })
}

async function runFirstStep(tx: Queries, id: string, now: Date): Promise<Reset> {
  const finished = await runResetStep(tx, await getResetRow(tx, id), now)
  if (!finished) await store.notifyResetStarted(tx)
  return toReset(await getResetRow(tx, id))
}

async function toResetSpan(tx: Queries, season: string | undefined) {
  if (season === undefined) return { span: null, season_id: null }
  if (season === 'between') return { span: 'between', season_id: null }
  const { id } = (await findSeason(tx, season)) ?? {}
  if (id) return { span: 'season', season_id: id }
  throw new PortalError('season.not_found', 'There is no such season')
}

async function getResetRow(queries: Queries, id: string) {
  const [reset] = await store.selectResets(queries, id)
  if (reset) return reset
  throw new PortalError('reset.not_found', 'There is no such reset')
}

function toReset(row: store.ResetRow): Reset {
  const mode = parseBoardMode(row.mode)
  const season = row.span === 'between' ? row.span : row.season_id
  return {
    id: row.id,
    ...(row.steam_id !== null && { steamId: row.steam_id }),
    ...(mode && { mode }),
    ...(season !== null && { season }),
    rows: row.rows,
    state: row.state === 'running' || row.state === 'undoing' || row.state === 'undone' ? row.state : 'done',
    created: row.created_at.getTime(),
  }
}
