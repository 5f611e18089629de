import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import type { App } from '../../../platform/http/app.ts'
import type { PaidOrder } from '../../payments/index.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { coverRental } from '../index.ts'
import { createVipApp } from '../testing/app.ts'
import { setVip } from '../testing/delivery.ts'
import { fulfil, paidOrder, revoke } from '../testing/orders.ts'

let context: TestContext
let app: App
let ann: TestUser
const steamId = '76561198000000001'
const day = 24 * 3_600_000

beforeAll(async () => {
  context = await createTestContext()
  app = await createVipApp(context)
})
beforeEach(async () => {
  for (const table of ['orders', 'vip_terms', 'vip_covers'] as const)
    await context.database.deleteFrom(table).execute()
  await clearAccounts(context)
  ann = await signIn(context, steamId)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const now = () => context.clock.now().getTime()
/** Returns the remaining days of VIP; undefined without VIP, null if permanent. */
async function daysLeft(): Promise<number | null | undefined> {
  const { headers } = ann
  const answer = await app.inject({ url: `/api/auth/vip-status/${steamId}`, headers })
  const { type, expireDate } = answer.json<{ type: string; expireDate: number | null }>()
  if (type === 'none') return undefined
  return expireDate === null ? null : (expireDate - now()) / day
}
const cover = (rentalId: string, days: number) =>
  context.database
    .transaction()
    .execute((tx) => coverRental(tx, context, { steamId, rentalId, until: new Date(now() + days * day) }))
async function buy(): Promise<PaidOrder> {
  const order = await paidOrder(context, ann, 'vip')
  await fulfil(context, 'vip', order)
  return order
}
const back = (order: PaidOrder) => revoke(context, 'vip', order)

test('F7 a rental makes its owner VIP until its end, however often and by however many that is seen to', async () => {
  const rental = randomUUID()
  await Promise.all(Array.from({ length: 6 }, () => cover(rental, 7)))
  expect(await daysLeft()).toBe(7)
  await cover(rental, 7)
  expect(await daysLeft()).toBe(7)
})

test('F7 a rental adds nothing to a bought VIP that lasts longer, and takes nothing from it', async () => {
  const rental = randomUUID()
  await buy()
  await cover(rental, 7)
  expect(await daysLeft()).toBe(30)
  await cover(rental, 0)
  expect(await daysLeft()).toBe(30)
})

test('F7 a rental that lasts longer than the bought VIP adds the rest, and takes back no more than that', async () => {
  const rental = randomUUID()
  await buy()
  await cover(rental, 40)
  expect(await daysLeft()).toBe(40)
  await cover(rental, 35)
  expect(await daysLeft()).toBe(35)
  await cover(rental, 0)
  expect(await daysLeft()).toBe(30)
})

test('F7 VIP bought during a rental counts from the rental’s end, and stays complete when the rental is revoked', async () => {
  const rental = randomUUID()
  await cover(rental, 10)
  await buy()
  expect(await daysLeft()).toBe(40)
  context.clock.advance(4 * day)
  await cover(rental, 0)
  expect(await daysLeft()).toBe(30)
})

test('F7 a longer rental fills the time after the purchased term, and gives back exactly that', async () => {
  const rental = randomUUID()
  await cover(rental, 10)
  await buy()
  await cover(rental, 60)
  expect(await daysLeft()).toBe(60)
  await cover(rental, 10)
  expect(await daysLeft()).toBe(40)
  await cover(rental, 0)
  expect(await daysLeft()).toBe(30)
})

test('F7 a rental still covers its time after the purchased VIP before it was refunded', async () => {
  const rental = randomUUID()
  const order = await buy()
  await cover(rental, 20)
  await back(order)
  expect(await daysLeft()).toBe(20)
  context.clock.advance(5 * day)
  await cover(rental, 0)
  expect(await daysLeft()).toBe(undefined)
})

test('F7 once bought VIP is refunded, a rental that lasts longer gives VIP for its whole time', async () => {
  const rental = randomUUID()
  const order = await buy()
  await cover(rental, 40)
  await back(order)
  expect(await daysLeft()).toBe(40)
  await cover(rental, 0)
  expect(await daysLeft()).toBe(undefined)
})

test('F7 of two rentals each covers its own time, whichever is taken back', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  await cover(one, 10)
  await cover(other, 30)
  expect(await daysLeft()).toBe(30)
  await cover(one, 0)
  expect(await daysLeft()).toBe(30)
  await cover(one, 10)
  await cover(other, 0)
  expect(await daysLeft()).toBe(10)
})

test('F7 a rental changes nothing for a permanent VIP', async () => {
  const rental = randomUUID()
  await setVip(app, steamId, null)
  await cover(rental, 10)
  expect(await daysLeft()).toBe(null)
  await cover(rental, 0)
  expect(await daysLeft()).toBe(null)
})

test('F7 a refund does not bring back what an operator took, nor does a rental that stays as it is', async () => {
  const rental = randomUUID()
  const order = await buy()
  await cover(rental, 40)
  await setVip(app, steamId, 'none')
  await cover(rental, 40)
  await back(order)
  expect(await daysLeft()).toBe(undefined)
  await cover(rental, 50)
  expect(await daysLeft()).toBe(50)
})
