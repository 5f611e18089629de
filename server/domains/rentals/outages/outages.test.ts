import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { readMailJob } from '../../mail/mail-job.schema.ts'
import type { RentalChange, RentalRow } from '../rentals.store.ts'
import { isRentalMailCurrent } from '../owner-mails/owner-mails.service.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
let fixture: RentalPortalFixture
let ann: TestUser
let rental: RentalRow

beforeAll(async () => {
  const SMTP_URL = 'smtp://127.0.0.1:1'
  fixture = await openRentalPortal({
    config: readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', SMTP_URL }),
  })
  await fixture.context.jobs.start()
  ann = await fixture.person()
  await fixture.context.database
    .updateTable('users')
    .set({ email: 'ann@example.org', password_hash: 'x' })
    .where('id', '=', ann.userId)
    .execute()
})
beforeEach(async () => {
  await fixture.clear()
  await sql`delete from pgboss.job where name = 'mail'`.execute(fixture.context.database)
  rental = await fixture.running(ann, { duration: '7d' })
})
afterAll(() => fixture.close())

const ends = async () => (await fixture.rental(rental)).expires_at.getTime()
const at = (ms = 0) => new Date(fixture.now + ms)
/** The server does not run from now on. */
const goDown = (change: RentalChange = {}) =>
  fixture.write(rental, { outage_at: at(), outage_reason: 'crashed', ...change })

/** The server runs again from now on, and is watched until it is calm. */
async function comeUp(): Promise<void> {
  await fixture.write(rental, { outage_up_at: at() })
  fixture.context.clock.advance(3 * minute - 1)
  await fixture.watch()
  expect((await fixture.rental(rental)).outage_at).not.toBeNull()
  fixture.context.clock.advance(1)
  await Promise.all([fixture.watch(), fixture.watch(), fixture.watch()])
  await fixture.watch()
}

const notified = new Set<string>(['rental-outage', 'rental-credited', 'rental-address'])

/** The mails that this is about. */
async function mails() {
  const { rows } = await sql<{ sealed: string }>`
    select data->>'sealed' as sealed from pgboss.job where name = 'mail' order by created_on, id`.execute(
    fixture.context.database,
  )
  return rows
    .map(({ sealed }) => readMailJob(fixture.context, sealed))
    .filter(({ content }) => notified.has(content.kind))
}

test('G20 an outage of more than an hour is given back, once, with VIP, a mail and a line in both logs', async () => {
  const end = await ends()
  await goDown()
  fixture.context.clock.advance(90 * minute)
  await comeUp()
  expect(await ends()).toBe(end + 90 * minute)
  expect(await fixture.vipEnds(ann)).toBe(end + 90 * minute)
  expect(await fixture.server(ann)).toMatchObject({ outage: null, status: 'RUNNING' })
  expect((await mails()).map(({ content }) => content)).toEqual([
    {
      kind: 'rental-credited',
      number: rental.number,
      name: 'Night owls',
      minutes: 90,
      ends: end + 90 * minute,
    },
  ])
  const file = (await fixture.operator('GET', `/rentals/${rental.number}`)).json<{
    history: { what: string }[]
  }>()
  expect(file.history.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['outage over', 'outage-credit']),
  )
  const audit = await fixture.operator('GET', '/audit?action=OUTAGE-CREDIT')
  expect(audit.json()).toMatchObject({
    total: 1,
    rows: [
      {
        actor: 'portal',
        subject: rental.number,
        before: { expires: end },
        after: { expires: end + 90 * minute },
      },
    ],
  })
})

test('G20 an outage of an hour gives nothing back', async () => {
  const end = await ends()
  await goDown()
  fixture.context.clock.advance(hour)
  await comeUp()
  expect([await ends(), (await fixture.rental(rental)).outage_at, await mails()]).toEqual([end, null, []])
})

test('G20 an outage of weeks gives back seven days', async () => {
  await fixture.write(rental, { expires_at: at(60 * day) })
  const end = await ends()
  await goDown()
  fixture.context.clock.advance(20 * day)
  await comeUp()
  expect(await ends()).toBe(end + 7 * day)
})

test('G20 a server that is down at its end gets its time back before it is stopped, and the rest later', async () => {
  const end = await ends()
  fixture.context.clock.advance(end - 10 * hour - fixture.now)
  await goDown()
  const startedAt = fixture.now
  fixture.context.clock.advance(10 * hour - minute)
  await fixture.watch()
  expect(await ends()).toBe(end + 10 * hour - minute)
  await fixture.watch()
  expect(await ends()).toBe(end + 10 * hour - minute)
  fixture.context.clock.advance(hour)
  await comeUp()
  expect(await ends()).toBe(end + 11 * hour - minute)
  expect(startedAt).toBe(end - 10 * hour)
})

