import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { composeMail } from '../../mail/mail-message.ts'
import type { Mail } from '../../mail/index.ts'
import { readMailJob } from '../../mail/mail-job.schema.ts'
import { type MailFixture, createMailFixture } from '../../mail/testing/mail-fixture.ts'
import { createAccountsApp } from '../testing/accounts-app.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'
import { type TestUser, signIn } from '../testing/test-users.ts'
import { isMailStillWanted, mailPlayer } from './player-mail.service.ts'

const email = 'ann@example.org'
let context: MailFixture
let app: App
let ann: TestUser

beforeAll(async () => {
  context = await createMailFixture('smtp://127.0.0.1:1')
  await context.jobs.start()
  app = await createAccountsApp(context)
})
beforeEach(async () => {
  await clearAccounts(context)
  await sql`delete from pgboss.job where name = 'mail'`.execute(context.database)
  ann = await signIn(context, '76561198000000001')
  await context.database
    .updateTable('users')
    .set({ email, password_hash: 'x' })
    .where('id', '=', ann.userId)
    .execute()
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

async function mails(): Promise<Mail[]> {
  const { rows } = await sql<{ sealed: string }>`
    select data->>'sealed' as sealed from pgboss.job where name = 'mail' order by created_on, id`.execute(
    context.database,
  )
  return rows.map(({ sealed }) => readMailJob(context, sealed))
}

const reminder = () => ({ kind: 'vip-ending', days: 3, ends: context.clock.now().getTime() }) as const
const refunded = { kind: 'order-refunded', number: '20261121-7', amount: 100, currency: 'CNY' } as const

/** Posts a mail to the player, and answers it where it was posted. */
async function mailed(content: Mail['content'], to = ann.steamId): Promise<Mail | undefined> {
  const before = (await mails()).length
  const until = new Date(context.clock.now().getTime() + 60_000)
  await context.database.transaction().execute((tx) => mailPlayer(context, tx, to, { content, until }))
  return (await mails())[before]
}

const settings = (bearer: string, payload?: object) =>
  app.inject({
    method: payload ? 'PATCH' : 'GET',
    url: '/api/mail-settings',
    headers: { authorization: `Bearer ${bearer}` },
    ...(payload && { payload }),
  })

async function tokenOfMail(): Promise<string> {
  const mail = await mailed(reminder())
  return mail?.player?.unsubscribe ?? ''
}

test('B7 C6 mails are in both languages until the page has said which one, then in that one', async () => {
  expect(await mailed(refunded)).toMatchObject({ to: email, language: 'both' })
  expect((await settings(ann.token, { language: 'en' })).json()).toEqual({ email, language: 'en', off: [] })
  expect(await mailed(refunded)).toMatchObject({ language: 'en' })
  await settings(ann.token, { language: 'zh' })
  expect(await mailed(refunded)).toMatchObject({ language: 'zh' })
})

test('F7 a kind that is switched off is not posted, and not sent where it was posted before; others are', async () => {
  const posted = await mailed(reminder())
  expect(posted && (await isMailStillWanted(context, posted))).toBe(true)
  expect((await settings(ann.token, { off: ['vip-ending', 'vip-ending'] })).json()).toMatchObject({
    off: ['vip-ending'],
  })
  expect(await mailed(reminder())).toBeUndefined()
  expect(posted && (await isMailStillWanted(context, posted))).toBe(false)
  expect(await mailed(refunded)).toBeDefined()
  await settings(ann.token, { off: [] })
  expect(await mailed(reminder())).toBeDefined()
})

test('F7 what must be sent cannot be switched off, and a wrong setting changes nothing', async () => {
  for (const payload of [
    { off: ['password-changed'] },
    { off: 'vip-ending' },
    { language: 'fr' },
    { to: 'x' },
  ])
    expect((await settings(ann.token, payload)).statusCode).toBe(400)
  expect((await settings(ann.token)).json()).toEqual({ email, language: null, off: [] })
  const { player } = (await mailed(refunded)) ?? {}
  expect(player).toEqual({ steamId: ann.steamId, unsubscribe: null })
})

test('J2 the link in a mail opens the settings without a session, and does not show the whole address', async () => {
  const token = await tokenOfMail()
  expect((await settings(token)).json()).toEqual({ email: 'a***@example.org', language: null, off: [] })
  expect((await settings(token, { off: ['order-paid'] })).json()).toMatchObject({ off: ['order-paid'] })
  const session = await app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } })
  expect(session.statusCode).toBe(401)
})

test('J2 a mail program switches one kind off by the header of the mail, as often as it likes', async () => {
  const mail = await mailed(reminder())
  const sender = { community: 'Ace', url: context.config.publicUrl }
  const { headers, text, html } = composeMail(mail as Mail, 'sealed', sender, context.config)
  expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  const [, url = ''] = /<https:\/\/cs\.example\.org([^>]+)>/.exec(JSON.stringify(headers)) ?? []
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const payload = 'List-Unsubscribe=One-Click'
    const answer = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    expect(answer.json()).toEqual({ success: true })
  }
  expect((await settings(ann.token)).json()).toMatchObject({ off: ['vip-ending'] })
  expect(text).toContain(`https://cs.example.org/mail-settings#${mail?.player?.unsubscribe}`)
  expect(html).toContain('退订或设置邮件通知')
  // A visit, as a scanner of links makes one, switches nothing off.
  expect((await app.inject({ url })).statusCode).toBe(405)
})

test('J2 a changed or foreign token opens nothing, nor does one of an earlier address', async () => {
  const token = await tokenOfMail()
  const other = await signIn(context, '76561198000000002')
  const foreign = other.userId + token.slice(36)
  const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
  for (const bad of [foreign, changed, ann.userId, 'x', token.slice(36)]) {
    expect((await settings(bad)).json()).toMatchObject({ code: 'mail_settings.invalid_token' })
    const query = new URLSearchParams({ token: bad, kind: 'vip-ending' }).toString()
    const url = `/api/mail-settings/unsubscribe?${query}`
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(401)
  }
  const users = context.database.updateTable('users').where('id', '=', ann.userId)
  await users.set({ email: 'new@example.org' }).execute()
  expect((await settings(token)).statusCode).toBe(401)
})

test('C6 a mail is not sent to an address that the account no longer has', async () => {
  const posted = await mailed(refunded)
  const users = context.database.updateTable('users').where('id', '=', ann.userId)
  await users.set({ email: 'new@example.org' }).execute()
  expect(posted && (await isMailStillWanted(context, posted))).toBe(false)
})
