import { isProving } from '@clutch/tools/testing/test-options.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type RentalRow, updateRentalAndNotify, lockRental } from '../rentals.store.ts'
import { openRentalSecret } from '../rental-secrets.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

let fixture: RentalPortalFixture
let ann: TestUser
let member: TestUser
let stranger: TestUser
let rental: RentalRow

beforeAll(async () => {
  fixture = await openRentalPortal()
  ann = await fixture.person()
  member = await fixture.person()
  stranger = await fixture.person()
})
beforeEach(async () => {
  await fixture.clear()
  rental = await fixture.unpaid(ann)
  const admins = [{ steamid: member.steamId, name: 'Bea', servername: '' }]
  rental = await fixture.write(rental, { admins: JSON.stringify(admins) })
})
afterAll(() => fixture.close())

type Answer = Awaited<ReturnType<RentalPortalFixture['call']>>
const toStatusAndCode = (answer: Answer) => [answer.statusCode, answer.json<{ code?: string }>().code]

const acts = {
  password: (person: TestUser, password = 'word5678') =>
    fixture.call(person, 'POST', '/scrim/change-password', { instance_id: rental.number, password }),
  restart: (person: TestUser) =>
    fixture.call(person, 'POST', '/scrim/restart-server', { instance_id: rental.number }),
  verify: (person: TestUser) =>
    fixture.call(person, 'POST', '/scrim/verify-server', { instance_id: rental.number }),
  admins: (person: TestUser, admins: object[] = [{ steamid: ann.steamId, name: 'me' }]) =>
    fixture.call(person, 'PUT', `/scrim/server/${rental.number}/admins`, { admins }),
  switch: (person: TestUser, targetRegion = 'ap-tokyo') =>
    fixture.call(person, 'POST', `/scrim/server/${rental.number}/switch-region`, { targetRegion }),
  refund: (person: TestUser) => fixture.call(person, 'POST', `/scrim/server/${rental.number}/refund`, {}),
}
const names = Object.keys(acts) as (keyof typeof acts)[]

test.each(names)('G19 only the owner may: %s', async (name) => {
  const before = await fixture.rental(rental)
  const refused = await acts[name](member)
  expect(toStatusAndCode(refused)).toEqual([403, 'rental.owner_only'])
  expect(refused.json()).toMatchObject({ error: 'Only owner can perform this action' })
  expect(toStatusAndCode(await acts[name](stranger))).toEqual([404, 'rental.not_found'])
  const { token: _token, headers: _headers, ...nobody } = stranger
  const signedOut = { ...nobody, token: ann.token, headers: { authorization: 'Bearer none' } }
  expect(toStatusAndCode(await acts[name](signedOut))).toEqual([401, 'session.invalid'])
  expect(await fixture.rental(rental)).toEqual(before)
})

const barred: [string, () => object, string, (keyof typeof acts)[]][] = [
  [
    'it is over',
    () => ({ expires_at: new Date(fixture.now) }),
    'rental.over',
    ['password', 'restart', 'verify', 'admins', 'switch'],
  ],
  [
    'it is being moved',
    () => ({ state: 'switching' }),
    'rental.switching',
    ['password', 'restart', 'verify', 'admins', 'switch'],
  ],
  [
    'it is under maintenance',
    () => ({ maintenance_since: new Date(fixture.now) }),
    'rental.maintenance',
    ['password', 'restart', 'verify', 'admins', 'switch'],
  ],
  [
    'it was restarted',
    () => ({ restart_at: new Date(fixture.now - 39_999) }),
    'rental.locked',
    ['password', 'restart', 'verify', 'admins', 'switch'],
  ],
  [
    'it is verified',
    () => ({ state: 'verifying' }),
    'rental.locked',
    ['password', 'restart', 'verify', 'admins', 'switch'],
  ],
  ['it is not made yet', () => ({ state: 'creating' }), 'rental.not_ready', ['restart', 'verify', 'switch']],
  ['its region is fixed', () => ({ relocatable: false }), 'rental.not_relocatable', ['switch']],
]
test.each(barred)('G7 G18 while %s it is refused: %s', async (_why, change, code, refused) => {
  await fixture.write(rental, change())
  const before = await fixture.rental(rental)
  for (const name of refused)
    expect([name, ...toStatusAndCode(await acts[name](ann))]).toEqual([name, 409, code])
  expect(await fixture.rental(rental)).toEqual(before)
})

