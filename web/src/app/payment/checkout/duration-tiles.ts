import type { Price } from '@clutch/contract/api/payments/orders.ts'
import { durations, type Duration } from '@clutch/contract/rules/payments/durations.ts'
import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { getTermRefusal, type TermRefusal } from '@clutch/contract/rules/payments/offers.ts'

/** A term as it is offered. */
export interface DurationTile {
  duration: Duration
  /** Minor units; null where there is no such price, or prices are still being asked for. */
  price: number | null
  /** Why it cannot be chosen (G11); null where it can. */
  bar: TermRefusal | null
  /** H1: it is chosen, and no price matches it. */
  wrong: boolean
}

interface DurationOffer {
  /** Undefined while they are being asked for. */
  prices: readonly Price[] | undefined
  relocatable: boolean
  method: PaymentMethod | null
  chosen: Duration
}

/** G10, H1: every term a server can be rented for, with its price. */
export function createDurationTiles({ prices, relocatable, method, chosen }: DurationOffer): DurationTile[] {
  return durations.map((duration) => {
    const price = prices?.find((item) => item.duration === duration && item.relocatable === relocatable)
    const unsold = prices !== undefined && price === undefined
    const bar =
      method === null
        ? unsold
          ? 'not-sold'
          : null
        : getTermRefusal({ CNY: prices, USD: prices }, method, { duration, relocatable })
    return { duration, price: price?.minor ?? null, bar, wrong: unsold && duration === chosen }
  })
}
