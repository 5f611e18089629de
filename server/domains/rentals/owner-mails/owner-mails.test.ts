import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { readMailJob } from '../../mail/mail-job.schema.ts'
import { isRentalMailCurrent } from './owner-mails.service.ts'
import { type RentalPortalFixture, openRentalPortal } from '../testing/rental-portal-fixture.ts'

const hour = 3_600_000
const day = 24 * hour
let fixture: RentalPortalFixture
let ann: TestUser

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
})
afterAll(() => fixture.close())

/** The mails about servers that were posted, oldest first; without those that say they are ready, unless they are asked for. */
async function readMails(kinds: readonly string[] = ['rental-ending', 'rental-failed']) {
  const { database } = fixture.context
  await Promise.all([fixture.watch(), fixture.watch()])
  const { rows } = await sql<{ sealed: string }>`
    select data->>'sealed' as sealed from pgboss.job where name = 'mail' order by created_on, id`.execute(
    database,
  )
  return rows
    .map(({ sealed }) => readMailJob(fixture.context, sealed))
    .filter(({ content }) => kinds.includes(content.kind))
}

test('G24 the owner learns by mail and for a day on the card that the files could not be verified', async () => {
  const rental = await fixture.running(ann)
  await fixture.write(rental, { verify_failed_at: new Date(fixture.now) })
  const [mail, ...others] = await readMails(['rental-verify-failed'])
  expect([mail?.content, others]).toEqual([
    { kind: 'rental-verify-failed', number: rental.number, name: 'Night owls' },
    [],
  ])
  expect(await fixture.server(ann)).toMatchObject({ verify_failed: fixture.now })
  expect(mail && (await isRentalMailCurrent(fixture.context, mail))).toBe(true)
  fixture.context.clock.advance(day)
  expect(await fixture.server(ann)).toMatchObject({ verify_failed: null })
  await fixture.write(rental, { verify_failed_at: null })
  expect(mail && (await isRentalMailCurrent(fixture.context, mail))).toBe(false)
})

test('J the owner is mailed once that a game update restarts an occupied server at a deadline', async () => {
  const rental = await fixture.running(ann)
  const { database, clock } = fixture.context
  const set = (change: object) => database.updateTable('rental_instances').set(change).execute()
  const install = (version: string) => {
    const row = { installed_version: version, installed_at: clock.now() }
    return database
      .insertInto('hosts')
      .values({ host_name: 'local', driver: 'process', ...row })
      .onConflict((conflict) => conflict.column('host_name').doUpdateSet(row))
      .execute()
  }
  const deadline = (minutes: number) => fixture.operator('PUT', '/game-updates/deadline', { minutes })
  const mails = () => readMails(['rental-update'])
  const hold = (reason: string | null) =>
    reason === null
      ? fixture.operator('DELETE', '/game-updates/hold')
      : fixture.operator('PUT', '/game-updates/hold', { reason })

  await install('1.41.3.2')
  await set({ game_version: '1.41.3.1', players: 3 })
  expect(await mails()).toEqual([])
  await hold('a tournament')
  await deadline(30)
  expect(await mails()).toEqual([])
  await hold(null)
  // An empty server restarts at once.
  await set({ players: 0 })
  expect(await mails()).toEqual([])
  await set({ players: 3 })
  const [mail, ...others] = await mails()
  const restarts = fixture.now + 30 * 60_000
  expect([mail, others]).toEqual([
    {
      to: 'ann@example.org',
      language: 'both',
      content: {
        kind: 'rental-update',
        number: rental.number,
        name: 'Night owls',
        version: '1.41.3.2',
        restarts,
      },
      until: new Date(restarts),
      player: { steamId: ann.steamId, unsubscribe: expect.any(String) as string },
    },
    [],
  ])
  const isCurrent = async () => mail && (await isRentalMailCurrent(fixture.context, mail))
  expect(await isCurrent()).toBe(true)
  await set({ players: 0 })
  expect(await isCurrent()).toBe(false)
  await set({ players: 3 })
  clock.advance(60_000)
  await deadline(60)
  expect([await isCurrent(), (await mails()).length]).toEqual([false, 1])

  clock.advance(60_000)
  await install('1.41.3.3')
  expect(await mails()).toHaveLength(1)
  await deadline(30)
  expect((await mails()).map(({ content }) => content)).toMatchObject([
    { version: '1.41.3.2' },
    { version: '1.41.3.3' },
  ])
  await fixture.operator('DELETE', '/game-updates/deadline')
  await database.deleteFrom('hosts').execute()
})

