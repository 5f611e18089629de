import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import type { AppContext } from '../../../platform/context.ts'
import { createTestRental } from './rental-builder.ts'

export interface ReportingRentalOptions {
  /** SteamID64; without an account given, one is made for it. */
  owner?: string
  userId?: string
  admins?: readonly RentalAdmin[]
}

export interface CreatedRental {
  id: string
  number: string
  owner: string
  reportSecret: string
}

let createdCount = 0

/** Inserts a rental that counts as running and is not reconciled, for tests of its reports. */
export async function insertReportingRental(
  context: AppContext,
  options: ReportingRentalOptions = {},
): Promise<CreatedRental> {
  createdCount += 1
  const { owner = String(76_561_197_960_300_000n + BigInt(createdCount)), userId, admins = [] } = options
  const reportSecret = Buffer.from(`report ${createdCount}`.padEnd(32)).toString('base64url')
  const { id, number } = await createTestRental(context, {
    owner,
    ...(userId !== undefined && { user_id: userId }),
    name: 'Night owls',
    admins: JSON.stringify(admins),
    report_secret: reportSecret,
    state: 'running',
    due_at: null,
  })
  return { id, number, owner, reportSecret }
}
