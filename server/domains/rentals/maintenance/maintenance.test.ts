import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import type { RentalRow } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const hour = 3_600_000
const day = 24 * hour
let shop: RentalPortalFixture
let ann: TestUser
let rental: RentalRow

beforeAll(async () => {
  shop = await openRentalPortal()
  ann = await shop.person()
})
beforeEach(async () => {
  await shop.clear()
  rental = await shop.running(ann)
})
afterAll(() => shop.close())

const ends = async (of = rental) => (await shop.rental(of)).expires_at.getTime()
const region = (method: 'PUT' | 'DELETE', body?: object) =>
  shop.operator(method, '/regions/ap-shanghai/maintenance', body)
const own = (method: 'PUT' | 'DELETE', body?: object) =>
  shop.operator(method, `/rentals/${rental.number}/maintenance`, body)

test('G20 maintenance of up to 24 hours gives nothing back', async () => {
  const end = await ends()
  await region('PUT', { text: { zh: '升级' } })
  shop.context.clock.advance(day)
  expect((await region('DELETE')).statusCode).toBe(204)
  expect(await ends()).toBe(end)
})

test('G20 over 24 hours all of its length is given back, once, and VIP with it', async () => {
  const end = await ends()
  await region('PUT', {})
  shop.context.clock.advance(20 * hour)
  const changed = await region('PUT', { text: { en: 'Longer' } })
  expect(changed.json()).toMatchObject({
    maintenance: { since: shop.now - 20 * hour, text: { zh: '', en: 'Longer' } },
  })
  shop.context.clock.advance(10 * hour)
  await Promise.all([region('DELETE'), region('DELETE'), region('DELETE')])
  await region('DELETE')
  expect(await ends()).toBe(end + 30 * hour)
  expect(await shop.vipEnds(ann)).toBe(end + 30 * hour)
  expect(await shop.region('ap-shanghai')).toMatchObject({ maintenance: null })
})

test('G20 what ended before or was bought during it gets nothing; what ended during it comes back', async () => {
  const [over, ending, elsewhere] = [
    await shop.running(ann),
    await shop.running(ann),
    await shop.running(ann, { region: 'ap-tokyo' }),
  ]
  await shop.write(over, { expires_at: new Date(shop.now) })
  await shop.write(ending, { expires_at: new Date(shop.now + hour) })
  const elsewhereEnds = await ends(elsewhere)
  await region('PUT', {})
  const begun = shop.now
  shop.context.clock.advance(hour)
  const late = await shop.write(await shop.stand(elsewhere), { created_at: new Date(shop.now) })
  await shop.write(late, { region: 'ap-shanghai' })
  await shop.write(ending, { state: 'terminated' })
  shop.context.clock.advance(2 * day)
  await region('DELETE')
  expect(await ends(over)).toBe(begun)
  expect(await ends(late)).toBe(elsewhereEnds)
  expect(await shop.rental(ending)).toMatchObject({
    expires_at: new Date(begun + hour + 2 * day + hour),
    state: 'creating',
    due_at: new Date(shop.now),
  })
})

test('G20 of a server alone it is the same', async () => {
  const end = await ends()
  expect((await own('PUT', { text: { zh: '换盘' } })).json()).toMatchObject({
    maintenance_status: 1,
    maintenance: { zh: '换盘', en: '' },
  })
  shop.context.clock.advance(25 * hour)
  await Promise.all([own('DELETE'), own('DELETE')])
  expect(await ends()).toBe(end + 25 * hour)
  expect(await shop.server(ann)).toMatchObject({ maintenance_status: 0 })
  await shop.write(rental, { expires_at: new Date(shop.now) })
  expect((await own('PUT', {})).json()).toMatchObject({ code: 'rental.over' })
})

test('G20 two maintenances over each other are given back once', async () => {
  const end = await ends()
  await own('PUT', {})
  shop.context.clock.advance(day)
  await region('PUT', {})
  shop.context.clock.advance(2 * day)
  await own('DELETE')
  expect(await ends()).toBe(end + 3 * day)
  shop.context.clock.advance(day)
  await region('DELETE')
  expect(await ends()).toBe(end + 4 * day)
})

test('G20 G25 nothing is given back for the time before a server first ran: its term had not begun', async () => {
  const { rental: fresh } = await shop.rent(ann)
  const end = await ends(fresh)
  await region('PUT', {})
  shop.context.clock.advance(day)
  await shop.stand(fresh)
  shop.context.clock.advance(6 * hour)
  await region('DELETE')
  expect(await ends(fresh)).toBe(end + 6 * hour)
})

test('G20 a server that the operator ended meanwhile gets nothing back, and stays ended', async () => {
  const other = await shop.running(ann)
  await region('PUT', {})
  await shop.operator('PUT', `/rentals/${other.number}/maintenance`, {})
  shop.context.clock.advance(hour)
  const ended = shop.now
  for (const { number } of [rental, other]) await shop.operator('POST', `/rentals/${number}/end`)
  await shop.write(rental, { state: 'terminated' })
  shop.context.clock.advance(2 * day)
  await shop.operator('DELETE', `/rentals/${other.number}/maintenance`)
  await region('DELETE')
  expect(await ends()).toBe(ended)
  expect(await ends(other)).toBe(ended)
  expect((await shop.rental(rental)).state).toBe('terminated')
})

test('G20 one that was ended and given more time is as any other again', async () => {
  await shop.operator('POST', `/rentals/${rental.number}/end`)
  shop.context.clock.advance(hour)
  await shop.operator('POST', `/rentals/${rental.number}/extend`, { hours: 48 })
  await region('PUT', {})
  const end = await ends()
  shop.context.clock.advance(30 * hour)
  await region('DELETE')
  expect(await ends()).toBe(end + 30 * hour)
})

test('G13 G20 for a rental that expired meanwhile and was renewed, the unpaid time is not credited', async () => {
  await shop.write(rental, { expires_at: new Date(shop.now + hour) })
  await region('PUT', {})
  shop.context.clock.advance(10 * hour)
  await shop.operator('POST', `/rentals/${rental.number}/extend`, { hours: 48 })
  const end = await ends()
  expect(end).toBe(shop.now + 48 * hour)
  shop.context.clock.advance(20 * hour)
  await region('DELETE')
  // Of 30 hours of maintenance nine were between its end and its renewal, which counts from itself.
  expect(await ends()).toBe(end + 21 * hour)
})

test('G13 G20 a rental that had expired before and was renewed meanwhile gets the rest credited', async () => {
  await shop.write(rental, { expires_at: new Date(shop.now - hour) })
  await region('PUT', {})
  shop.context.clock.advance(10 * hour)
  await shop.operator('POST', `/rentals/${rental.number}/extend`, { hours: 48 })
  const end = await ends()
  shop.context.clock.advance(20 * hour)
  await region('DELETE')
  expect(await ends()).toBe(end + 20 * hour)
})
