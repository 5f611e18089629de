import type { BoardPage, BoardRow, UserStats } from '@clutch/contract/api/leaderboard/boards.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { allTime, boardPageSize, boardTopCount } from '@clutch/contract/limits.ts'
import { type BoardMode, boardModes } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { getAvatarUrls, getGroups } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type PlayerProfiles, toBoardRow } from './board-row.ts'
import { type Board, type BoardKey, findBoard, selectBoards } from './boards.store.ts'
import type { CachedPages } from './cached-pages.ts'
import { groupBit, unfiltered, parseGroupFilter } from './group-filters.ts'
import { findPlayerNames } from '../players/player-names.ts'
import { type RankedBoardRow, countPlayersByFilter, selectBoardPage } from './board-pages.store.ts'
import { selectPlayerBoardRows } from '../standings/player-ranks.store.ts'
import { findSeason } from '../seasons/seasons.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** With the pages that this process keeps. */
type PageDependencies = Dependencies & { pages: CachedPages }

/** What a visitor chose; no season is all-time too. */
export interface BoardChoice {
  season?: string | undefined
  usergroup?: string | undefined
}

/** I2: the first players of a board, by rank. Throws `season.not_found`. */
export async function getTopPlayers(
  context: PageDependencies,
  mode: BoardMode,
  choice: BoardChoice,
): Promise<BoardRow[]> {
  const board = await findChosenBoard(context.database, mode, choice)
  if (!board) return []
  return context.pages.get(`${board.id} top`, board.revision, async () => {
    const list = { boardId: board.id, filter: unfiltered }
    const { rows } = await selectBoardPage(context.database, list, 0, boardTopCount)
    return toBoardRows(context, rows)
  })
}

/** I8: one page, 1-based; of an empty board there are no pages. Throws `season.not_found`. */
export async function getBoardPage(
  context: PageDependencies,
  mode: BoardMode,
  choice: BoardChoice & { page: number },
): Promise<BoardPage> {
  const board = await findChosenBoard(context.database, mode, choice)
  if (!board) return { data: [], totalPages: 0, total: 0, groups: { pro: 0, kol: 0, op: 0 }, updated: null }
  const filter = parseGroupFilter(choice.usergroup)
  const load = () => loadBoardPage(context, board, filter, choice.page)
  return choice.page === 1 ? context.pages.get(`${board.id} ${filter}`, board.revision, load) : load()
}

async function loadBoardPage(
  context: Dependencies,
  board: Board,
  filter: number,
  page: number,
): Promise<BoardPage> {
  const list = { boardId: board.id, filter }
  const offset = (page - 1) * boardPageSize
  const { rows, total } = await selectBoardPage(context.database, list, offset, boardPageSize)
  const playerCounts = await countPlayersByFilter(context.database, board.id)
  const ofGroup = (group: 'pro' | 'kol' | 'op') => playerCounts.get(groupBit(group)) ?? 0
  return {
    data: await toBoardRows(context, rows),
    totalPages: Math.ceil(total / boardPageSize),
    total,
    groups: { pro: ofGroup('pro'), kol: ofGroup('kol'), op: ofGroup('op') },
    updated: board.changedAt?.getTime() ?? null,
  }
}

/**
 * I8: returns a player's row on each mode's board, in the order of the tabs, ranked among all players. Throws
 * `season.not_found`.
 */
export async function getUserStats(
  context: Dependencies,
  steamId: string,
  choice: BoardChoice,
): Promise<UserStats[]> {
  const { database } = context
  const span = await getChosenSpan(database, choice)
  const boards = (await selectBoards(database)).filter(
    (board) => board.span === span.span && board.seasonId === span.seasonId,
  )
  const rows = await selectPlayerBoardRows(
    database,
    boards.map(({ id }) => id),
    steamId,
  )
  if (rows.length === 0) return []
  const name = (await findPlayerNames(database, [steamId])).get(steamId) ?? null
  const known = await getPlayerProfiles(context, [steamId])
  return boardModes.flatMap((mode) => {
    const board = boards.find((each) => each.mode === mode)
    const row = rows.find((each) => each.board_id === board?.id)
    if (!row) return []
    const rank = row.rank === null ? null : Number(row.rank)
    return [{ ...toBoardRow({ ...row, name }, rank, known), mode }]
  })
}

/** The board of a choice; undefined while nothing was counted for it. Throws `season.not_found`. */
export async function findChosenBoard(
  queries: Queries,
  mode: BoardMode,
  choice: BoardChoice,
): Promise<Board | undefined> {
  const { season } = choice
  if (season === undefined || season === allTime) {
    return findBoard(queries, { span: 'all', seasonId: null, mode })
  }
  const board = await findBoard(queries, { span: 'season', seasonId: season, mode })
  // A board's season exists; without a board it may not.
  if (!board) await getChosenSpan(queries, choice)
  return board
}

async function getChosenSpan(queries: Queries, { season }: BoardChoice): Promise<Omit<BoardKey, 'mode'>> {
  if (season === undefined || season === allTime) return { span: 'all', seasonId: null }
  const found = await findSeason(queries, season)
  if (!found) throw new PortalError('season.not_found', 'There is no such season')
  return { span: 'season', seasonId: found.id }
}

async function toBoardRows(context: Dependencies, rows: readonly RankedBoardRow[]): Promise<BoardRow[]> {
  const known = await getPlayerProfiles(
    context,
    rows.map((row) => row.steam_id),
  )
  return rows.map((row) => toBoardRow(row, Number(row.rank), known))
}

async function getPlayerProfiles(
  { database, clock }: Dependencies,
  steamIds: readonly string[],
): Promise<PlayerProfiles> {
  const [groups, avatars] = await Promise.all([
    getGroups(database, steamIds, clock.now()),
    getAvatarUrls(database, steamIds),
  ])
  return { groups, avatars }
}
