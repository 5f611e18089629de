import type * as z from 'zod/mini'
import type { Body } from '@clutch/contract/api/call.ts'
import type { couponSchema, operatorSetCoupon } from '@clutch/contract/api/payments/operator-prices.ts'
import { type ProductType, productTypes } from '@clutch/contract/api/payments/orders.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type Discount, applyDiscount } from '@clutch/contract/rules/payments/coupons.ts'
import { type Currency, currencies } from '@clutch/contract/rules/payments/money.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import * as store from './coupons.store.ts'
import { toDate } from '../../../platform/clock/to-date.ts'

type Coupon = z.infer<typeof couponSchema>
type CouponRow = NonNullable<Awaited<ReturnType<typeof store.selectCoupon>>>
type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** A price to reduce by a coupon. */
export interface CouponUse {
  /** As `normalizeCouponCode` returns it. */
  code: string
  product: ProductType
  /** Who orders. */
  userId: string
  /** Minor units. */
  price: number
  currency: Currency
  now: Date
  /** H8: the purchase that the order continues: its unpaid orders do not use the coupon up. Null: a new one. */
  purchase: string | null
  /**
   * In the transaction that creates the order: other orders with this coupon wait for its end, so that its
   * limits hold.
   */
  lock: boolean
}

/**
 * Returns the price with a coupon, in minor units. Throws `coupon.unknown`, `coupon.over` (not valid now),
 * `coupon.other_product` (also an amount of another currency) or `coupon.used_up`, by all or by this buyer.
 * An order that was closed unpaid has not used it.
 */
export async function priceWithCoupon(queries: Queries, use: CouponUse): Promise<number> {
  const { code, product, userId, price, currency, now, purchase, lock } = use
  const row = await store.selectCoupon(queries, code, lock)
  if (!row) throw new PortalError('coupon.unknown', 'There is no such coupon')
  if ((row.starts_at && row.starts_at > now) || (row.ends_at && row.ends_at <= now))
    throw new PortalError('coupon.over', 'This coupon is not valid now')
  const discount = discountOf(row)
  const isForThis = row.products.length === 0 || row.products.includes(product)
  if (!isForThis || (discount.kind === 'fixed' && discount.currency !== currency))
    throw new PortalError('coupon.other_product', 'This coupon is for something else')
  const countUses = (who: { userId?: string } = {}) =>
    store.countUses(queries, code, { ...who, continued: purchase })
  const isUsedUp =
    (row.uses !== null && (await countUses()) >= row.uses) ||
    (row.uses_each !== null && (await countUses({ userId })) >= row.uses_each)
  if (isUsedUp) throw new PortalError('coupon.used_up', 'This coupon has been used up')
  return applyDiscount(price, currency, discount)
}

/** Every coupon with the number of its uses. */
export async function listCoupons(queries: Queries): Promise<Coupon[]> {
  const [rows, uses] = await Promise.all([store.selectCoupons(queries), store.countAllUses(queries)])
  const used = new Map(uses.map(({ coupon, count }) => [coupon, count]))
  return rows.map((row) => toCoupon(row, used.get(row.code) ?? 0))
}

/**
 * Creates or replaces a coupon; throws `edit.conflict` if the revision is not the expected one (0: none). Its
 * uses stay counted, also after it is removed and created again.
 */
export function setCoupon(
  { database, clock }: Dependencies,
  code: string,
  body: Body<typeof operatorSetCoupon>,
  writeAudit: WriteAudit = noAudit,
): Promise<Coupon> {
  const { percent, amount, currency, products, uses, usesEach, starts, ends } = body
  const row = {
    code,
    percent: percent ?? null,
    amount: amount ?? null,
    currency: currency ?? null,
    products,
    uses,
    uses_each: usesEach,
    starts_at: toDate(starts),
    ends_at: toDate(ends),
  }
  return database.transaction().execute(async (tx) => {
    const existing = await store.selectCoupon(tx, code, true)
    assertRevision({ revision: existing?.revision ?? 0 }, body.revision)
    const revision = existing
      ? await store.updateCoupon(tx, row)
      : await store.insertCoupon(tx, { ...row, created_at: clock.now() })
    if (revision === null)
      throw new PortalError('edit.conflict', 'Another operator has just created this coupon')
    await writeAudit(tx)
    return toCoupon({ ...row, revision }, await store.countUses(tx, code))
  })
}

/** Throws `coupon.unknown`, `edit.conflict`. */
export function removeCoupon(
  { database }: Dependencies,
  code: string,
  expectedRevision: number | undefined,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  return database.transaction().execute(async (tx) => {
    const existing = await store.selectCoupon(tx, code, true)
    if (!existing) throw new PortalError('coupon.unknown', 'There is no such coupon')
    assertRevision(existing, expectedRevision)
    await store.deleteCoupon(tx, code)
    await writeAudit(tx)
  })
}

/** For the audit log: returns a coupon's discount and conditions; null if it does not exist. */
export async function loadCouponForAudit(queries: Queries, code: string): Promise<object | null> {
  const row = await store.selectCoupon(queries, code, false)
  if (!row) return null
  const { percent, amount, currency, products, uses, usesEach, starts, ends } = toCoupon(row, 0)
  return { percent, amount, currency, products, uses, usesEach, starts, ends }
}

/** The database guarantees that it is one or the other. */
function discountOf({ percent, amount, currency: text }: Omit<CouponRow, 'created_at'>): Discount {
  const currency = currencies.find((known) => known === text)
  if (amount !== null && currency) return { kind: 'fixed', amount, currency }
  return { kind: 'percent', percent: percent ?? 0 }
}

function toCoupon(row: Omit<CouponRow, 'created_at'>, used: number): Coupon {
  const discount = discountOf(row)
  return {
    code: row.code,
    percent: discount.kind === 'percent' ? discount.percent : null,
    amount: discount.kind === 'fixed' ? discount.amount : null,
    currency: discount.kind === 'fixed' ? discount.currency : null,
    products: productTypes.filter((type) => row.products.includes(type)),
    uses: row.uses,
    usesEach: row.uses_each,
    used,
    starts: row.starts_at?.getTime() ?? null,
    ends: row.ends_at?.getTime() ?? null,
    revision: row.revision,
  }
}
