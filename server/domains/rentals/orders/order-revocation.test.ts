import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { findReporterBySecret } from '../../events/index.ts'
import { rentalProducts } from '../index.ts'
import { openRentalSecret } from '../rental-secrets.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const day = 24 * 3_600_000
const month = 30 * day
let shop: RentalPortalFixture
let ann: TestUser

beforeAll(async () => {
  shop = await openRentalPortal()
  ann = await shop.person()
})
beforeEach(() => shop.clear())
afterAll(() => shop.close())

const ends = async (rental: { id: string }) => (await shop.rental(rental)).expires_at.getTime()
const rented = async () => {
  const { rental, orderId } = await shop.rent(ann)
  return { rental: await shop.stand(rental), orderId, begun: shop.now }
}

test('H5 F7 a server whose order is refunded ends at once, permanently: not listed, no VIP, no reports accepted', async () => {
  const { rental, orderId } = await rented()
  shop.context.clock.advance(day)
  await shop.refund(orderId)
  expect(await shop.rental(rental)).toMatchObject({
    revoked_at: new Date(shop.now),
    expires_at: new Date(shop.now),
    due_at: new Date(shop.now),
  })
  expect(await shop.servers(ann)).toEqual([])
  expect(await shop.vipEnds(ann)).toBe(null)
  const secret = openRentalSecret(shop.context.keys, rental.id, 'report', rental.report_secret)
  await expect(findReporterBySecret(shop.context.database, secret)).rejects.toMatchObject({
    code: 'event.revoked',
  })
  for (const [method, path] of [
    ['GET', 'admins'],
    ['GET', 'demos'],
    ['POST', 'refund'],
  ] as const) {
    const answer = await shop.call(ann, method, `/scrim/server/${rental.number}/${path}`)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'rental.not_found'])
  }
})

test('G13 a renewal that is paid back takes its term again, and nothing of the first one', async () => {
  const { rental, begun } = await rented()
  shop.context.clock.advance(10 * day)
  const renewal = await shop.buy(ann, { instance_id: rental.number })
  expect(await ends(rental)).toBe(begun + 2 * month)
  shop.context.clock.advance(10 * day)
  await shop.refund(renewal)
  expect(await ends(rental)).toBe(begun + month)
  expect(await shop.vipEnds(ann)).toBe(begun + month)
  expect(await shop.server(ann)).toMatchObject({ isExpired: false })
})

test('G13 refunding the first order revokes the rest of it; the renewals stay', async () => {
  const { rental, orderId, begun } = await rented()
  const renewal = await shop.buy(ann, { instance_id: rental.number })
  shop.context.clock.advance(10 * day)
  await shop.refund(orderId)
  expect(await ends(rental)).toBe(begun + 10 * day + month)
  expect(await shop.rental(rental)).toMatchObject({ revoked_at: null })
  shop.context.clock.advance(5 * day)
  await shop.refund(renewal)
  expect(await shop.rental(rental)).toMatchObject({ revoked_at: new Date(shop.now) })
  expect(await shop.vipEnds(ann)).toBe(null)
})

test('G13 of two renewals after an expiry each loses only its own', async () => {
  const { rental } = await rented()
  shop.context.clock.advance(40 * day)
  const begun = shop.now
  const first = await shop.buy(ann, { instance_id: rental.number })
  await shop.buy(ann, { instance_id: rental.number, duration: '7d' })
  shop.context.clock.advance(15 * day)
  await shop.refund(first)
  expect(await ends(rental)).toBe(begun + 22 * day)
})

test('H5 repeated and concurrent revocations revoke once', async () => {
  const { rental, begun } = await rented()
  const first = await shop.buy(ann, { instance_id: rental.number })
  await shop.buy(ann, { instance_id: rental.number })
  const [product] = rentalProducts(shop.context)
  const { steamId, userId } = ann
  const order = {
    id: first,
    userId,
    buyer: steamId,
    recipient: steamId,
    productId: 'renew_server',
    options: {},
    duration: '1m' as const,
  }
  const back = () => shop.context.database.transaction().execute(async (tx) => product?.revoke(order, tx))
  await Promise.all([back(), back(), back()])
  await back()
  expect(await ends(rental)).toBe(begun + 2 * month)
  const file = await shop.operator('GET', `/rentals/${rental.number}`)
  const history = file.json<{ history: { what: string }[] }>().history.map(({ what }) => what)
  expect(history).toEqual(['shortened', 'renewed', 'renewed', 'ordered'])
})

test('G13 what an operator gave stays when a renewal that moved up is paid back', async () => {
  const { rental, begun } = await rented()
  const first = await shop.buy(ann, { instance_id: rental.number })
  const second = await shop.buy(ann, { instance_id: rental.number })
  await shop.operator('POST', `/rentals/${rental.number}/extend`, { hours: 240 })
  await shop.refund(first)
  shop.context.clock.advance(45 * day)
  expect(await ends(rental)).toBe(begun + 70 * day)
  // The second renewal runs from day 30 to day 60 by now.
  await shop.refund(second)
  expect(await ends(rental)).toBe(begun + 55 * day)
})

test('H5 of an order that was never delivered there is nothing to take back', async () => {
  const { rental, begun } = await rented()
  await shop.capacity('ap-shanghai', 0)
  const { id } = (await shop.order(ann, { instance_id: rental.number })).json<{ id: string }>()
  const no = await shop.begin(ann, id)
  await shop.write(rental, { failed_at: new Date(shop.now) })
  await shop.pay(no)
  await shop.runDue()
  expect(await ends(rental)).toBe(begun + month)
})

test('F7 VIP that was bought lasts on when the server is paid back', async () => {
  const { orderId, begun } = await rented()
  await shop.operator('PUT', '/prices/vip/1m/CNY', { amount: 999 })
  const plan = { currency: 'CNY', productType: 'vip', productId: 'plan' }
  const options = JSON.stringify({ duration: '1m', paymentMethod: 'alipay' })
  const { id } = (await shop.call(ann, 'POST', '/payment/orders', { ...plan, options })).json<{
    id: string
  }>()
  await shop.pay(await shop.begin(ann, id))
  expect(await shop.vipEnds(ann)).toBe(begun + 2 * month)
  await shop.refund(orderId)
  expect(await shop.vipEnds(ann)).toBe(begun + month)
})

test('F7 G25 a rental whose term moved by itself takes its VIP along', async () => {
  const { rental, begun } = await rented()
  await shop.write(rental, { expires_at: new Date(begun + month + 600_000) })
  await shop.watch()
  expect(await shop.vipEnds(ann)).toBe(begun + month + 600_000)
  const before = await shop.rental(rental)
  shop.context.clock.advance(1_000)
  await shop.watch()
  expect(await shop.rental(rental)).toEqual(before)
})
