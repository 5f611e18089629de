import type { Counts } from '../counted.ts'

export function noCounts(): Counts {
  return {
    kills: 0,
    deaths: 0,
    headshots: 0,
    rifleKills: 0,
    awpKills: 0,
    pistolKills: 0,
    clutches: 0,
    clutchWins: 0,
    wins: 0,
    losses: 0,
    playtimeMs: 0,
  }
}

const fields = Object.keys(noCounts()) as (keyof Counts)[]

export function addCounts(counts: Partial<Counts>, more: Partial<Counts>): void {
  for (const field of fields) {
    const amount = more[field]
    if (amount !== undefined && amount !== 0) counts[field] = (counts[field] ?? 0) + amount
  }
}

export function subtractCounts(counts: Counts, less: Partial<Counts>): void {
  for (const field of fields) counts[field] -= less[field] ?? 0
}

/** What is counted in a round, in the order in which it is packed. */
const packed = fields.filter((field) => field !== 'playtimeMs')

/** Counts as a short text, `1,0,1` without the zeros at the end. */
export function packCounts(counts: Partial<Counts>): string {
  return packed
    .map((field) => counts[field] ?? 0)
    .join(',')
    .replace(/(?:,0)+$/, '')
}

export function unpackCounts(text: string): Partial<Counts> {
  const amounts = text.split(',')
  return Object.fromEntries(
    packed.flatMap((field, index) => {
      const amount = Number(amounts[index] ?? 0)
      return amount === 0 ? [] : [[field, amount]]
    }),
  )
}
