import type { DerivedStat, StatName } from './stat-names.ts'
import type { BoardMode } from './board-modes.ts'
import type { BoardCounts } from './statistics.ts'

export type { StatName } from './stat-names.ts'

/** I5: a share of a whole in percent; 0 where the whole is nothing or makes no sense. */
function percent(part: number, whole: number): number {
  return whole > 0 ? toFinite((part / whole) * 100) : 0
}

function toFinite(value: number): number {
  return Number.isFinite(value) ? value : 0
}

const derivedStats: Record<DerivedStat, (counts: BoardCounts, mode: BoardMode) => number> = {
  kda: ({ kills, deaths }) => toFinite(deaths > 0 ? kills / deaths : kills),
  hsRate: ({ headshots, kills }) => percent(headshots, kills),
  winRate: ({ kills, deaths, wins, loses }, mode) =>
    mode === 'solo' ? percent(kills, kills + deaths) : percent(wins, wins + loses),
  kpm: ({ kills, playtime }) => (playtime > 0 ? toFinite(kills / playtime) : 0),
  clutchWinRate: ({ clutchwins, clutches }) => percent(clutchwins, clutches),
}

const isDerived = (name: StatName): name is DerivedStat => Object.hasOwn(derivedStats, name)

/** I5: one stat of a player. Rates are percent (0..100), kpm is kills a minute; never NaN or infinite. */
export function computeStat(name: StatName, counts: BoardCounts, mode: BoardMode): number {
  return isDerived(name) ? derivedStats[name](counts, mode) : toFinite(counts[name])
}

const percentStats: ReadonlySet<StatName> = new Set(['hsRate', 'winRate', 'clutchWinRate'])
const ratioStats: ReadonlySet<StatName> = new Set(['kda', 'kpm'])

/** I5: a stat as it is read: percent with 1 decimal, kda and kpm with 2, playtime in hours with 1, else thousands separated. */
export function formatStat(name: StatName, value: number): string {
  const known = toFinite(value)
  if (percentStats.has(name)) return `${formatNumber(known, 1)}%`
  if (ratioStats.has(name)) return formatNumber(known, 2)
  if (name === 'playtime') return formatHours(known)
  return formatNumber(known, 0)
}

/** I5: minutes in hours with one decimal; '0.0h' when zero or invalid. */
export function formatHours(minutes: number): string {
  return `${formatNumber(minutes > 0 ? toFinite(minutes) / 60 : 0, 1)}h`
}

/** I5: '-' where there is no rank. */
export function formatRank(rank: number | null | undefined): string {
  return rank === null || rank === undefined || !Number.isFinite(rank) ? '-' : formatNumber(rank, 0)
}

/** Making a format costs more than using it a hundred times. */
const formats = [0, 1, 2].map(
  (decimals) =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)

function formatNumber(value: number, decimals: 0 | 1 | 2): string {
  return formats[decimals]?.format(value) ?? ''
}