test('G7 G20 what a region is under bars its servers, until it ends', async () => {
  await fixture.operator('PUT', '/regions/ap-shanghai/maintenance', { text: { zh: '维护中', en: 'Upgrade' } })
  expect(toStatusAndCode(await acts.restart(ann))).toEqual([409, 'rental.maintenance'])
  expect(await fixture.server(ann)).toMatchObject({
    maintenance_status: 1,
    maintenance: { zh: '维护中', en: 'Upgrade' },
  })
  await fixture.operator('DELETE', '/regions/ap-shanghai/maintenance')
  expect(await fixture.server(ann)).toMatchObject({ maintenance_status: 0, maintenance: null })
  expect((await acts.restart(ann)).statusCode).toBe(200)
})

test('G14 a new password is sent at once, pending until the game confirms it, and stored encrypted', async () => {
  const answer = await acts.password(ann, ' word5678 ')
  const revision = rental.rev + 1
  expect(answer.json()).toEqual({ success: true, revision })
  const pending = [{ kind: 'password', since: fixture.now }]
  expect(await fixture.server(ann)).toMatchObject({ applying: { pending } })
  await fixture.write(rental, { confirmed_rev: revision })
  expect(await fixture.server(ann)).toMatchObject({ applying: { pending: [], confirmed: revision } })
  const after = await fixture.rental(rental)
  expect(after).toMatchObject({ rev: rental.rev + 1, due_at: new Date(fixture.now) })
  expect(openRentalSecret(fixture.context.keys, rental.id, 'password', after.password)).toBe('word5678')
  expect(await fixture.server(member)).toMatchObject({ sv_password: 'word5678' })
})

test.each([
  ['', 'rental.password_required'],
  ['abc', 'rental.password_length'],
  ['a'.repeat(17), 'rental.password_length'],
  ['a"; quit', 'rental.password_invalid'],
])('G14 the password %j is refused: %s', async (password, code) => {
  expect(toStatusAndCode(await acts.password(ann, password))).toEqual([400, code])
  expect(await fixture.rental(rental)).toEqual(rental)
})

test('G8 R13 a double click is one restart, and everything is locked for 40 seconds', async () => {
  const answers = await Promise.all([acts.restart(ann), acts.restart(ann), acts.restart(ann)])
  expect(answers.map(toStatusAndCode).toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [200, undefined],
    [409, 'rental.locked'],
    [409, 'rental.locked'],
  ])
  const done = answers.find(({ statusCode }) => statusCode === 200)
  expect(done?.json()).toEqual({ success: true, locked_until: fixture.now + 40_000 })
  expect(await fixture.server(ann)).toMatchObject({
    status: 'RESTARTING',
    locked_until: fixture.now + 40_000,
  })
  const { restart_op: op } = await fixture.rental(rental)
  await fixture.write(rental, { state: 'running' })
  fixture.context.clock.advance(40_000)
  expect(await fixture.server(ann)).toMatchObject({ status: 'RUNNING', locked_until: null })
  expect((await acts.restart(ann)).statusCode).toBe(200)
  expect((await fixture.rental(rental)).restart_op).not.toBe(op)
})

test('G8 R11 a request made while the server changes is judged by the state that follows', async () => {
  const { database, clock } = fixture.context
  const pending = await database.transaction().execute(async (tx) => {
    await lockRental(tx, rental.id)
    const answer = acts.restart(ann)
    await vi.waitUntil(() => isSomebodyWaiting(database))
    await updateRentalAndNotify(tx, rental.id, { state: 'switching' }, clock.now())
    return { answer }
  })
  expect(toStatusAndCode(await pending.answer)).toEqual([409, 'rental.switching'])
})

