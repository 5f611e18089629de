import type { Currency, PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { useQuery } from '@tanstack/react-query'
import { pricingQuery, quoteQuery } from '../order/payment.queries.ts'
import { toOrderRequest, toPriceRequest, type PurchaseItem } from '../purchase/purchase-item.ts'

/** The amount to pay, minor units. */
export interface Total {
  currency: Currency
  /** Before the coupon; null while it is unknown, or where there is no such price. */
  list: number | null
  amount: number | null
  /** Prices or the coupon are being asked for. */
  loading: boolean
  /** The portal has its prices, and none for this. */
  missing: boolean
  /** Why the prices could not be asked for; null where they could. */
  error: unknown
  retry: () => void
  /** Why the coupon takes nothing off; null where it does. */
  couponError: unknown
}

interface TotalInput {
  /** SteamID64; null for a visitor, who can't use a coupon. */
  steamId: string | null
  wanted: PurchaseItem | null
  method: PaymentMethod | null
  /** The method's currency, or the display currency while none is chosen. */
  currency: Currency
  coupon: string | null
  /** H8: the order that was given up for this one; its coupon is free again for it. */
  replaces: string | null
  /** The input is complete: the portal can be asked for a quote. */
  whole: boolean
}

/** H6, H7: the price in the currency of the method, and what the portal makes of it with a coupon. */
export function useTotal(input: TotalInput): Total {
  const { steamId, wanted, method, currency, coupon, replaces, whole } = input
  const prices = useQuery({
    ...pricingQuery(wanted?.productType ?? 'vip', currency),
    enabled: wanted !== null,
  })
  const quoting = whole && steamId !== null && wanted !== null && method !== null && coupon !== null
  const replacing = replaces === null ? {} : { replaces }
  const quote = useQuery({
    ...quoteQuery(
      steamId ?? '',
      { ...toOrderRequest(wanted ?? emptyItem, method ?? 'wechat', coupon), ...replacing },
      { ...toPriceRequest(wanted ?? emptyItem, method ?? 'wechat', coupon), ...replacing },
    ),
    enabled: quoting,
  })
  const price = prices.data?.find(
    ({ duration, relocatable }) => duration === wanted?.duration && relocatable === wanted.relocatable,
  )
  const list = price?.minor ?? null
  const quoted = quoting ? quote.data : undefined
  return {
    currency,
    list: quoted?.listAmount ?? list,
    amount: quoted?.amount ?? list,
    loading: (wanted !== null && prices.isPending) || (quoting && quote.isPending),
    missing: wanted !== null && prices.data !== undefined && price === undefined,
    error: prices.data === undefined ? prices.error : null,
    retry: () => void prices.refetch(),
    couponError: quoting ? quote.error : null,
  }
}

const emptyItem: PurchaseItem = {
  productType: 'vip',
  productId: 'plan',
  options: {},
  duration: '1m',
  relocatable: false,
}
