import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { registerCouponRoutes } from './coupons.routes.ts'
import { type CouponUse, priceWithCoupon } from './coupons.service.ts'
import { aBuyer, insertOrder } from '../testing/rows.ts'

let context: TestContext
let app: App
let userId: string
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerCouponRoutes(context, app)
})
beforeEach(async () => {
  await context.database.deleteFrom('orders').execute()
  await context.database.deleteFrom('coupons').execute()
  await clearAccounts(context)
  ;({ userId } = await aBuyer(context))
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const set = (code: string, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/operator/coupons/${code}`, headers: asOperator, payload })
const list = async () =>
  (await app.inject({ url: '/api/operator/coupons', headers: asOperator })).json<{ code: string }[]>()

const couponUse = (): CouponUse => ({
  code: 'SPRING',
  product: 'vip',
  userId,
  price: 8_800,
  currency: 'CNY',
  now: context.clock.now(),
  purchase: null,
  lock: false,
})
const price = (use: Partial<CouponUse> = {}) => priceWithCoupon(context.database, { ...couponUse(), ...use })
const refused = (code: string) => expect.objectContaining({ code })
const order = (state = 'open', of = userId) =>
  insertOrder(context.database, context.clock.now(), {
    user_id: of,
    coupon: 'SPRING',
    state,
    paid_at: state === 'open' || state === 'closed' ? null : context.clock.now(),
    fulfilled_at: state === 'fulfilled' ? context.clock.now() : null,
  })

test('H7 percent is taken off in the buyer’s favour, an amount off its own currency only', async () => {
  await set('spring', { percent: 15 })
  expect(await price({ price: 8_888 })).toBe(7_554)
  await set('FIVE', { amount: 500, currency: 'CNY' })
  expect(await price({ code: 'FIVE' })).toBe(8_300)
  expect(await price({ code: 'FIVE', price: 300 })).toBe(1)
  await expect(price({ code: 'FIVE', currency: 'USD' })).rejects.toEqual(refused('coupon.other_product'))
})

test('H7 a coupon holds for its products and between its times only', async () => {
  await expect(price()).rejects.toEqual(refused('coupon.unknown'))
  const now = context.clock.now().getTime()
  await set('SPRING', { percent: 10, products: ['vip_card'], starts: now + 1_000, ends: now + 5_000 })
  const at = (ms: number) => price({ product: 'vip_card', now: new Date(now + ms) })
  await expect(at(999)).rejects.toEqual(refused('coupon.over'))
  expect(await at(1_000)).toBe(7_920)
  expect(await at(4_999)).toBe(7_920)
  await expect(at(5_000)).rejects.toEqual(refused('coupon.over'))
  await expect(price({ now: new Date(now + 1_000) })).rejects.toEqual(refused('coupon.other_product'))
})

test('H7 a coupon is used up by all or by one; a closed order gives it back', async () => {
  const other = (await aBuyer(context, '76561197960265730')).userId
  await set('SPRING', { percent: 10, uses: 3, usesEach: 2 })
  await order('fulfilled')
  await order('closed')
  expect(await price()).toBe(7_920)
  await order('refunded')
  await expect(price()).rejects.toEqual(refused('coupon.used_up'))
  expect(await price({ userId: other })).toBe(7_920)
  await order('open', other)
  await expect(price({ userId: other })).rejects.toEqual(refused('coupon.used_up'))
  expect(await list()).toMatchObject([{ code: 'SPRING', used: 3 }])
})

test('H7 of twenty who order at once only as many get the coupon as it has uses', async () => {
  await set('SPRING', { percent: 10, uses: 3 })
  const orders = Array.from({ length: 20 }, () =>
    context.database.transaction().execute(async (tx) => {
      const amount = await priceWithCoupon(tx, { ...couponUse(), lock: true })
      await insertOrder(tx, context.clock.now(), { user_id: userId, coupon: 'SPRING', amount })
    }),
  )
  const done = await Promise.allSettled(orders)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const one of done) if (one.status === 'rejected') expect(one.reason).toEqual(refused('coupon.used_up'))
  expect(await list()).toMatchObject([{ used: 3 }])
})

test('H7 a coupon is set whole, listed and removed; its uses outlive it', async () => {
  const answer = await set(' spring ', { percent: 20, uses: 5, starts: 1_000 })
  const coupon = {
    code: 'SPRING',
    percent: 20,
    amount: null,
    currency: null,
    products: [],
    uses: 5,
    usesEach: null,
    used: 0,
    starts: 1_000,
    ends: null,
    revision: expect.any(Number) as number,
  }
  expect(answer.json()).toEqual(coupon)
  await order()
  const changed = {
    ...coupon,
    percent: null,
    amount: 100,
    currency: 'USD',
    uses: null,
    used: 1,
    starts: null,
  }
  expect((await set('SPRING', { amount: 100, currency: 'USD', products: ['vip'] })).json()).toEqual({
    ...changed,
    products: ['vip'],
  })
  const remove = () =>
    app.inject({ method: 'DELETE', url: '/api/operator/coupons/Spring', headers: asOperator })
  expect((await remove()).statusCode).toBe(204)
  expect((await remove()).json()).toMatchObject({ code: 'coupon.unknown' })
  expect(await list()).toEqual([])
  expect((await set('SPRING', { percent: 5 })).json()).toMatchObject({ used: 1 })
})

test.each([
  ['SPRING', {}],
  ['SPRING', { percent: 0 }],
  ['SPRING', { percent: 100 }],
  ['SPRING', { percent: 10, amount: 100, currency: 'CNY' }],
  ['SPRING', { percent: 10, currency: 'CNY' }],
  ['SPRING', { amount: 100 }],
  ['SPRING', { percent: 10, uses: 0 }],
  ['SPRING', { percent: 10, products: ['skin'] }],
  ['AB', { percent: 10 }],
  ['-AB', { percent: 10 }],
  ['A_B', { percent: 10 }],
])('H7 an invalid coupon is refused: %s %j', async (code, payload) => {
  expect((await set(code, payload)).json()).toMatchObject({ code: 'request.invalid' })
  expect(await list()).toEqual([])
})

test('J a coupon that another operator has changed concurrently is neither set nor removed', async () => {
  const conflict = { code: 'edit.conflict' }
  const first = (await set('SPRING', { percent: 10, revision: 0 })).json<{ revision: number }>().revision
  expect((await set('spring', { percent: 20, revision: 0 })).json()).toMatchObject(conflict)
  const changed = await set('SPRING', { percent: 30, revision: first })
  const { revision: second } = changed.json<{ revision: number }>()
  expect((await set('SPRING', { percent: 40, revision: first })).json()).toMatchObject(conflict)
  const remove = (revision: number) =>
    app.inject({
      method: 'DELETE',
      url: `/api/operator/coupons/SPRING?revision=${revision}`,
      headers: asOperator,
    })
  expect((await remove(first)).json()).toMatchObject(conflict)
  expect(await list()).toMatchObject([{ percent: 30 }])
  expect((await remove(second)).statusCode).toBe(204)
  // A coupon that is created again is not the one seen before.
  await set('SPRING', { percent: 50, revision: 0 })
  await set('SPRING', { percent: 60 })
  for (const revision of [first, second, 1, 2])
    expect((await set('SPRING', { percent: 70, revision })).json()).toMatchObject(conflict)
  expect(await list()).toMatchObject([{ percent: 60 }])
})

test('J of two operators who create one coupon at once, one gets a conflict', async () => {
  const both = await Promise.all([10, 20].map((percent) => set('SPRING', { percent, revision: 0 })))
  expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await list()).toHaveLength(1)
})
