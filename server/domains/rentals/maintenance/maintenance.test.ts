import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { type RentalRow, lockRental } from '../rentals.store.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const hour = 3_600_000
const day = 24 * hour
let fixture: RentalPortalFixture
let ann: TestUser
let rental: RentalRow

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  rental = await fixture.running(ann)
})
afterAll(() => fixture.close())

const ends = async (of = rental) => (await fixture.rental(of)).expires_at.getTime()
const region = (method: 'PUT' | 'DELETE', body?: object) =>
  fixture.operator(method, '/regions/ap-shanghai/maintenance', body)
const own = (method: 'PUT' | 'DELETE', body?: object) =>
  fixture.operator(method, `/rentals/${rental.number}/maintenance`, body)

test('G20 maintenance of up to 24 hours gives nothing back', async () => {
  const end = await ends()
  await region('PUT', { text: { zh: '升级' } })
  fixture.context.clock.advance(day)
  expect((await region('DELETE')).statusCode).toBe(204)
  expect(await ends()).toBe(end)
})

test('G20 over 24 hours all of its length is given back, once, and VIP with it', async () => {
  const end = await ends()
  await region('PUT', {})
  fixture.context.clock.advance(20 * hour)
  const changed = await region('PUT', { text: { en: 'Longer' } })
  expect(changed.json()).toMatchObject({
    maintenance: { since: fixture.now - 20 * hour, text: { zh: '', en: 'Longer' } },
  })
  fixture.context.clock.advance(10 * hour)
  await Promise.all([region('DELETE'), region('DELETE'), region('DELETE')])
  await region('DELETE')
  expect(await ends()).toBe(end + 30 * hour)
  expect(await fixture.vipEnds(ann)).toBe(end + 30 * hour)
  expect(await fixture.region('ap-shanghai')).toMatchObject({ maintenance: null })
})

test('G20 the rentals of a region get their time back one by one: one that is held holds up no other', async () => {
  const other = await fixture.running(ann)
  const end = await ends(other)
  await region('PUT', {})
  fixture.context.clock.advance(30 * hour)
  const { ending } = await fixture.context.database.transaction().execute(async (tx) => {
    await lockRental(tx, rental.id)
    const started = region('DELETE')
    await vi.waitFor(async () => expect(await ends(other)).toBe(end + 30 * hour), { timeout: 5_000 })
    return { ending: started }
  })
  expect((await ending).statusCode).toBe(204)
  expect(await ends()).toBe(end + 30 * hour)
  expect(await fixture.region('ap-shanghai')).toMatchObject({ maintenance: null })
})

test('G20 what ended before or was bought during it gets nothing; what ended during it comes back', async () => {
  const [over, ending, elsewhere] = [
    await fixture.running(ann),
    await fixture.running(ann),
    await fixture.running(ann, { region: 'ap-tokyo' }),
  ]
  await fixture.write(over, { expires_at: new Date(fixture.now) })
  await fixture.write(ending, { expires_at: new Date(fixture.now + hour) })
  const elsewhereEnds = await ends(elsewhere)
  await region('PUT', {})
  const startedAt = fixture.now
  fixture.context.clock.advance(hour)
  const late = await fixture.write(await fixture.stand(elsewhere), { created_at: new Date(fixture.now) })
  await fixture.write(late, { region: 'ap-shanghai' })
  await fixture.write(ending, { state: 'terminated' })
  fixture.context.clock.advance(2 * day)
  await region('DELETE')
  expect(await ends(over)).toBe(startedAt)
  expect(await ends(late)).toBe(elsewhereEnds)
  expect(await fixture.rental(ending)).toMatchObject({
    expires_at: new Date(startedAt + hour + 2 * day + hour),
    state: 'creating',
    due_at: new Date(fixture.now),
  })
})

