import type { Counts } from '../events/index.ts'

/** The columns of what is counted, in the order of the tables. */
export const counterColumns = [
  'kills',
  'deaths',
  'headshots',
  'rifle_kills',
  'awp_kills',
  'pistol_kills',
  'clutches',
  'clutch_wins',
  'wins',
  'losses',
  'playtime_ms',
] as const

export type CounterColumn = (typeof counterColumns)[number]

/** The count of each column. */
export const countOf: Record<CounterColumn, keyof Counts> = {
  kills: 'kills',
  deaths: 'deaths',
  headshots: 'headshots',
  rifle_kills: 'rifleKills',
  awp_kills: 'awpKills',
  pistol_kills: 'pistolKills',
  clutches: 'clutches',
  clutch_wins: 'clutchWins',
  wins: 'wins',
  losses: 'losses',
  playtime_ms: 'playtimeMs',
}

const names = Object.values(countOf)

/** Adds `more` to `sum`, in place. */
export function addCounts(sum: Counts, more: Counts): void {
  for (const name of names) sum[name] += more[name]
}

export function isNothing(counts: Counts): boolean {
  return names.every((name) => counts[name] === 0)
}
