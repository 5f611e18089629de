import type * as z from 'zod/mini'
import type { operatorPriceSchema } from '@clutch/contract/api/payments/operator-prices.ts'
import { type Price, type ProductType, productTypes } from '@clutch/contract/api/payments/orders.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type Duration,
  durationHours,
  durations,
  vipDurations,
} from '@clutch/contract/rules/payments/durations.ts'
import { type Currency, currencies, toMajorUnits } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import * as store from './prices.store.ts'

type OperatorPrice = z.infer<typeof operatorPriceSchema>
type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** Something that has a price. */
export interface PriceKey {
  product: ProductType
  duration: Duration
  relocatable: boolean
  currency: Currency
}

/** H1: what something costs, in minor units; null where the operator has set no price, so that it is not sold. */
export async function findPrice(queries: Queries, priced: PriceKey): Promise<number | null> {
  return (await store.selectPrice(queries, priced))?.amount ?? null
}

/** H1: the prices of a product in a currency, the shortest term first, in major and in minor units. */
export async function listPrices(
  queries: Queries,
  product: ProductType,
  currency: Currency,
): Promise<Price[]> {
  const rows = await store.selectPrices(queries, product, currency)
  return rows
    .flatMap(({ duration: text, relocatable, amount: minor }) => {
      const duration = durations.find((known) => known === text)
      return duration ? [{ duration, relocatable, amount: Number(toMajorUnits(minor)), minor }] : []
    })
    .toSorted(byTerm)
}

export async function listAllPrices(queries: Queries): Promise<OperatorPrice[]> {
  const rows = await store.selectAllPrices(queries)
  return productTypes.flatMap((product) =>
    currencies.flatMap((currency) =>
      rows
        .filter((row) => row.product === product && row.currency === currency)
        .flatMap(({ duration: text, relocatable, amount, revision }) => {
          const duration = durations.find((known) => known === text)
          return duration ? [{ product, duration, relocatable, currency, amount, revision }] : []
        })
        .toSorted(byTerm),
    ),
  )
}

/**
 * Sets a price in minor units; throws `price.invalid` for an unsold combination, `edit.conflict` where the
 * revision is not the one seen (0: none). Existing orders keep their price (H1).
 */
export function setPrice(
  { database, clock }: Dependencies,
  { amount, ...priced }: PriceKey & { amount: number },
  expectedRevision: number | undefined,
  writeAudit: WriteAudit = noAudit,
): Promise<OperatorPrice> {
  const { product, duration, relocatable } = priced
  if (!isSoldSo(priced))
    throw new PortalError(
      'price.invalid',
      `A ${product} is not sold for ${duration}${relocatable ? ', relocatable' : ''}`,
    )
  return database.transaction().execute(async (tx) => {
    const existing = await store.lockPrice(tx, priced)
    assertRevision({ revision: existing?.revision ?? 0 }, expectedRevision)
    const change = { amount, changed_at: clock.now() }
    const revision = existing
      ? await store.updatePrice(tx, priced, change)
      : await store.insertPrice(tx, { ...priced, ...change })
    if (revision === null) throw new PortalError('edit.conflict', 'Another operator has just set this price')
    await writeAudit(tx)
    return { ...priced, amount, revision }
  })
}

/**
 * Removes a price; throws `price.invalid` where there is none, `edit.conflict` where the revision is not the
 * one seen.
 */
export function removePrice(
  { database }: Dependencies,
  priced: PriceKey,
  expectedRevision: number | undefined,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  return database.transaction().execute(async (tx) => {
    const existing = await store.lockPrice(tx, priced)
    if (!existing) throw new PortalError('price.invalid', 'There is no such price')
    assertRevision(existing, expectedRevision)
    await store.deletePrice(tx, priced)
    await writeAudit(tx)
  })
}

/** For the audit log: returns the price, in minor units; null where it is not sold. */
export async function priceForAudit(queries: Queries, priced: PriceKey): Promise<object | null> {
  const amount = await findPrice(queries, priced)
  return amount === null ? null : { amount }
}

export function priceName({ product, duration, relocatable, currency }: PriceKey): string {
  return [product, duration, ...(relocatable ? ['relocatable'] : []), currency].join(' ')
}

/** F4: VIP and cards are sold by the month, and only a rental has a location. */
function isSoldSo({ product, duration, relocatable }: Omit<PriceKey, 'currency'>): boolean {
  if (product === 'server_rental') return true
  return !relocatable && vipDurations.some((known) => known === duration)
}

function byTerm(one: Pick<PriceKey, 'duration' | 'relocatable'>, other: typeof one): number {
  return (
    durationHours[one.duration] - durationHours[other.duration] ||
    Number(one.relocatable) - Number(other.relocatable)
  )
}

/** Whether any of some products has a price. */
export async function isSold(queries: Queries, products: readonly ProductType[]): Promise<boolean> {
  return (await store.selectAnyPrice(queries, products)) !== undefined
}
