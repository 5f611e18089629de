/** One statistic that is counted of a player. */
interface Statistic {
  /** Its name in counted batches and in code. */
  count: string
  /** Its column in the tables of the boards. */
  column: string
  /** Its name in answers of the API and in CSV exports. */
  wire: string
}

/**
 * Every counted statistic: the one definition from which types, zero counts, columns, API schema and CSV columns are derived
 * (I4, I8). A new one is appended, and needs a migration that adds its column to the tables of the boards, a name in both
 * languages (`leaderboard.stat`), and the event that counts it.
 */
export const statistics = [
  { count: 'kills', column: 'kills', wire: 'kills' },
  { count: 'deaths', column: 'deaths', wire: 'deaths' },
  { count: 'headshots', column: 'headshots', wire: 'headshots' },
  { count: 'playtimeMs', column: 'playtime_ms', wire: 'playtime' },
  { count: 'rifleKills', column: 'rifle_kills', wire: 'rifle_kills' },
  { count: 'awpKills', column: 'awp_kills', wire: 'awp_kills' },
  { count: 'pistolKills', column: 'pistol_kills', wire: 'pistol_kills' },
  { count: 'clutches', column: 'clutches', wire: 'clutches' },
  { count: 'clutchWins', column: 'clutch_wins', wire: 'clutchwins' },
  { count: 'wins', column: 'wins', wire: 'wins' },
  { count: 'losses', column: 'losses', wire: 'loses' },
] as const satisfies readonly Statistic[]

type StatisticRow = (typeof statistics)[number]

export type CountName = StatisticRow['count']
export type CounterColumn = StatisticRow['column']
export type BoardCountName = StatisticRow['wire']

/** The counts of one player. A difference of two counts may be negative. Playtime in ms. */
export type Counts = Record<CountName, number>

/** What a board shows of one player. Playtime in minutes. */
export type BoardCounts = Record<BoardCountName, number>

export const countNames: readonly CountName[] = statistics.map(({ count }) => count)
export const counterColumns: readonly CounterColumn[] = statistics.map(({ column }) => column)
export const boardCountNames: readonly BoardCountName[] = statistics.map(({ wire }) => wire)

/** The count that each column holds. */
export const countNameOfColumn = Object.fromEntries(
  statistics.map(({ column, count }) => [column, count]),
) as Record<CounterColumn, CountName>

export const zeroCounters = (): Counts => zeros(countNames)
export const zeroBoardCounters = (): BoardCounts => zeros(boardCountNames)

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}

/** Adds `more` to `counts`, in place. */
export function addCounts(counts: Partial<Counts>, more: Partial<Counts>): void {
  for (const name of countNames) {
    const amount = more[name]
    if (amount !== undefined && amount !== 0) counts[name] = (counts[name] ?? 0) + amount
  }
}

/** Subtracts `less` from `counts`, in place. */
export function subtractCounts(counts: Counts, less: Partial<Counts>): void {
  for (const name of countNames) counts[name] -= less[name] ?? 0
}

export function hasNoCounts(counts: Counts): boolean {
  return countNames.every((name) => counts[name] === 0)
}

/** Counts of a round, in the order in which they are stored. */
const packedCountNames = countNames.filter((name) => name !== 'playtimeMs')

/** Counts of a round as a short text, `1,0,1` without the zeros at the end. */
export function packCounts(counts: Partial<Counts>): string {
  return packedCountNames
    .map((name) => counts[name] ?? 0)
    .join(',')
    .replace(/(?:,0)+$/, '')
}

export function unpackCounts(text: string): Partial<Counts> {
  const amounts = text.split(',')
  return Object.fromEntries(
    packedCountNames.flatMap((name, index) => {
      const amount = Number(amounts[index] ?? 0)
      return amount === 0 ? [] : [[name, amount]]
    }),
  )
}