test('G20 a rental that ended during an outage comes back for the credited time', async () => {
  const end = await ends()
  fixture.context.clock.advance(end - 5 * hour - fixture.now)
  await goDown()
  fixture.context.clock.advance(day)
  await fixture.write(rental, { state: 'terminated' })
  await fixture.watch()
  expect(await fixture.rental(rental)).toMatchObject({
    state: 'creating',
    outage_at: null,
    expires_at: at(5 * hour),
  })
})

test('G20 a maintenance and an outage give the same time back once', async () => {
  const end = await ends()
  await goDown()
  fixture.context.clock.advance(2 * hour)
  await fixture.operator('PUT', '/regions/ap-shanghai/maintenance', {})
  fixture.context.clock.advance(30 * minute)
  await fixture.watch()
  expect(await fixture.rental(rental)).toMatchObject({
    outage_at: null,
    expires_at: new Date(end + 2 * hour),
  })
  fixture.context.clock.advance(30 * hour - 30 * minute)
  await fixture.operator('DELETE', '/regions/ap-shanghai/maintenance')
  await fixture.watch()
  expect(await ends()).toBe(end + 32 * hour)
})

test('G20 a rental ended by the operator or refunded is credited nothing', async () => {
  await goDown()
  fixture.context.clock.advance(3 * hour)
  await fixture.operator('POST', `/rentals/${rental.number}/end`)
  const end = await ends()
  await fixture.watch()
  expect(await fixture.rental(rental)).toMatchObject({ outage_at: null, expires_at: new Date(end) })
})

test('G5 the owner is mailed about an outage after five minutes, once, and the card shows it at once', async () => {
  const since = fixture.now
  await goDown({ outage_reason: 'silent' })
  expect(await fixture.server(ann)).toMatchObject({
    status: 'UNRESPONSIVE',
    outage: { reason: 'silent', since },
  })
  fixture.context.clock.advance(5 * minute - 1)
  await fixture.watch()
  expect(await mails()).toEqual([])
  fixture.context.clock.advance(1)
  await Promise.all([fixture.watch(), fixture.watch()])
  const content = {
    kind: 'rental-outage',
    number: rental.number,
    name: 'Night owls',
    reason: 'silent',
    since,
  }
  const [mail, ...others] = await mails()
  expect([mail?.content, others]).toEqual([content, []])
  expect(mail && (await isRentalMailCurrent(fixture.context, mail))).toBe(true)
  const found = await fixture.operator('GET', '/rentals?status=UNRESPONSIVE')
  expect(found.json()).toMatchObject({
    total: 1,
    rows: [{ instance_id: rental.number, status: 'UNRESPONSIVE' }],
  })
  expect((await fixture.operator('GET', '/rentals?status=RUNNING')).json()).toMatchObject({ total: 0 })
  await comeUp()
  expect(mail && (await isRentalMailCurrent(fixture.context, mail))).toBe(false)
})

test('R7 a silent host shows on the card before the reconciler concludes anything from it', async () => {
  await fixture.context.database
    .updateTable('rental_instances')
    .set({ unreached_at: at(), unreached_seen_at: at() })
    .execute()
  expect(await fixture.server(ann)).toMatchObject({
    status: 'UNRESPONSIVE',
    outage: { reason: 'unreachable', since: fixture.now },
  })
})

test('G18 the owner learns of another address by mail and for a day on the card, unless they moved it', async () => {
  const change = { address: '203.0.113.9:27300', address_changed_at: at() }
  await fixture.write(rental, change)
  await Promise.all([fixture.watch(), fixture.watch()])
  const [mail, ...others] = await mails()
  expect([mail?.content, others]).toEqual([
    { kind: 'rental-address', number: rental.number, name: 'Night owls', address: '203.0.113.9:27300' },
    [],
  ])
  expect(await fixture.server(ann)).toMatchObject({ address_changed: fixture.now })
  await fixture.write(rental, { address: '203.0.113.9:27301' })
  expect(mail && (await isRentalMailCurrent(fixture.context, mail))).toBe(false)
  fixture.context.clock.advance(day)
  expect(await fixture.server(ann)).toMatchObject({ address_changed: null })
  await fixture.context.database
    .insertInto('rental_switches')
    .values({
      id: crypto.randomUUID(),
      rental_id: rental.id,
      from_region: 'ap-tokyo',
      to_region: 'ap-shanghai',
      by_owner: true,
      day: '2026-11-21',
      state: 'done',
      asked_at: at(),
      ended_at: at(),
    })
    .execute()
  await fixture.write(rental, { address: '203.0.113.9:27302', address_changed_at: at() })
  await fixture.watch()
  expect(await mails()).toHaveLength(1)
  expect(await fixture.server(ann)).toMatchObject({ address_changed: fixture.now })
})
