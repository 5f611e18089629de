import type { OperatorCall } from './operator-calls.ts'
import { sampleCoupon, samplePrices, samplePrivileges, sampleVipCommands } from '../samples/sample-store.ts'
import type { SeedMarks } from './seed.ts'

/** Fills the shop once, by the operator's own calls: prices, a coupon, the privilege table, how VIP reaches the game servers. */
export async function seedStore(call: OperatorCall, given: SeedMarks): Promise<void> {
  if (given.names().includes('shop')) return
  for (const { product, duration, currency, ...price } of samplePrices)
    await call('PUT', `prices/${product}/${duration}/${currency}`, price)
  const { code, ...coupon } = sampleCoupon
  await call('PUT', `coupons/${code}`, coupon)
  for (const [index, privilege] of samplePrivileges.entries())
    await call('POST', 'privileges', { ...privilege, order: (index + 1) * 10 })
  await call('PATCH', 'portal', { vipCommands: sampleVipCommands })
  given.add('shop')
}
