import type { BoardMode } from './board-modes.ts'

/** What is counted of a player on one board; playtime in minutes. */
export interface BoardCounts {
  kills: number
  deaths: number
  headshots: number
  playtime: number
  rifle_kills: number
  awp_kills: number
  pistol_kills: number
  clutches: number
  clutchwins: number
  wins: number
  loses: number
}

/** What a board can show of a player: the counts themselves and what is derived of them. */
export type StatName = keyof BoardCounts | 'kda' | 'hsRate' | 'winRate' | 'kpm' | 'clutchWinRate'

/** I5: a share of a whole in percent; 0 where the whole is nothing or makes no sense. */
function percent(part: number, whole: number): number {
  return whole > 0 ? finite((part / whole) * 100) : 0
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0
}

/** I5: one stat of a player. Rates are percent (0..100), kpm is kills a minute; never NaN or infinite. */
export function statOf(name: StatName, counts: BoardCounts, mode: BoardMode): number {
  const { kills, deaths, headshots, playtime, clutches, clutchwins, wins, loses } = counts
  switch (name) {
    case 'kda':
      return finite(deaths > 0 ? kills / deaths : kills)
    case 'hsRate':
      return percent(headshots, kills)
    case 'winRate':
      return mode === 'solo' ? percent(kills, kills + deaths) : percent(wins, wins + loses)
    case 'kpm':
      return playtime > 0 ? finite(kills / playtime) : 0
    case 'clutchWinRate':
      return percent(clutchwins, clutches)
    case 'kills':
    case 'deaths':
    case 'headshots':
    case 'playtime':
    case 'rifle_kills':
    case 'awp_kills':
    case 'pistol_kills':
    case 'clutches':
    case 'clutchwins':
    case 'wins':
    case 'loses':
      return finite(counts[name])
  }
}

const percents: ReadonlySet<StatName> = new Set(['hsRate', 'winRate', 'clutchWinRate'])
const ratios: ReadonlySet<StatName> = new Set(['kda', 'kpm'])

/** I5: a stat as it is read: percent with 1 decimal, kda and kpm with 2, playtime in hours with 1, else thousands separated. */
export function formatStat(name: StatName, value: number): string {
  const known = finite(value)
  if (percents.has(name)) return `${grouped(known, 1)}%`
  if (ratios.has(name)) return grouped(known, 2)
  if (name === 'playtime') return formatHours(known)
  return grouped(known, 0)
}

/** I5: minutes in hours with one decimal; '0.0h' when zero or invalid. */
export function formatHours(minutes: number): string {
  return `${grouped(minutes > 0 ? finite(minutes) / 60 : 0, 1)}h`
}

/** I5: '-' where there is no rank. */
export function formatRank(rank: number | null | undefined): string {
  return rank === null || rank === undefined || !Number.isFinite(rank) ? '-' : grouped(rank, 0)
}

/** Making a format costs more than using it a hundred times. */
const formats = [0, 1, 2].map(
  (decimals) =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)

function grouped(value: number, decimals: 0 | 1 | 2): string {
  return formats[decimals]?.format(value) ?? ''
}
