import type { NewServerOptions } from '@clutch/contract/api/payments/order-options.ts'
import type { RentalRegion } from '@clutch/contract/api/rentals/rentals.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'
import {
  validateRentalName,
  validateRentalPassword,
  normalizeRentalName,
} from '@clutch/contract/rules/rentals/rental-fields.ts'
import type { PurchaseItem, WithoutTerms } from '../../../app/payment/purchase/purchase-item.ts'

/** G10: a server stays where it is made, or can be moved. */
export type RegionMode = 'fixed' | 'flexible'

/** The form state of a new server, possibly incomplete. */
export interface NewServerDraft {
  name: string
  password: string
  mode: RegionMode | null
  region: RentalRegion['region'] | null
  duration: Duration
}

export const emptyDraft: NewServerDraft = { name: '', password: '', mode: null, region: null, duration: '1m' }

/** What a draft lacks, in the order of its fields; null: it can be ordered (document 2 §5). */
export type MissingField = 'name' | 'password' | 'mode' | 'region'

export function findMissingField(
  draft: NewServerDraft,
  regions: readonly RentalRegion[],
): MissingField | null {
  if (validateRentalName(draft.name) !== null) return 'name'
  if (validateRentalPassword(draft.password) !== null) return 'password'
  if (draft.mode === null) return 'mode'
  return regions.some((region) => region.region === draft.region && region.available) ? null : 'region'
}

/**
 * Returns the item to order. Until a mode is chosen the price is that of the fixed one.
 */
export function toPurchaseItem(draft: NewServerDraft, nickname: string): PurchaseItem {
  const relocatable = draft.mode === 'flexible'
  const priced = { isRelocatable: relocatable, region: draft.region ?? '' }
  return {
    productType: 'server_rental',
    productId: 'new_server',
    options: {
      serverName: normalizeRentalName(draft.name),
      password: draft.password.trim(),
      ...priced,
      nickname,
    } satisfies WithoutTerms<NewServerOptions>,
    priced,
    duration: draft.duration,
    relocatable,
  }
}
