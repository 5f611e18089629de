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

/** From here on a number of hundredths has too few binary digits to be rounded by its decimal ones; `Intl` formats those, and what is no plain number. */
const plainMax = 1e9

/**
 * Formats as `Intl.NumberFormat('en-US')` does, which takes 15 ms of a phone's first view to make. The decimal digits of a number are
 * rounded, not its binary value: 1.005 is 1.01.
 */
function formatNumber(value: number, decimals: 0 | 1 | 2): string {
  const isPlain = value === 0 || (value >= 1e-6 && value < plainMax)
  if (!isPlain) return formatByIntl(value, decimals)
  const rounded = Number(`${Math.round(Number(`${value}e${decimals}`))}e-${decimals}`)
  const [whole = '', ...fraction] = rounded.toFixed(decimals).split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}

function formatByIntl(value: number, decimals: number): string {
  const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat('en-US', places).format(value)
}
