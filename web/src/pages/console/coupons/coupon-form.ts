import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorSetCoupon } from '@clutch/contract/api/payments/operator-prices.ts'
import type { ProductType } from '@clutch/contract/api/payments/orders.ts'
import { couponPattern, normalizeCouponCode } from '@clutch/contract/rules/payments/coupons.ts'
import {
  maxAmount,
  toMajorUnits,
  toMinorUnits,
  type Currency,
} from '@clutch/contract/rules/payments/money.ts'
import { parseWholeNumber } from '../kit/forms/whole-number.ts'
import type { Coupon } from '../prices/prices.queries.ts'

/** The fields of a coupon form, as typed. */
export interface CouponFields {
  code: string
  kind: 'percent' | 'fixed'
  percent: string
  amount: string
  currency: Currency
  products: readonly ProductType[]
  uses: string
  usesEach: string
  starts: number | null
  ends: number | null
}

export type CouponField = 'code' | 'percent' | 'amount' | 'uses' | 'usesEach' | 'ends'

/** The most uses a coupon may have. */
export const usesMax = 1_000_000
export const percentMax = 99

export function toCouponFields(coupon: Coupon | null): CouponFields {
  const text = (number: number | null | undefined) =>
    number === null || number === undefined ? '' : String(number)
  return {
    code: coupon?.code ?? '',
    kind: coupon === null || coupon.percent !== null ? 'percent' : 'fixed',
    percent: text(coupon?.percent),
    amount: coupon === null || coupon.amount === null ? '' : toMajorUnits(coupon.amount),
    currency: coupon?.currency ?? 'CNY',
    products: coupon?.products ?? [],
    uses: text(coupon?.uses),
    usesEach: text(coupon?.usesEach),
    starts: coupon?.starts ?? null,
    ends: coupon?.ends ?? null,
  }
}

type CouponBody = Body<typeof operatorSetCoupon>

/** Returns the invalid fields, or the coupon to save. */
export function parseCoupon(
  fields: CouponFields,
):
  | { wrong: ReadonlySet<CouponField>; saved: null }
  | { wrong: null; saved: { code: string; body: CouponBody } } {
  const { kind, currency, products, starts, ends } = fields
  const code = normalizeCouponCode(fields.code)
  const percent = parseWholeNumber(fields.percent, 1, percentMax)
  const minor = toMinorUnits(fields.amount.trim())
  const amount = minor !== null && minor >= 1 && minor <= maxAmount ? minor : null
  const uses = parseLimit(fields.uses)
  const usesEach = parseLimit(fields.usesEach)
  const wrong = new Set<CouponField>()
  if (!couponPattern.test(code)) wrong.add('code')
  if (kind === 'percent' && percent === null) wrong.add('percent')
  if (kind === 'fixed' && amount === null) wrong.add('amount')
  if (uses === undefined) wrong.add('uses')
  if (usesEach === undefined) wrong.add('usesEach')
  if (starts !== null && ends !== null && ends <= starts) wrong.add('ends')
  if (wrong.size > 0 || uses === undefined || usesEach === undefined) return { wrong, saved: null }
  const off = kind === 'percent' ? { percent: percent ?? 0 } : { amount: amount ?? 0, currency }
  return {
    wrong: null,
    saved: { code, body: { ...off, products: [...products], uses, usesEach, starts, ends } },
  }
}

/** Null for no limit, undefined for an invalid number of uses. */
function parseLimit(text: string): number | null | undefined {
  return text.trim() === '' ? null : (parseWholeNumber(text, 1, usesMax) ?? undefined)
}

export type CouponState = 'valid' | 'early' | 'over' | 'used-up'

/** Whether a coupon can be used now (ms since 1970). */
export function getCouponState({ starts, ends, uses, used }: Coupon, now: number): CouponState {
  if (ends !== null && ends <= now) return 'over'
  if (uses !== null && used >= uses) return 'used-up'
  return starts !== null && starts > now ? 'early' : 'valid'
}
