import type { Counts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { fillCounts, playerId } from './board-fixture.ts'

type ModelRows = Map<number, Counts>

interface ModelReset {
  rows: { board: string; player: number; counts: Counts }[]
  undone: boolean
}

const countNames = Object.keys(fillCounts({})) as (keyof Counts)[]
const hasCounts = (row: Counts) => countNames.some((name) => row[name] > 0)

/** A simple model of the boards: sums in lists that are sorted on read. */
export class BoardModel {
  season: number | null = null
  seasons = 0
  readonly hidden = new Set<number>()
  readonly groups = new Map<number, number>()
  readonly resets: ModelReset[] = []
  readonly #boards = new Map<string, ModelRows>()

  /** Names of all boards that were ever counted for. */
  get boards(): string[] {
    return [...this.#boards.keys()]
  }

  count(mode: string, players: Readonly<Record<number, Partial<Counts>>>): void {
    const span = this.season === null ? 'between' : `season${this.season}`
    for (const [player, some] of Object.entries(players)) {
      for (const board of [`${span} ${mode}`, `all ${mode}`])
        this.#add(board, Number(player), fillCounts(some), 1)
    }
  }

  /** Takes the rows of the scope; answers the reset's number. */
  reset(player: number | null, mode: string | null, span: string | null): number {
    const rows = this.boards
      .filter((board) => !board.startsWith('all '))
      .filter(
        (board) =>
          (mode === null || board.endsWith(` ${mode}`)) && (span === null || board.startsWith(`${span} `)),
      )
      .flatMap((board) =>
        [...this.#rows(board)]
          .filter(([who, row]) => (player === null ? hasCounts(row) || this.hidden.has(who) : who === player))
          .map(([who, row]) => ({ board, player: who, counts: { ...row } })),
      )
    for (const row of rows) this.#addBoth(row, -1)
    return this.resets.push({ rows, undone: false }) - 1
  }

  undo(reset: ModelReset): void {
    reset.undone = true
    for (const row of reset.rows) this.#addBoth(row, 1)
  }

  /** Returns the players of an order, the best first, with their shown counts. */
  order(board: string, filter: number): { player: number; shown: Counts }[] {
    return [...this.#rows(board)]
      .filter(([player, row]) => hasCounts(row) && !this.hidden.has(player))
      .filter(([player]) => filter === 0 || ((this.groups.get(player) ?? 0) & filter) !== 0)
      .map(([player, row]) => ({ player, shown: clampCounts(row) }))
      .toSorted(
        (a, b) =>
          b.shown.kills - a.shown.kills ||
          a.shown.deaths - b.shown.deaths ||
          Number(BigInt(playerId(a.player)) - BigInt(playerId(b.player))),
      )
  }

  /** Returns the shown counts of a player on a board, hidden or not; undefined where there are none. */
  row(board: string, player: number): Counts | undefined {
    const row = this.#rows(board).get(player)
    return row && hasCounts(row) ? clampCounts(row) : undefined
  }

  #addBoth({ board, player, counts: row }: ModelReset['rows'][number], sign: 1 | -1): void {
    this.#add(board, player, row, sign)
    this.#add(`all ${board.split(' ')[1]}`, player, row, sign)
  }

  #add(board: string, player: number, more: Counts, sign: 1 | -1): void {
    const rows = this.#rows(board)
    const row = rows.get(player) ?? fillCounts({})
    for (const name of countNames) row[name] += sign * more[name]
    if (countNames.every((name) => row[name] === 0)) rows.delete(player)
    else rows.set(player, row)
  }

  #rows(board: string): ModelRows {
    const rows = this.#boards.get(board) ?? new Map<number, Counts>()
    this.#boards.set(board, rows)
    return rows
  }
}

function clampCounts(row: Counts): Counts {
  const shown = { ...row }
  for (const name of countNames) shown[name] = Math.max(0, row[name])
  return shown
}
