import {
  type RentalStatus,
  rentalStatuses,
} from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { selectRentalsByText } from './operator-rentals.store.ts'

/** A few rentals that a text is a part of number or name of, newest first. */
export async function searchRentals(
  queries: Queries,
  find: string,
  limit: number,
): Promise<{ number: string; name: string; status: RentalStatus; owner: string }[]> {
  const rows = await selectRentalsByText(queries, find, limit)
  return rows.flatMap(({ number, name, state, owner }) => {
    const status = rentalStatuses.find((one) => one === state.toUpperCase())
    return status ? [{ number, name, status, owner }] : []
  })
}
