import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rentalViewSchema } from '@clutch/contract/api/rentals/rentals.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const minute = 60_000
const day = 24 * 60 * minute
let shop: RentalPortalFixture
let ann: TestUser
let member: TestUser
let stranger: TestUser

beforeAll(async () => {
  shop = await openRentalPortal()
  ann = await shop.person()
  member = await shop.person()
  stranger = await shop.person()
})
beforeEach(() => shop.clear())
afterAll(() => shop.close())

const withMember = () => JSON.stringify([{ steamid: member.steamId, name: 'friend', servername: 'Bea' }])

test('G3 G4 a running server has every field of the specification', async () => {
  const rental = await shop.running(ann)
  await shop.context.database
    .updateTable('rental_instances')
    .set({ map: 'de_dust2', players: 3, bots: 1, players_max: 16, seen_at: new Date(shop.now) })
    .execute()
  const server = await shop.server(ann)
  expect(rentalViewSchema.parse(server)).toEqual({
    instance_id: rental.number,
    instance_name: 'Night owls',
    region: 'ap-shanghai',
    region_name: { zh: '上海', en: 'Shanghai' },
    public_ip: '203.0.113.7',
    server_port: expect.any(Number),
    connect_url: expect.stringMatching(/^password pass1234; connect 203\.0\.113\.7:\d+$/),
    sv_password: 'pass1234',
    expiredate: new Date(shop.now + 30 * day + 8 * 60 * minute).toISOString().slice(0, 10),
    timestamp: Math.floor((shop.now + 30 * day) / 1_000),
    isExpired: false,
    isOwner: true,
    admin_list: JSON.stringify([{ name: '', steamid: ann.steamId, servername: '' }]),
    status: 'RUNNING',
    maintenance_status: 0,
    relocatable: 1,
    relocated: 0,
    created: shop.now,
    duration: '1m',
    maintenance: null,
    steps: null,
    switching: null,
    locked_until: null,
    live: { map: 'de_dust2', players: 3, bots: 1, max: 16 },
    applying: { confirmed: 0, pending: [] },
    outage: null,
    address_changed: null,
    notice: null,
    kept_until: null,
    refund_offered: false,
    switches_left: 2,
  })
})

test('G3 active servers come first, the newest first; an admin sees them too, a stranger none, and a session is required', async () => {
  const [first, second, third] = [await shop.running(ann), await shop.running(ann), await shop.running(ann)]
  await shop.write(second, { expires_at: new Date(shop.now), state: 'terminated' })
  await shop.write(first, { admins: withMember() })
  const numbers = async (person: TestUser) =>
    (await shop.servers(person)).map(({ instance_id: number, isOwner }) => [number, isOwner])
  expect(await numbers(ann)).toEqual([
    [third.number, true],
    [first.number, true],
    [second.number, true],
  ])
  expect(await numbers(member)).toEqual([[first.number, false]])
  expect(await shop.server(member)).toMatchObject({ sv_password: 'pass1234', switches_left: null })
  expect(await numbers(stranger)).toEqual([])
  expect((await shop.app.inject('/api/scrim/getUserServers')).statusCode).toBe(401)
})

test('A10 without the feature there are no servers and no regions', async () => {
  await shop.operator('PATCH', '/portal', { features: { pracc: { enabled: false } } })
  const answers = await Promise.all(
    ['getUserServers', 'available-regions', 'stream'].map((path) => shop.call(ann, 'GET', `/scrim/${path}`)),
  )
  await shop.operator('PATCH', '/portal', { features: { pracc: { enabled: true } } })
  for (const answer of answers) expect(answer.json()).toMatchObject({ code: 'portal.feature_off' })
})

test('G12 the creation of a server is reported step by step, until it runs', async () => {
  const { rental } = await shop.rent(ann)
  const queued = shop.now
  const steps = async () => (await shop.server(ann)).steps
  const write = (change: object) =>
    shop.context.database.updateTable('rental_instances').set(change).execute()
  expect(await steps()).toEqual({ queued, placed: null, starting: null, ready: null })
  shop.context.clock.advance(1_000)
  await shop.stand(rental)
  await shop.write(rental, { state: 'creating' })
  await write({ state: 'placed', started_at: null, ready_at: null })
  expect(await steps()).toEqual({ queued, placed: queued + 1_000, starting: null, ready: null })
  await write({ state: 'starting', started_at: new Date(queued + 2_000) })
  expect(await steps()).toMatchObject({ starting: queued + 2_000, ready: null })
  await shop.write(rental, { state: 'running' })
  expect(await steps()).toBe(null)
})