/** Returns whether a query waits for a locked row. */
async function isSomebodyWaiting(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(queries)
  return rows.length > 0
}

test('G24 files are verified once at a time, and the actions rest meanwhile', async () => {
  const answers = await Promise.all([acts.verify(ann), acts.verify(ann)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  expect(await fixture.server(ann)).toMatchObject({
    status: 'VERIFYING',
    locked_until: fixture.now + 15 * 60_000,
  })
})

test('G15 the owner sets the list; who is taken off it sees the server no more', async () => {
  const admins = [
    { steamid: ann.steamId, name: ' me\u0007 ', servername: 'Ann' },
    { steamid: stranger.steamId, name: '朋友' },
  ]
  const stored = [
    { steamid: ann.steamId, name: 'me', servername: 'Ann' },
    { steamid: stranger.steamId, name: '朋友', servername: '' },
  ]
  const revision = rental.rev + 1
  expect((await acts.admins(ann, admins)).json()).toEqual({ success: true, admins: stored, revision })
  const pending = [{ kind: 'admins', since: fixture.now }]
  expect(await fixture.server(ann)).toMatchObject({ applying: { pending } })
  expect(await fixture.rental(rental)).toMatchObject({ rev: rental.rev + 1, admins: stored })
  const list = (person: TestUser) => fixture.call(person, 'GET', `/scrim/server/${rental.number}/admins`)
  expect((await list(ann)).json()).toEqual({ admins: stored, isOwner: true })
  expect((await list(stranger)).json()).toEqual({ admins: stored, isOwner: false })
  expect(toStatusAndCode(await list(member))).toEqual([404, 'rental.not_found'])
  expect(await fixture.servers(member)).toEqual([])
})

const other = (last: number) => ({ steamid: `7656119800000000${last}`, name: '' })
test.each([
  ['nobody', [], 'admin.none'],
  ['no SteamID', [{ steamid: ' ', name: '' }], 'admin.steam_id_empty'],
  ['a short SteamID', [{ steamid: '7656119800000000', name: '' }], 'admin.steam_id_invalid'],
  ['a SteamID of no player', [{ steamid: '86561198000000001', name: '' }], 'admin.steam_id_prefix'],
  ['somebody twice', [other(1), other(1)], 'admin.steam_id_twice'],
  ['a long note', [{ ...other(1), name: '长'.repeat(21) }], 'admin.note_length'],
  ['eight people', [0, 1, 2, 3, 4, 5, 6, 7].map(other), 'admin.too_many_admins'],
])('G15 a list of %s is refused: %s', async (_what, admins, code) => {
  expect(toStatusAndCode(await acts.admins(ann, admins))).toEqual([400, code])
  expect(await fixture.rental(rental)).toEqual(rental)
})

test('G14 a password that cannot be opened any more leaves the rest of the card', async () => {
  await fixture.write(rental, { password: 'gone.AAAA' })
  expect(await fixture.server(ann)).toMatchObject({ sv_password: '', status: 'RUNNING' })
})

test('C20 an account changes its servers so often and no more', async () => {
  const answers = [(await acts.password(ann)).statusCode]
  // All 120 under `npm run prove`; in `npm test` those in the middle are only counted.
  const counted = isProving ? 0 : 112
  await sql`update rate_limits set free_at = free_at + ${counted} * interval '30 seconds' where name = 'rental account'`.execute(
    fixture.context.database,
  )
  for (let turn = 1 + counted; turn < 125; turn += 1) answers.push((await acts.password(ann)).statusCode)
  expect(answers.slice(0, -5).every((status) => status === 200)).toBe(true)
  expect(answers.at(-1)).toBe(429)
})