test('G20 of a server alone it is the same', async () => {
  const end = await ends()
  expect((await own('PUT', { text: { zh: '换盘' } })).json()).toMatchObject({
    maintenance_status: 1,
    maintenance: { zh: '换盘', en: '' },
  })
  fixture.context.clock.advance(25 * hour)
  await Promise.all([own('DELETE'), own('DELETE')])
  expect(await ends()).toBe(end + 25 * hour)
  expect(await fixture.server(ann)).toMatchObject({ maintenance_status: 0 })
  await fixture.write(rental, { expires_at: new Date(fixture.now) })
  expect((await own('PUT', {})).json()).toMatchObject({ code: 'rental.over' })
})

test('G20 two maintenances over each other are given back once', async () => {
  const end = await ends()
  await own('PUT', {})
  fixture.context.clock.advance(day)
  await region('PUT', {})
  fixture.context.clock.advance(2 * day)
  await own('DELETE')
  expect(await ends()).toBe(end + 3 * day)
  fixture.context.clock.advance(day)
  await region('DELETE')
  expect(await ends()).toBe(end + 4 * day)
})

test('G20 G25 nothing is given back for the time before a server first ran: its term had not begun', async () => {
  const { rental: fresh } = await fixture.rent(ann)
  const end = await ends(fresh)
  await region('PUT', {})
  fixture.context.clock.advance(day)
  await fixture.stand(fresh)
  fixture.context.clock.advance(6 * hour)
  await region('DELETE')
  expect(await ends(fresh)).toBe(end + 6 * hour)
})

test('G20 a server that the operator ended meanwhile gets nothing back, and stays ended', async () => {
  const other = await fixture.running(ann)
  await region('PUT', {})
  await fixture.operator('PUT', `/rentals/${other.number}/maintenance`, {})
  fixture.context.clock.advance(hour)
  const ended = fixture.now
  for (const { number } of [rental, other]) await fixture.operator('POST', `/rentals/${number}/end`)
  await fixture.write(rental, { state: 'terminated' })
  fixture.context.clock.advance(2 * day)
  await fixture.operator('DELETE', `/rentals/${other.number}/maintenance`)
  await region('DELETE')
  expect(await ends()).toBe(ended)
  expect(await ends(other)).toBe(ended)
  expect((await fixture.rental(rental)).state).toBe('terminated')
})

test('G20 one that was ended and given more time is as any other again', async () => {
  await fixture.operator('POST', `/rentals/${rental.number}/end`)
  fixture.context.clock.advance(hour)
  await fixture.operator('POST', `/rentals/${rental.number}/extend`, { hours: 48 })
  await region('PUT', {})
  const end = await ends()
  fixture.context.clock.advance(30 * hour)
  await region('DELETE')
  expect(await ends()).toBe(end + 30 * hour)
})

test('G13 G20 for a rental that expired meanwhile and was renewed, the unpaid time is not credited', async () => {
  await fixture.write(rental, { expires_at: new Date(fixture.now + hour) })
  await region('PUT', {})
  fixture.context.clock.advance(10 * hour)
  await fixture.operator('POST', `/rentals/${rental.number}/extend`, { hours: 48 })
  const end = await ends()
  expect(end).toBe(fixture.now + 48 * hour)
  fixture.context.clock.advance(20 * hour)
  await region('DELETE')
  // Of 30 hours of maintenance nine were between its end and its renewal, which counts from itself.
  expect(await ends()).toBe(end + 21 * hour)
})

test('G13 G20 a rental that had expired before and was renewed meanwhile gets the rest credited', async () => {
  await fixture.write(rental, { expires_at: new Date(fixture.now - hour) })
  await region('PUT', {})
  fixture.context.clock.advance(10 * hour)
  await fixture.operator('POST', `/rentals/${rental.number}/extend`, { hours: 48 })
  const end = await ends()
  fixture.context.clock.advance(20 * hour)
  await region('DELETE')
  expect(await ends()).toBe(end + 20 * hour)
})
