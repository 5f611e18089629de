/** A place in an order, ascending in every part: kills are negated. SteamIDs are compared as numbers. */
export interface StandingKey {
  minusKills: number
  deaths: number
  steamId: string
}

/** One order: a board's players, all of them (filter 0) or those of chosen groups. */
export interface StandingList {
  boardId: number
  filter: number
}

export type Standing = StandingList & StandingKey

/** A stretch of an order: from its own key (inclusive) to where the next one begins. */
export type Range = Standing & { players: number }

/** Where the first range of every order begins: below every player. */
export const lowestStandingKey: StandingKey = { minusKills: -2_147_483_648, deaths: 0, steamId: '0' }

/** What becomes of the ranges of one order. */
export interface RecountResult {
  /** Ranges with a new number of players, those that must be split among them. */
  changed: Range[]
  /** Ranges that went up in the one before. */
  dropped: Range[]
}

/** Returns a negative number where `a` ranks before `b`. */
export function compareStandingKeys(a: StandingKey, b: StandingKey): number {
  return a.minusKills - b.minusKills || a.deaths - b.deaths || compareNumerals(a.steamId, b.steamId)
}

/** The index of the range that holds a key; `ranges` are in order and the first begins below every key. */
export function findRangeIndex(ranges: readonly StandingKey[], key: StandingKey): number {
  let low = 0
  let high = ranges.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    const begins = ranges[middle]
    if (begins && compareStandingKeys(begins, key) <= 0) low = middle
    else high = middle
  }
  return low
}

/** How ranges are maintained. */
export interface RangeRules {
  /** The most players of a range. */
  max: number
  /** Ranges that stay though they empty: a block begins with them. */
  stays: (range: Range) => boolean
}

/** Counts who left an order and who entered it into its ranges, which are in order (none yet: the order is new). */
export function recountRanges(
  list: StandingList,
  ranges: readonly Range[],
  { leaving, entering }: { leaving: readonly StandingKey[]; entering: readonly StandingKey[] },
  rules: RangeRules,
): RecountResult {
  const isNew = ranges.length === 0
  const known = isNew ? [{ ...list, ...lowestStandingKey, players: 0 }] : ranges
  const counts = known.map(({ players }) => players)
  for (const key of leaving) addToCount(counts, findRangeIndex(known, key), -1)
  for (const key of entering) addToCount(counts, findRangeIndex(known, key), 1)
  const { kept, dropped } = mergeSmallRanges(known, counts, rules)
  const changed = kept
    .filter(({ range, players }) => isNew || players !== range.players)
    .map(({ range, players }) => ({ ...range, players }))
  return { changed, dropped }
}

/**
 * Returns the size of the pieces when a range of `players` players is split evenly: half of a range's maximum
 * at most.
 */
export function splitSize(players: number, max: number): number {
  return Math.ceil(players / Math.ceil(players / (max / 2)))
}

/** A range that emptied, or shrank until it and the one before are small together, goes up in the one before. */
function mergeSmallRanges(known: readonly Range[], counts: readonly number[], { max, stays }: RangeRules) {
  const remaining: { range: Range; players: number }[] = []
  const dropped: Range[] = []
  known.forEach((range, index) => {
    const players = counts[index] ?? 0
    const last = remaining.at(-1)
    const shrank = players < range.players && players + (last?.players ?? 0) <= max / 4
    if (last && (players === 0 || shrank) && !stays(range)) {
      last.players += players
      dropped.push(range)
    } else {
      remaining.push({ range, players })
    }
  })
  return { kept: remaining, dropped }
}

function addToCount(counts: number[], index: number, by: number): void {
  counts[index] = (counts[index] ?? 0) + by
}

function compareNumerals(a: string, b: string): number {
  if (a === b) return 0
  return a.length - b.length || (a < b ? -1 : 1)
}
