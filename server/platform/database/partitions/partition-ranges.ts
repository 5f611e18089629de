/** The length of a partition; days and weeks (from Monday) are those of UTC. */
export type PartitionUnit = 'day' | 'week' | 'month'

/** A partition's key range in ms: `from` inclusive, null for the one without a lower bound; `to` exclusive. */
export interface PartitionRange {
  from: number | null
  to: number
}

const dayMs = 24 * 3_600_000
/** 1970-01-05, a Monday. */
const firstMondayMs = 4 * dayMs

/** The start of the unit that contains a time, ms. */
export function startOfUnit(ms: number, unit: PartitionUnit): number {
  if (unit === 'day') return Math.floor(ms / dayMs) * dayMs
  if (unit === 'week') return Math.floor((ms - firstMondayMs) / (7 * dayMs)) * 7 * dayMs + firstMondayMs
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** The start of the unit after the one that contains a time, ms. */
export function endOfUnit(ms: number, unit: PartitionUnit): number {
  // No unit is longer than 31 days, and none is shorter than one.
  return startOfUnit(startOfUnit(ms, unit) + { day: 1, week: 7, month: 31 }[unit] * dayMs, unit)
}

/**
 * The ranges without a partition from the unit of `from` to that of `until`, both included, in order. A range ends at the end of its
 * unit or where an existing partition begins, so that partitions of another unit may be there.
 */
export function findMissingRanges(
  existing: readonly PartitionRange[],
  { from, until, unit }: { from: number; until: number; unit: PartitionUnit },
): { from: number; to: number }[] {
  const missing: { from: number; to: number }[] = []
  const end = endOfUnit(until, unit)
  let cursor = startOfUnit(from, unit)
  while (cursor < end) {
    const covering = existing.find((range) => (range.from ?? -Infinity) <= cursor && cursor < range.to)
    if (covering) {
      cursor = covering.to
      continue
    }
    const starts = existing.flatMap((range) =>
      range.from !== null && range.from > cursor ? [range.from] : [],
    )
    const to = Math.min(endOfUnit(cursor, unit), ...starts)
    missing.push({ from: cursor, to })
    cursor = to
  }
  return missing
}
