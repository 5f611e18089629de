import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Reply } from '@clutch/contract/api/call.ts'
import type { operatorGetRental } from '@clutch/contract/api/rentals/operator-rentals.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import type { RentalRow } from '../rentals.store.ts'
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

const path = (verb = '') => `/rentals/${rental.number}${verb}`
const post = (verb: string, body?: object) => fixture.operator('POST', path(verb), body)
const code = (answer: Awaited<ReturnType<typeof post>>) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]

test('G19 the operator sees everything of a server but its passwords', async () => {
  const answer = await fixture.operator('GET', path())
  expect(answer.json()).toMatchObject({
    rental: { instance_id: rental.number, owner: ann.steamId, hostName: 'local', generation: 1, problem: '' },
    instances: [{ generation: 1, hostName: 'local', state: 'ready', removed: null }],
    orders: [{ kind: 'new', number: expect.stringMatching(/^ord-/) }],
    history: [{ what: 'ordered', generation: null }],
  })
  expect(answer.body).not.toMatch(/pass1234|password|secret/)
  expect(code(await fixture.operator('GET', '/rentals/sv-000000'))).toEqual([404, 'rental.not_found'])
})

test('G19 only an operator makes these calls', async () => {
  for (const url of ['rentals', `rentals/${rental.number}`, 'regions', 'hosts'])
    expect((await fixture.call(ann, 'GET', `/operator/${url}`)).statusCode).toBe(403)
  for (const verb of ['extend', 'restart', 'move', 'end'])
    expect(
      (await fixture.call(ann, 'POST', `/operator/rentals/${rental.number}/${verb}`, {})).statusCode,
    ).toBe(403)
})

test('G13 extended hours count from the later of now and the end, and VIP goes with them', async () => {
  const startedAt = fixture.now
  expect((await post('/extend', { hours: 12 })).json()).toMatchObject({
    timestamp: Math.floor((startedAt + 30 * day + 12 * hour) / 1_000),
  })
  expect(await fixture.vipEnds(ann)).toBe(startedAt + 30 * day + 12 * hour)
  fixture.context.clock.advance(40 * day)
  await fixture.write(rental, { state: 'terminated' })
  expect((await post('/extend', { hours: 12 })).json()).toMatchObject({
    status: 'CREATING',
    isExpired: false,
  })
  expect(await fixture.rental(rental)).toMatchObject({ expires_at: new Date(fixture.now + 12 * hour) })
  await fixture.write(rental, { state: 'terminated', expires_at: new Date(fixture.now) })
  await fixture.capacity('ap-shanghai', 0)
  expect(code(await post('/extend', { hours: 12 }))).toEqual([409, 'region.unavailable'])
  for (const hours of [0, 1.5, 24 * 367])
    expect(code(await post('/extend', { hours }))).toEqual([400, 'request.invalid'])
})

test('G13 J a rental that is extended twice under one key is extended once, also of two at once', async () => {
  const ends = fixture.now + 30 * day + 12 * hour
  const wish = { hours: 12, key: crypto.randomUUID() }
  const answers = await Promise.all([post('/extend', wish), post('/extend', wish)])
  for (const answer of [...answers, await post('/extend', wish)])
    expect(answer.json()).toMatchObject({ expires: ends })
  expect(code(await post('/extend', { ...wish, hours: 13 }))).toEqual([409, 'request.repeated'])
  expect(await fixture.rental(rental)).toMatchObject({ expires_at: new Date(ends) })
  const { history } = (await fixture.operator('GET', path())).json<Reply<typeof operatorGetRental>>()
  expect(history.filter(({ what }) => what === 'extended')).toHaveLength(1)
  await fixture.write(rental, { failed_at: new Date(fixture.now) })
  const other = { hours: 1, key: crypto.randomUUID() }
  expect(code(await post('/extend', other))).toEqual([404, 'rental.not_found'])
  await fixture.write(rental, { failed_at: null })
  expect((await post('/extend', other)).json()).toMatchObject({ expires: ends + hour })
})

test('G8 the operator restarts a server, under maintenance too, and once at a time', async () => {
  await fixture.operator('PUT', path('/maintenance'), {})
  expect((await post('/restart')).json()).toMatchObject({ status: 'RESTARTING' })
  expect(code(await post('/restart'))).toEqual([409, 'rental.locked'])
  await fixture.write(rental, { state: 'creating', restart_at: null })
  expect(code(await post('/restart'))).toEqual([409, 'rental.not_ready'])
})

