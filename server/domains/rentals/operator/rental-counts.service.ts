import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { countRentals } from './operator-rentals.store.ts'

/** The state of all rentals, for the operators' overview. */
export interface RentalCounts {
  /** Rentals that should run now. */
  active: number
  /** Those of them that end before the day in Asia/Shanghai does. */
  endToday: number
  /** Rentals an operator should look at, as the list of them filters them. */
  trouble: number
}

export async function getRentalCounts(queries: Queries, now: Date): Promise<RentalCounts> {
  const dayEnd = new Date(Date.parse(`${toCommunityDay(now.getTime())}T24:00:00+08:00`))
  const { active, ending, trouble } = await countRentals(queries, now, dayEnd)
  return { active, endToday: ending, trouble }
}
