import type { Price } from '@clutch/contract/api/payments/orders.ts'
import type { Duration } from '@clutch/contract/rules/payments/durations.ts'

/** G2: the terms the table shows. */
const listedTerms = ['4h', '7d', '1m', '3m', '1y'] as const satisfies readonly Duration[]

/** A row of the table: prices in minor units, null if there is none. */
export interface PriceRow {
  duration: (typeof listedTerms)[number]
  fixed: number | null
  relocatable: number | null
}

/** G2: what each term costs with a fixed region, and with one that can be switched. */
export function createPriceRows(prices: readonly Price[]): PriceRow[] {
  const priceOf = (duration: Duration, relocatable: boolean) =>
    prices.find((price) => price.duration === duration && price.relocatable === relocatable)?.minor ?? null
  return listedTerms.map((duration) => ({
    duration,
    fixed: priceOf(duration, false),
    relocatable: priceOf(duration, true),
  }))
}
