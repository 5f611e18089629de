import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rentalViewSchema } from '@clutch/contract/api/rentals/rentals.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const minute = 60_000
const day = 24 * 60 * minute
let fixture: RentalPortalFixture
let ann: TestUser
let member: TestUser
let stranger: TestUser

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
  member = await fixture.person()
  stranger = await fixture.person()
})
beforeEach(() => fixture.clear())
afterAll(() => fixture.close())

const withMember = () => JSON.stringify([{ steamid: member.steamId, name: 'friend', servername: 'Bea' }])

test('G3 G4 a running server has every field of the specification', async () => {
  const rental = await fixture.running(ann)
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ map: 'de_dust2', players: 3, bots: 1, players_max: 16, seen_at: new Date(fixture.now) })
    .execute()
  const server = await fixture.server(ann)
  expect(rentalViewSchema.parse(server)).toEqual({
    instance_id: rental.number,
    instance_name: 'Night owls',
    region: 'ap-shanghai',
    region_name: { zh: '上海', en: 'Shanghai' },
    public_ip: '203.0.113.7',
    server_port: expect.any(Number),
    connect_url: expect.stringMatching(/^password pass1234; connect 203\.0\.113\.7:\d+$/),
    sv_password: 'pass1234',
    expiredate: new Date(fixture.now + 30 * day + 8 * 60 * minute).toISOString().slice(0, 10),
    timestamp: Math.floor((fixture.now + 30 * day) / 1_000),
    isExpired: false,
    isOwner: true,
    admin_list: JSON.stringify([{ name: '', steamid: ann.steamId, servername: '' }]),
    status: 'RUNNING',
    maintenance_status: 0,
    relocatable: 1,
    relocated: 0,
    created: fixture.now,
    duration: '1m',
    maintenance: null,
    steps: null,
    switching: null,
    locked_until: null,
    live: { map: 'de_dust2', players: 3, bots: 1, max: 16, people: [], score: null },
    applying: { confirmed: 0, pending: [] },
    outage: null,
    address_changed: null,
    verify_failed: null,
    console_refused: null,
    game_update: null,
    mode: 'practice',
    map_change: null,
    notice: null,
    kept_until: null,
    refund_offered: false,
    switches_left: 2,
  })
})

test('G3 active servers come first, the newest first; an admin sees them too, a stranger none, and a session is required', async () => {
  const [first, second, third] = [
    await fixture.running(ann),
    await fixture.running(ann),
    await fixture.running(ann),
  ]
  await fixture.write(second, { expires_at: new Date(fixture.now), state: 'terminated' })
  await fixture.write(first, { admins: withMember() })
  const numbers = async (person: TestUser) =>
    (await fixture.servers(person)).map(({ instance_id: number, isOwner }) => [number, isOwner])
  expect(await numbers(ann)).toEqual([
    [third.number, true],
    [first.number, true],
    [second.number, true],
  ])
  expect(await numbers(member)).toEqual([[first.number, false]])
  expect(await fixture.server(member)).toMatchObject({ sv_password: 'pass1234', switches_left: null })
  expect(await numbers(stranger)).toEqual([])
  expect((await fixture.app.inject('/api/scrim/getUserServers')).statusCode).toBe(401)
})

test('A10 without the feature there are no servers and no regions', async () => {
  await fixture.operator('PATCH', '/portal', { features: { pracc: { enabled: false } } })
  const answers = await Promise.all(
    ['getUserServers', 'available-regions', 'stream'].map((path) =>
      fixture.call(ann, 'GET', `/scrim/${path}`),
    ),
  )
  await fixture.operator('PATCH', '/portal', { features: { pracc: { enabled: true } } })
  for (const answer of answers) expect(answer.json()).toMatchObject({ code: 'portal.feature_off' })
})

