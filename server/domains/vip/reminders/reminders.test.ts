import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import { signIn } from '../../accounts/testing/test-users.ts'
import type { App } from '../../../platform/http/app.ts'
import { readMailJob } from '../../mail/mail-job.schema.ts'
import { type MailFixture, createMailFixture } from '../../mail/testing/mail-fixture.ts'
import { asOperator } from '../../../testing/http.ts'
import { sendReminders, isReminderDue } from './reminders.service.ts'
import { createVipApp } from '../testing/app.ts'
import { setVip } from '../testing/delivery.ts'

let context: MailFixture
let app: App
const ann = '76561198000000001'
const hour = 3_600_000
const day = 24 * hour

beforeAll(async () => {
  context = await createMailFixture('smtp://127.0.0.1:1')
  await context.jobs.start()
  app = await createVipApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  await context.database.deleteFrom('vip_notices').execute()
  await sql`delete from pgboss.job where name = 'mail'`.execute(context.database)
  await withEmail(ann, 'ann@example.org')
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const now = () => context.clock.now().getTime()

async function withEmail(steamId: string, email: string): Promise<void> {
  const { userId } = await signIn(context, steamId)
  await context.database
    .updateTable('users')
    .set({ email, password_hash: 'x' })
    .where('id', '=', userId)
    .execute()
}

/** The mails there are, oldest first. */
async function mails() {
  const { rows } = await sql<{ sealed: string }>`
    select data->>'sealed' as sealed from pgboss.job where name = 'mail' order by created_on, id`.execute(
    context.database,
  )
  return rows.map(({ sealed }) => readMailJob(context, sealed))
}
async function readReminders(): Promise<[string, number, number][]> {
  await sendReminders(context)
  return (await mails()).flatMap(({ to, content }) =>
    content.kind === 'vip-ending' ? [[to, content.days, content.ends] as [string, number, number]] : [],
  )
}

test('F7 a reminder is sent three days and one day before the end of a membership, once each', async () => {
  const ends = now() + 10 * day
  await setVip(app, ann, ends)
  context.clock.advance(7 * day - 1)
  expect(await readReminders()).toEqual([])
  context.clock.advance(1)
  await Promise.all(Array.from({ length: 4 }, () => sendReminders(context)))
  expect(await readReminders()).toEqual([['ann@example.org', 3, ends]])
  expect(await mails()).toMatchObject([{ language: 'both', until: new Date(ends) }])
  context.clock.advance(2 * day - 1)
  expect(await readReminders()).toHaveLength(1)
  context.clock.advance(1)
  expect(await readReminders()).toEqual([
    ['ann@example.org', 3, ends],
    ['ann@example.org', 1, ends],
  ])
  context.clock.advance(day)
  expect(await readReminders()).toHaveLength(2)
})

test('F7 a membership that was extended has another end, with its own reminders', async () => {
  const ends = now() + 10 * day
  await setVip(app, ann, ends)
  context.clock.advance(9 * day)
  expect(await readReminders()).toEqual([['ann@example.org', 1, ends]])
  await setVip(app, ann, ends + 30 * day)
  context.clock.advance(28 * day)
  expect(await readReminders()).toEqual([
    ['ann@example.org', 1, ends],
    ['ann@example.org', 3, ends + 30 * day],
  ])
})

test('F7 a reminder that waits is not sent after a renewal, nor once the next one is due', async () => {
  const holds = async () => Promise.all((await mails()).map((mail) => isReminderDue(context, mail)))
  const ends = now() + 10 * day
  await setVip(app, ann, ends)
  context.clock.advance(7 * day)
  await readReminders()
  expect(await holds()).toEqual([true])
  context.clock.advance(2 * day)
  await readReminders()
  expect(await holds()).toEqual([false, true])
  await setVip(app, ann, ends + 30 * day)
  expect(await holds()).toEqual([false, false])
  context.clock.advance(28 * day)
  await readReminders()
  expect(await holds()).toEqual([false, false, true])
  await app.inject({ method: 'DELETE', url: `/api/operator/memberships/${ann}/vip`, headers: asOperator })
  expect(await holds()).toEqual([false, false, false])
})

test('F7 a user who turned reminders off gets none', async () => {
  await setVip(app, ann, now() + 10 * day)
  context.clock.advance(7 * day)
  const users = context.database.updateTable('users').where('steam_id', '=', ann)
  await users.set({ mails_off: ['vip-ending'] }).execute()
  expect(await readReminders()).toEqual([])
})

test('F7 a short membership gets only the reminders due during it', async () => {
  await setVip(app, ann, now() + 2 * day)
  expect(await readReminders()).toEqual([])
  context.clock.advance(day)
  expect(await readReminders()).toEqual([['ann@example.org', 1, now() + day]])
  await setVip(app, ann, now() + 4 * hour)
  context.clock.advance(hour)
  expect(await readReminders()).toHaveLength(1)
})

test('F7 no reminder is sent for permanent VIP, another group, or without an address', async () => {
  await setVip(app, ann, null)
  await setVip(app, '76561198000000002', now() + 10 * day)
  await app.inject({
    method: 'PUT',
    url: `/api/operator/memberships/${ann}/pro`,
    headers: asOperator,
    payload: { expires: now() + 10 * day },
  })
  context.clock.advance(8 * day)
  expect(await readReminders()).toEqual([])
  await withEmail('76561198000000002', 'bob@example.org')
  expect(await readReminders()).toEqual([['bob@example.org', 3, now() + 2 * day]])
})