test('G21 the page receives the end, and until when an expired server’s files are retained', async () => {
  const rental = await shop.running(ann, { duration: '7d' })
  const ends = rental.expires_at.getTime()
  const at = async (before: number) => {
    shop.context.clock.advance(ends - before - shop.now)
    const { notice, isExpired, kept_until: kept } = await shop.server(ann)
    return [notice, isExpired, kept]
  }
  expect(await at(4 * day)).toEqual([null, false, null])
  expect(await at(3 * day)).toEqual(['3d', false, null])
  expect(await at(day)).toEqual(['1d', false, null])
  expect(await at(0)).toEqual([null, true, ends + 7 * day])
  await shop.write(rental, { cleared_at: new Date(shop.now) })
  expect(await at(-8 * day)).toEqual([null, true, null])
})

test('G7 an expired server shows no address: another server may have it by now', async () => {
  const rental = await shop.running(ann)
  expect(await shop.server(ann)).toMatchObject({ public_ip: '203.0.113.7' })
  await shop.write(rental, { expires_at: new Date(shop.now) })
  const nowhere = { isExpired: true, public_ip: '', server_port: null, connect_url: '' }
  expect(await shop.server(ann)).toMatchObject(nowhere)
})

test('G21 of a short term an hour before', async () => {
  await shop.running(ann, { duration: '4h' })
  shop.context.clock.advance(3 * 60 * minute - 1)
  expect(await shop.server(ann)).toMatchObject({ notice: null })
  shop.context.clock.advance(1)
  expect(await shop.server(ann)).toMatchObject({ notice: '1h' })
})

test('G4 a silent or unreachable game reports nothing as live', async () => {
  const rental = await shop.running(ann)
  const set = (change: object) => shop.context.database.updateTable('rental_instances').set(change).execute()
  await set({ map: 'de_nuke', players: 0, bots: 0, players_max: 16, seen_at: new Date(shop.now) })
  expect(await shop.server(ann)).toMatchObject({ live: { map: 'de_nuke' } })
  await set({ silent_at: new Date(shop.now) })
  expect(await shop.server(ann)).toMatchObject({ live: null, public_ip: '203.0.113.7' })
  await set({ silent_at: null, unreached_at: new Date(shop.now) })
  await shop.write(rental, { state: 'lost' })
  expect(await shop.server(ann)).toMatchObject({ live: null, status: 'LOST' })
})

test('G10 G18 regions: recommended first, full and unserved ones not available, with their maintenance', async () => {
  await shop.operator('PATCH', '/regions/ap-tokyo', { recommended: true, name: { en: 'Tokio' } })
  await shop.operator('PUT', '/regions/ap-shanghai/maintenance', { text: { zh: '升级', en: 'Upgrade' } })
  const answer = await shop.call(ann, 'GET', '/scrim/available-regions')
  await shop.operator('PATCH', '/regions/ap-tokyo', { recommended: false, name: { en: 'Tokyo' } })
  const { success, regions } = answer.json<{ success: boolean; regions: { region: string }[] }>()
  expect([success, regions.length]).toEqual([true, 18])
  expect(regions.slice(0, 2)).toEqual([
    {
      region: 'ap-tokyo',
      group: 'asia',
      name: { zh: '东京', en: 'Tokio' },
      available: true,
      recommended: true,
      maintenance: null,
    },
    {
      region: 'ap-shanghai',
      group: 'china',
      name: { zh: '上海', en: 'Shanghai' },
      available: false,
      recommended: false,
      maintenance: { zh: '升级', en: 'Upgrade' },
    },
  ])
  expect(regions.find(({ region }) => region === 'ap-seoul')).toMatchObject({ available: false })
})