test('G18 the operator moves a server, a lost and a fixed one too; it counts for no limit', async () => {
  await fixture.write(rental, { relocatable: false, state: 'lost' })
  const moved = await post('/move', { region: 'ap-shanghai' })
  expect(moved.json()).toMatchObject({ status: 'SWITCHING', switching: { region: 'ap-shanghai' } })
  const [move] = await fixture.context.database.selectFrom('rental_switches').selectAll().execute()
  expect(move).toMatchObject({ by_owner: false, to_region: 'ap-shanghai' })
  expect(code(await post('/move', { region: 'ap-tokyo' }))).toEqual([409, 'rental.switching'])
  await fixture.context.database.deleteFrom('rental_switches').execute()
  await fixture.write(rental, { relocatable: true, state: 'running' })
  expect(await fixture.server(ann)).toMatchObject({ switches_left: 2 })
  expect(code(await post('/move', { region: 'ap-seoul' }))).toEqual([409, 'region.unavailable'])
  expect((await post('/move', { region: 'ap-tokyo' })).statusCode).toBe(200)
})

test('G21 an ended server ends now, with its VIP, and once; an over one is not restarted or moved', async () => {
  fixture.context.clock.advance(hour)
  const ended = fixture.now
  expect((await post('/end')).json()).toMatchObject({ isExpired: true })
  fixture.context.clock.advance(hour)
  await post('/end')
  expect(await fixture.rental(rental)).toMatchObject({ expires_at: new Date(ended), revoked_at: null })
  expect(await fixture.vipEnds(ann)).toBe(null)
  expect(await fixture.server(ann)).toMatchObject({ isExpired: true, kept_until: ended + 7 * day })
  expect(code(await post('/restart'))).toEqual([409, 'rental.over'])
  expect(code(await post('/move', { region: 'ap-tokyo' }))).toEqual([409, 'rental.over'])
})

test('H5 a server that was taken back is seen, and nothing is done to it', async () => {
  await fixture.write(rental, { revoked_at: new Date(fixture.now) })
  expect((await fixture.operator('GET', path())).statusCode).toBe(200)
  for (const [verb, body] of [
    ['/extend', { hours: 1 }],
    ['/restart', undefined],
    ['/move', { region: 'ap-tokyo' }],
    ['/end', undefined],
  ] as const)
    expect(code(await post(verb, body))).toEqual([404, 'rental.not_found'])
})

const readView = async () => (await fixture.operator('GET', path())).json<Reply<typeof operatorGetRental>>()

test('J G19 an operator reads what cannot be done with a server now, and why', async () => {
  const barred = async () => (await readView()).barred
  const none = { extend: null, restart: null, move: null, end: null, maintain: null }
  expect(await barred()).toEqual(none)
  await fixture.operator('PUT', path('/maintenance'), {})
  expect(await barred()).toEqual(none)
  await post('/restart')
  expect(await barred()).toEqual({ ...none, restart: 'locked', move: 'locked' })
  await fixture.write(rental, { state: 'creating', restart_at: null })
  expect(await barred()).toEqual({ ...none, restart: 'not-ready', move: 'not-ready' })
  await fixture.write(rental, { state: 'lost' })
  expect(await barred()).toEqual({ ...none, restart: 'not-ready' })
  await post('/end')
  expect(await barred()).toEqual({
    extend: null,
    restart: 'over',
    move: 'over',
    end: 'over',
    maintain: 'over',
  })
  const every = (bar: string) => ({ extend: bar, restart: bar, move: bar, end: bar, maintain: bar })
  await fixture.write(rental, { failed_at: new Date(fixture.now), state: 'failed' })
  expect(await barred()).toEqual(every('failed'))
  await fixture.write(rental, { revoked_at: new Date(fixture.now) })
  expect(await barred()).toEqual(every('taken-back'))
})

test('J G20 maintenance of a server and of its region are distinguished, and a server’s is in its history', async () => {
  const text = { zh: '换盘', en: '' }
  const since = fixture.now
  await fixture.operator('PUT', path('/maintenance'), { text })
  await fixture.operator('PUT', '/regions/ap-shanghai/maintenance', {})
  expect(await readView()).toMatchObject({
    maintenance: { own: { since, text }, region: { since, text: { zh: '', en: '' } } },
    history: [{ what: 'maintenance', detail: text }, { what: 'ordered' }],
  })
  await fixture.operator('DELETE', path('/maintenance'))
  expect(await readView()).toMatchObject({
    maintenance: { own: null },
    history: [{ what: 'maintenance over' }, {}, {}],
  })
})

test('R2 of a game that ends again and again the operator reads how often, on the list too', async () => {
  const crashed = { tries: 6, tried: 'create', retry_at: new Date(fixture.now) }
  await fixture.context.database.updateTable('rental_instances').set(crashed).execute()
  const problem = 'the game ended 6 times in a row'
  expect((await fixture.operator('GET', path())).json()).toMatchObject({ rental: { problem } })
  expect((await fixture.operator('GET', '/rentals')).json()).toMatchObject({ rows: [{ problem }] })
  await fixture.write(rental, { problem: 'port taken' })
  expect((await fixture.operator('GET', path())).json()).toMatchObject({ rental: { problem: 'port taken' } })
})