test('G12 the creation of a server is reported step by step, until it runs', async () => {
  const { rental } = await fixture.rent(ann)
  const queued = fixture.now
  const steps = async () => (await fixture.server(ann)).steps
  const write = (change: object) =>
    fixture.context.database.updateTable('rental_instances').set(change).execute()
  expect(await steps()).toEqual({ queued, placed: null, starting: null, ready: null })
  fixture.context.clock.advance(1_000)
  await fixture.stand(rental)
  await fixture.write(rental, { state: 'creating' })
  await write({ state: 'placed', started_at: null, ready_at: null })
  expect(await steps()).toEqual({ queued, placed: queued + 1_000, starting: null, ready: null })
  await write({ state: 'starting', started_at: new Date(queued + 2_000) })
  expect(await steps()).toMatchObject({ starting: queued + 2_000, ready: null })
  await fixture.write(rental, { state: 'running' })
  expect(await steps()).toBe(null)
})

test('G21 the page receives the end, and until when an expired server’s files are retained', async () => {
  const rental = await fixture.running(ann, { duration: '7d' })
  const ends = rental.expires_at.getTime()
  const at = async (before: number) => {
    fixture.context.clock.advance(ends - before - fixture.now)
    const { notice, isExpired, kept_until: kept } = await fixture.server(ann)
    return [notice, isExpired, kept]
  }
  expect(await at(4 * day)).toEqual([null, false, null])
  expect(await at(3 * day)).toEqual(['3d', false, null])
  expect(await at(day)).toEqual(['1d', false, null])
  expect(await at(0)).toEqual([null, true, ends + 7 * day])
  await fixture.write(rental, { cleared_at: new Date(fixture.now) })
  expect(await at(-8 * day)).toEqual([null, true, null])
})

test('G7 an expired server shows no address: another server may have it by now', async () => {
  const rental = await fixture.running(ann)
  expect(await fixture.server(ann)).toMatchObject({ public_ip: '203.0.113.7' })
  await fixture.write(rental, { expires_at: new Date(fixture.now) })
  const nowhere = { isExpired: true, public_ip: '', server_port: null, connect_url: '' }
  expect(await fixture.server(ann)).toMatchObject(nowhere)
})

test('G21 of a short term an hour before', async () => {
  await fixture.running(ann, { duration: '4h' })
  fixture.context.clock.advance(3 * 60 * minute - 1)
  expect(await fixture.server(ann)).toMatchObject({ notice: null })
  fixture.context.clock.advance(1)
  expect(await fixture.server(ann)).toMatchObject({ notice: '1h' })
})

test('G4 a silent or unreachable game reports nothing as live', async () => {
  const rental = await fixture.running(ann)
  const set = (change: object) =>
    fixture.context.database.updateTable('rental_instances').set(change).execute()
  await set({ map: 'de_nuke', players: 0, bots: 0, players_max: 16, seen_at: new Date(fixture.now) })
  expect(await fixture.server(ann)).toMatchObject({ live: { map: 'de_nuke' } })
  await set({ silent_at: new Date(fixture.now) })
  expect(await fixture.server(ann)).toMatchObject({ live: null, public_ip: '203.0.113.7' })
  await set({ silent_at: null, unreached_at: new Date(fixture.now) })
  await fixture.write(rental, { state: 'lost' })
  expect(await fixture.server(ann)).toMatchObject({ live: null, status: 'LOST' })
})

test('G10 G18 regions: recommended first, full and unserved ones not available, with their maintenance', async () => {
  await fixture.operator('PATCH', '/regions/ap-tokyo', { recommended: true, name: { en: 'Tokio' } })
  await fixture.operator('PUT', '/regions/ap-shanghai/maintenance', { text: { zh: '升级', en: 'Upgrade' } })
  const answer = await fixture.call(ann, 'GET', '/scrim/available-regions')
  await fixture.operator('PATCH', '/regions/ap-tokyo', { recommended: false, name: { en: 'Tokyo' } })
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
