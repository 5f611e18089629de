import type { Price } from '@clutch/contract/api/payments.ts'
import { durations, methodTakes, type Duration } from '@clutch/contract/rules/durations.ts'
import type { PaymentMethod } from '@clutch/contract/rules/money.ts'

/** G11: what a term becomes where a method does not take it. */
const shortestOfAll: Duration = '7d'

/** A term as it is offered. */
export interface DurationTile {
  duration: Duration
  /** Minor units; null where there is no such price, or prices are still being asked for. */
  price: number | null
  /** It cannot be chosen: it has no price, or the method does not take it (G11). */
  off: boolean
  /** H1: it is chosen, and no price matches it. */
  wrong: boolean
}

interface Offered {
  /** Undefined while they are being asked for. */
  prices: readonly Price[] | undefined
  relocatable: boolean
  method: PaymentMethod | null
  chosen: Duration
}

/** G10, H1: every term a server can be rented for, with its price. */
export function durationTiles({ prices, relocatable, method, chosen }: Offered): DurationTile[] {
  return durations.map((duration) => {
    const price = prices?.find((item) => item.duration === duration && item.relocatable === relocatable)
    const unsold = prices !== undefined && price === undefined
    return {
      duration,
      price: price?.minor ?? null,
      off: unsold || (method !== null && !methodTakes(method, duration)),
      wrong: unsold && duration === chosen,
    }
  })
}

/** G11: the term that stays chosen when a method is: 7 days, where it was shorter than the method takes. */
export function durationFor(method: PaymentMethod, duration: Duration): Duration {
  return methodTakes(method, duration) ? duration : shortestOfAll
}
