import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
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

const refused = async (other: Record<string, unknown>, person = ann) => {
  const answer = await fixture.order(person, other)
  return [answer.statusCode, answer.json<{ code: string }>().code]
}
const ends = async (rental: { id: string }) => (await fixture.rental(rental)).expires_at.getTime()

test('G13 a renewal counts from the later of now and the end, and VIP goes with it (F7)', async () => {
  const rental = await fixture.running(ann)
  const startedAt = fixture.now
  fixture.context.clock.advance(10 * day)
  await fixture.buy(ann, { instance_id: rental.number, duration: '7d' })
  expect(await ends(rental)).toBe(startedAt + month + 7 * day)
  expect(await fixture.rental(rental)).toMatchObject({ state: 'running', duration: '7d', generation: 1 })
  expect(await fixture.vipEnds(ann)).toBe(startedAt + month + 7 * day)
  expect(await fixture.server(ann)).toMatchObject({ duration: '7d', isExpired: false })
})

test('H5 a renewal that is delivered again, and two at once, count once each', async () => {
  const rental = await fixture.running(ann)
  const startedAt = fixture.now
  const renewal = { instance_id: rental.number, duration: '7d' }
  const ids = await Promise.all(
    [0, 1].map(async () => (await fixture.order(ann, renewal)).json<{ id: string }>().id),
  )
  const attempts = await Promise.all(ids.map((id) => fixture.begin(ann, id)))
  await Promise.all(attempts.map((no) => fixture.pay(no)))
  expect(await ends(rental)).toBe(startedAt + month + 14 * day)
  await fixture.context.database
    .updateTable('orders')
    .set({ state: 'paid', fulfil_at: new Date(fixture.now) })
    .where('id', 'in', ids)
    .execute()
  await fixture.runDue()
  expect(await ends(rental)).toBe(startedAt + month + 14 * day)
  for (const id of ids)
    expect((await fixture.call(ann, 'GET', `/payment/orders/${id}`)).json()).toMatchObject({
      fulfilled: true,
    })
})

test('G13 an expired server that was removed comes back with its settings', async () => {
  const before = await fixture.running(ann, { serverName: 'Owls 2' })
  fixture.context.clock.advance(40 * day)
  await fixture.write(before, { state: 'terminated', cleared_at: new Date(fixture.now), tries: 4 })
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ state: 'removed', removed_at: new Date(fixture.now) })
    .execute()
  expect(await fixture.server(ann)).toMatchObject({ status: 'TERMINATED', isExpired: true })
  await fixture.buy(ann, { instance_id: before.number, duration: '7d' })
  expect(await fixture.rental(before)).toMatchObject({
    name: 'Owls 2',
    password: before.password,
    state: 'creating',
    generation: 1,
    expires_at: new Date(fixture.now + 7 * day),
    cleared_at: null,
    tries: 0,
    due_at: new Date(fixture.now),
  })
  expect(await fixture.server(ann)).toMatchObject({ status: 'CREATING', steps: { queued: fixture.now } })
  expect(await fixture.vipEnds(ann)).toBe(fixture.now + 7 * day)
})

test('G13 a removed server whose region is full cannot be renewed; a running one can', async () => {
  const rental = await fixture.running(ann, { region: 'ap-tokyo' })
  await fixture.capacity('ap-tokyo', 1)
  const renewal = { instance_id: rental.number }
  expect((await fixture.order(ann, renewal)).statusCode).toBe(200)
  await fixture.capacity('ap-tokyo', 0)
  expect((await fixture.order(ann, renewal)).statusCode).toBe(200)
  await fixture.write(rental, { state: 'terminated', expires_at: new Date(fixture.now) })
  expect(await refused(renewal)).toEqual([409, 'region.unavailable'])
})

test('G13 H5 a renewal whose region became full is refunded', async () => {
  const rental = await fixture.running(ann, { region: 'ap-tokyo' })
  await fixture.write(rental, { state: 'terminated', expires_at: new Date(fixture.now) })
  const { id } = (await fixture.order(ann, { instance_id: rental.number })).json<{ id: string }>()
  const no = await fixture.begin(ann, id)
  await fixture.capacity('ap-tokyo', 0)
  await fixture.pay(no)
  await fixture.runDue()
  const order = await fixture.call(ann, 'GET', `/payment/orders/${id}`)
  expect(order.json()).toMatchObject({ status: 'refunded', fulfilled: false, refunded: 1_500 })
  expect(await ends(rental)).toBe(fixture.now)
})

test('H7 whether the region may be switched is the rental’s own, and a differing word is refused', async () => {
  const rental = await fixture.running(ann, { isRelocatable: false })
  const renewal = { instance_id: rental.number, isRelocatable: true }
  expect(await refused(renewal)).toEqual([400, 'request.invalid'])
  const id = await fixture.buy(ann, { ...renewal, isRelocatable: false })
  const order = await fixture.call(ann, 'GET', `/payment/orders/${id}`)
  expect(order.json()).toMatchObject({
    amount: 1_000,
    description: {
      zh: '练习服务器续费（1 个月，固定地区）',
      en: 'Practice server renewal, 1 month, fixed region',
    },
  })
})

test('G19 only the owner renews: an admin gets an error that says so, a stranger "not found"', async () => {
  const [member, stranger] = [await fixture.person(), await fixture.person()]
  const rental = await fixture.running(ann)
  const admins = [{ steamid: member.steamId, name: '', servername: '' }]
  await fixture.write(rental, { admins: JSON.stringify(admins) })
  const renewal = { instance_id: rental.number }
  expect(await refused(renewal, member)).toEqual([403, 'rental.owner_only'])
  expect(await refused(renewal, stranger)).toEqual([404, 'rental.not_found'])
  expect(await refused({ instance_id: 'sv-000000' })).toEqual([404, 'rental.not_found'])
  expect(await refused({ instance_id: 'nonsense' })).toEqual([400, 'request.invalid'])
})

test('G7 a running server is renewed under maintenance; a revoked or failed one is not', async () => {
  const rental = await fixture.running(ann)
  const renewal = { instance_id: rental.number }
  await fixture.operator('PUT', '/regions/ap-shanghai/maintenance', {})
  expect((await fixture.order(ann, renewal)).statusCode).toBe(200)
  await fixture.write(rental, { state: 'failed', failed_at: new Date(fixture.now) })
  expect(await refused(renewal)).toEqual([409, 'rental.not_ready'])
  await fixture.write(rental, { revoked_at: new Date(fixture.now) })
  expect(await refused(renewal)).toEqual([404, 'rental.not_found'])
})

test('H5 a renewal of a server that was revoked meanwhile is refunded', async () => {
  const { rental, orderId } = await fixture.rent(ann)
  const { id } = (await fixture.order(ann, { instance_id: rental.number })).json<{ id: string }>()
  const no = await fixture.begin(ann, id)
  await fixture.refund(orderId)
  await fixture.pay(no)
  await fixture.runDue()
  const order = await fixture.call(ann, 'GET', `/payment/orders/${id}`)
  expect(order.json()).toMatchObject({ status: 'refunded', fulfilled: false })
})