test('G21 the owner is mailed three days and one day before the end of a term of a week or more, once each', async () => {
  const rental = await fixture.running(ann, { duration: '7d' })
  const ends = fixture.now + 7 * day
  fixture.context.clock.advance(4 * day - 1)
  expect(await readMails()).toEqual([])
  fixture.context.clock.advance(1)
  const first = {
    to: 'ann@example.org',
    language: 'both',
    content: { kind: 'rental-ending', number: rental.number, name: 'Night owls', days: 3, ends },
    until: new Date(ends),
    player: { steamId: ann.steamId, unsubscribe: expect.any(String) as string },
  }
  expect(await readMails()).toEqual([first])
  fixture.context.clock.advance(2 * day)
  const second = { ...first, content: { ...first.content, days: 1 } }
  expect(await readMails()).toEqual([first, second])
  fixture.context.clock.advance(day)
  expect(await readMails()).toHaveLength(2)
})

test('G21 the owner of a renewed server is mailed about its new end only', async () => {
  const rental = await fixture.running(ann, { duration: '7d' })
  fixture.context.clock.advance(4 * day)
  expect(await readMails()).toHaveLength(1)
  await fixture.buy(ann, { instance_id: rental.number, duration: '7d' })
  fixture.context.clock.advance(day)
  expect(await readMails()).toHaveLength(1)
  fixture.context.clock.advance(6 * day)
  const mails = await readMails()
  expect(mails.map(({ content }) => content)).toMatchObject([{ days: 3 }, { days: 3 }])
  // One that still waits for the mail server is not sent after the renewal.
  const holds = await Promise.all(mails.map((mail) => isRentalMailCurrent(fixture.context, mail)))
  expect(holds).toEqual([false, true])
})

test('G21 no mail is sent for a short term, a refunded rental or an owner without an address', async () => {
  await fixture.running(ann, { duration: '3d' })
  await fixture.running(await fixture.person(), { duration: '7d' })
  const back = await fixture.running(ann, { duration: '7d' })
  await fixture.write(back, { revoked_at: new Date(fixture.now) })
  fixture.context.clock.advance(3 * day - hour)
  expect(await readMails()).toEqual([])
  fixture.context.clock.advance(2 * day)
  expect(await readMails()).toEqual([])
})

test('G25 the owner of a server that could not be created is mailed once', async () => {
  const { rental } = await fixture.rent(ann)
  await fixture.write(rental, { state: 'failed', failed_at: new Date(fixture.now) })
  const expected = {
    to: 'ann@example.org',
    content: { kind: 'rental-failed', number: rental.number, name: 'Night owls' },
  }
  expect(await readMails()).toMatchObject([expected])
  fixture.context.clock.advance(day)
  expect(await readMails()).toHaveLength(1)
})

test('G25 the owner is mailed once that a new server runs, with its end, and not again when it moves', async () => {
  const { rental } = await fixture.rent(ann, { duration: '4h' })
  expect(await readMails(['rental-ready'])).toEqual([])
  const ready = await fixture.stand(rental)
  const mail = {
    to: 'ann@example.org',
    content: {
      kind: 'rental-ready',
      number: rental.number,
      name: 'Night owls',
      ends: ready.expires_at.getTime(),
    },
  }
  expect(await readMails(['rental-ready'])).toMatchObject([mail])
  await fixture.stand(ready)
  expect(await readMails(['rental-ready'])).toHaveLength(1)
})

test('H4 the buyer gets a receipt for the payment, with the end once the term has begun', async () => {
  const { rental, orderId } = await fixture.rent(ann, { duration: '4h' })
  await fixture.stand(rental)
  await fixture.buy(ann, { instance_id: rental.number, duration: '8h' })
  const { ends_at: ends } = await fixture.context.database
    .selectFrom('rental_orders')
    .select('ends_at')
    .where('kind', '=', 'renew')
    .where('rental_id', '=', rental.id)
    .executeTakeFirstOrThrow()
  const receipts = (await readMails(['order-paid'])).map(({ content }) => content)
  expect(receipts).toMatchObject([
    { id: orderId, paid: fixture.now, method: 'alipay', ends: null, notOnServers: false },
    { description: { en: expect.stringContaining('renewal') as string }, ends: ends.getTime() },
  ])
  const order = await fixture.call(ann, 'GET', `/payment/orders/${orderId}`)
  expect(order.json()).toMatchObject({ ends: expect.any(Number) as number, notOnServers: false })
})
