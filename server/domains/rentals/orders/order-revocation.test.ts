import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { findReporterBySecret } from '../../events/index.ts'
import { rentalProducts } from '../index.ts'
import { openRentalSecret } from '../rental-secrets.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const day = 24 * 3_600_000
const month = 30 * day
let fixture: RentalPortalFixture
let ann: TestUser

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const ends = async (rental: { id: string }) => (await fixture.rental(rental)).expires_at.getTime()
const rented = async () => {
  const { rental, orderId } = await fixture.rent(ann)
  return { rental: await fixture.stand(rental), orderId, begun: fixture.now }
}

test('H5 F7 a server whose order is refunded ends at once, permanently: not listed, no VIP, no reports accepted', async () => {
  const { rental, orderId } = await rented()
  fixture.context.clock.advance(day)
  await fixture.refund(orderId)
  expect(await fixture.rental(rental)).toMatchObject({
    revoked_at: new Date(fixture.now),
    expires_at: new Date(fixture.now),
    due_at: new Date(fixture.now),
  })
  expect(await fixture.servers(ann)).toEqual([])
  expect(await fixture.vipEnds(ann)).toBe(null)
  const secret = openRentalSecret(fixture.context.keys, rental.id, 'report', rental.report_secret)
  await expect(findReporterBySecret(fixture.context.database, secret)).rejects.toMatchObject({
    code: 'event.revoked',
  })
  for (const [method, path] of [
    ['GET', 'admins'],
    ['GET', 'demos'],
    ['POST', 'refund'],
  ] as const) {
    const answer = await fixture.call(ann, method, `/scrim/server/${rental.number}/${path}`)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'rental.not_found'])
  }
})

test('G13 a refunded renewal removes its own term and nothing of the first', async () => {
  const { rental, begun: startedAt } = await rented()
  fixture.context.clock.advance(10 * day)
  const renewal = await fixture.buy(ann, { instance_id: rental.number })
  expect(await ends(rental)).toBe(startedAt + 2 * month)
  fixture.context.clock.advance(10 * day)
  await fixture.refund(renewal)
  expect(await ends(rental)).toBe(startedAt + month)
  expect(await fixture.vipEnds(ann)).toBe(startedAt + month)
  expect(await fixture.server(ann)).toMatchObject({ isExpired: false })
})

test('G13 refunding the first order revokes the rest of it; the renewals stay', async () => {
  const { rental, orderId, begun: startedAt } = await rented()
  const renewal = await fixture.buy(ann, { instance_id: rental.number })
  fixture.context.clock.advance(10 * day)
  await fixture.refund(orderId)
  expect(await ends(rental)).toBe(startedAt + 10 * day + month)
  expect(await fixture.rental(rental)).toMatchObject({ revoked_at: null })
  fixture.context.clock.advance(5 * day)
  await fixture.refund(renewal)
  expect(await fixture.rental(rental)).toMatchObject({ revoked_at: new Date(fixture.now) })
  expect(await fixture.vipEnds(ann)).toBe(null)
})

test('G13 of two renewals after an expiry each loses only its own', async () => {
  const { rental } = await rented()
  fixture.context.clock.advance(40 * day)
  const startedAt = fixture.now
  const first = await fixture.buy(ann, { instance_id: rental.number })
  await fixture.buy(ann, { instance_id: rental.number, duration: '7d' })
  fixture.context.clock.advance(15 * day)
  await fixture.refund(first)
  expect(await ends(rental)).toBe(startedAt + 22 * day)
})

test('H5 repeated and concurrent revocations revoke once', async () => {
  const { rental, begun: startedAt } = await rented()
  const first = await fixture.buy(ann, { instance_id: rental.number })
  await fixture.buy(ann, { instance_id: rental.number })
  const [product] = rentalProducts(fixture.context)
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
  const back = () => fixture.context.database.transaction().execute(async (tx) => product?.revoke(order, tx))
  await Promise.all([back(), back(), back()])
  await back()
  expect(await ends(rental)).toBe(startedAt + 2 * month)
  const file = await fixture.operator('GET', `/rentals/${rental.number}`)
  const history = file.json<{ history: { what: string }[] }>().history.map(({ what }) => what)
  expect(history).toEqual(['shortened', 'renewed', 'renewed', 'ordered'])
})

test('G13 what an operator granted stays when a renewal that moved up is refunded', async () => {
  const { rental, begun: startedAt } = await rented()
  const first = await fixture.buy(ann, { instance_id: rental.number })
  const second = await fixture.buy(ann, { instance_id: rental.number })
  await fixture.operator('POST', `/rentals/${rental.number}/extend`, { hours: 240 })
  await fixture.refund(first)
  fixture.context.clock.advance(45 * day)
  expect(await ends(rental)).toBe(startedAt + 70 * day)
  // The second renewal runs from day 30 to day 60 by now.
  await fixture.refund(second)
  expect(await ends(rental)).toBe(startedAt + 55 * day)
})

test('H5 of an order that was never delivered there is nothing to take back', async () => {
  const { rental, begun: startedAt } = await rented()
  await fixture.capacity('ap-shanghai', 0)
  const { id } = (await fixture.order(ann, { instance_id: rental.number })).json<{ id: string }>()
  const no = await fixture.begin(ann, id)
  await fixture.write(rental, { failed_at: new Date(fixture.now) })
  await fixture.pay(no)
  await fixture.runDue()
  expect(await ends(rental)).toBe(startedAt + month)
})

test('F7 bought VIP stays when the server is refunded', async () => {
  const { orderId, begun: startedAt } = await rented()
  await fixture.operator('PUT', '/prices/vip/1m/CNY', { amount: 999 })
  const plan = { currency: 'CNY', productType: 'vip', productId: 'plan' }
  const options = JSON.stringify({ duration: '1m', paymentMethod: 'alipay' })
  const { id } = (await fixture.call(ann, 'POST', '/payment/orders', { ...plan, options })).json<{
    id: string
  }>()
  await fixture.pay(await fixture.begin(ann, id))
  expect(await fixture.vipEnds(ann)).toBe(startedAt + 2 * month)
  await fixture.refund(orderId)
  expect(await fixture.vipEnds(ann)).toBe(startedAt + month)
})

test('F7 G25 a rental whose term moved by itself takes its VIP along', async () => {
  const { rental, begun: startedAt } = await rented()
  await fixture.write(rental, { expires_at: new Date(startedAt + month + 600_000) })
  await fixture.watch()
  expect(await fixture.vipEnds(ann)).toBe(startedAt + month + 600_000)
  const before = await fixture.rental(rental)
  fixture.context.clock.advance(1_000)
  await fixture.watch()
  expect(await fixture.rental(rental)).toEqual(before)
})
