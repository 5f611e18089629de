import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ownerPermissions } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { type MailEmulator, startMailEmulator } from '@clutch/emulators/mail/index.ts'
import { PortalSettingsCache } from '../content/index.ts'
import { Jobs } from '../../platform/jobs/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { runJobsNow } from '../../testing/run-jobs-now.ts'
import { type Mail, canSendMail, startMailWorker } from './index.ts'
import { type MailFixture, createMailFixture, enqueueTestMail } from './testing/mail-fixture.ts'
import { selectMailJobStates, selectMailJobsAsText } from './testing/mail-jobs.ts'

const within = { timeout: 30_000, interval: 50 }
const stops: (() => unknown)[] = []
let mail: MailEmulator
let context: MailFixture
let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.destroy())
beforeEach(async () => {
  mail = await startMailEmulator()
  context = await createMailFixture(mail.smtpUrl, {}, database)
  stops.push(
    () => mail.stop(),
    () => context.destroy(),
  )
})
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start(): Promise<{ stop: () => Promise<void> }> {
  const mailer = await startMailWorker(context)
  stops.push(() => mailer.stop())
  return mailer
}

/** The mail of this subject; several may arrive in any order. */
const mailOf = (subject: RegExp) => mail.mails.find((one) => subject.test(one.subject))
const arrived = (count: number) => vi.waitUntil(() => mail.mails.length === count, within)
const logged = (words: string) => vi.waitUntil(() => context.readLog().includes(words), within)
const jobsAre = (...states: string[]) =>
  vi.waitFor(async () => expect(await selectMailJobStates(context)).toEqual(states), within)

test('C6 a code arrives in the language it was asked in, as text and as HTML', async () => {
  await start()
  await enqueueTestMail(
    context,
    { kind: 'email-code', code: '271828' },
    { to: 'ann@example.org', language: 'en' },
  )
  await enqueueTestMail(
    context,
    { kind: 'email-code', code: '314159' },
    { to: 'li@example.org', language: 'zh' },
  )
  await arrived(2)
  const [zh, en] = [mailOf(/邮箱/), mailOf(/verification/)]
  expect(en).toMatchObject({
    to: 'ann@example.org',
    from: 'no-reply@cs.example.org',
    subject: 'Your CLUTCH verification code',
  })
  expect(en?.text).toMatch(/^ {4}271828$/m)
  expect(en?.html).toContain('>271828<')
  expect(zh).toMatchObject({ to: 'li@example.org', subject: 'CLUTCH 邮箱验证码' })
  expect(zh?.text).toContain('验证码 10 分钟内有效，请勿告诉任何人。')
  expect(zh?.html).toMatch(/<html lang="zh"[^]*>314159</)
})

test('C8 a reset link and the news of a changed password arrive, marked as sent by a machine', async () => {
  await start()
  const link = 'https://cs.example.org/reset-password?token=abc&email=ann%40example.org'
  await enqueueTestMail(context, { kind: 'password-reset', link })
  await enqueueTestMail(context, { kind: 'password-changed' })
  await arrived(2)
  const [changed, reset] = [mailOf(/changed/), mailOf(/[Rr]eset/)]
  expect(reset?.text.split('\n')).toContain(link)
  expect(reset?.html).toContain(`href="${link.replaceAll('&', '&#38;')}"`)
  expect(changed?.text).toContain('https://cs.example.org/login?showEmailLogin=true')
  expect(reset?.headers).toMatchObject({
    from: 'CLUTCH <no-reply@cs.example.org>',
    'auto-submitted': 'auto-generated',
    'content-language': 'en',
  })
  expect(reset?.headers['x-mailer']).toBeUndefined()
})

test('C6 a mail the server cannot take now is tried again and arrives once', async () => {
  mail.setFaults({ mode: 'later' })
  await start()
  await enqueueTestMail(context, { kind: 'email-code', code: '271828' })
  await logged('EENVELOPE 451')
  mail.setFaults({ mode: 'ok' })
  await runJobsNow(context, 'mail')
  await arrived(1)
  await jobsAre('completed')
  expect(mail.mails).toHaveLength(1)
})

test('F7 a mail is tried for as long as it is true, however many tries that takes', async () => {
  mail.setFaults({ mode: 'later' })
  await start()
  await enqueueTestMail(context, { kind: 'email-code', code: '271828' })
  await jobsAre('retry')
  // Three days of tries, two minutes apart.
  await sql`update pgboss.job set retry_count = 2160 where name = 'mail'`.execute(context.database)
  await runJobsNow(context, 'mail')
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select state, retry_count as tries from pgboss.job where name = 'mail'`.execute(
        context.database,
      )
    expect(rows).toEqual([{ state: 'retry', tries: 2161 }])
  }, within)
  mail.setFaults({ mode: 'ok' })
  await runJobsNow(context, 'mail')
  await arrived(1)
})

test('F7 a mail that a check refuses is dropped, and the others are sent', async () => {
  const checks = [() => Promise.resolve(true), ({ to }: Mail) => Promise.resolve(to !== 'ann@example.org')]
  const mailer = await startMailWorker(context, { checks })
  stops.push(() => mailer.stop())
  await enqueueTestMail(context, { kind: 'password-changed' }, { to: 'ann@example.org' })
  await enqueueTestMail(context, { kind: 'password-changed' }, { to: 'bob@example.org' })
  await jobsAre('completed', 'completed')
  expect(mail.mails.map(({ to }) => to)).toEqual(['bob@example.org'])
  expect(context.readLog()).toContain('no longer true or wanted')
})

test('C6 mails posted while the mail server is dead arrive when it is back, none lost', async () => {
  const smtpPort = await freePort()
  const dead = await createMailFixture(`smtp://127.0.0.1:${smtpPort}`)
  stops.push(() => dead.destroy())
  const mailer = await startMailWorker(dead)
  stops.push(() => mailer.stop())
  await enqueueTestMail(dead, { kind: 'email-code', code: '271828' }, { to: 'ann@example.org' })
  await enqueueTestMail(dead, { kind: 'email-code', code: '314159' }, { to: 'bob@example.org' })
  await vi.waitFor(async () => expect(await selectMailJobStates(dead)).toEqual(['retry', 'retry']), within)
  expect(dead.readLog()).toContain('ESOCKET ECONNREFUSED')
  const back = await startMailEmulator({ smtpPort })
  stops.push(() => back.stop())
  await runJobsNow(dead, 'mail', 2)
  await vi.waitUntil(() => back.mails.length === 2, within)
  expect(back.mails.map(({ to }) => to).toSorted()).toEqual(['ann@example.org', 'bob@example.org'])
})

test('C6 a permanently refused mail is given up, logged with the code only, and its job says so', async () => {
  mail.setFaults({ mode: 'refuse' })
  await start()
  await enqueueTestMail(context, { kind: 'email-code', code: '271828' })
  await logged('given up')
  await jobsAre('completed')
  expect(await selectMailJobsAsText(context)).toContain('refused the mail: EENVELOPE 550')
  expect(context.readLog()).toMatch(/"kind":"email-code","codes":"EENVELOPE 550"/)
  expect(context.readLog()).not.toMatch(/example|no such mailbox|271828/)
})

test('C6 a wrong password for the mail server, which the operator must correct, is reported and retried', async () => {
  const strict = await startMailEmulator({ login: { user: 'portal', password: 'right' } })
  const wrong = await createMailFixture(strict.smtpUrl.replace('//', '//portal:wrong@'))
  stops.push(
    () => strict.stop(),
    () => wrong.destroy(),
  )
  const mailer = await startMailWorker(wrong)
  stops.push(() => mailer.stop())
  await enqueueTestMail(wrong, { kind: 'email-code', code: '271828' })
  await vi.waitUntil(() => wrong.readLog().includes('EAUTH 535'), within)
  expect(wrong.readLog()).not.toContain('given up')
  await vi.waitFor(async () => expect(await selectMailJobStates(wrong)).toEqual(['retry']), within)
})

test('C6 a mail that could not be sent in time fails, and does not count as sent', async () => {
  await start()
  await enqueueTestMail(context, { kind: 'email-code', code: '271828' }, { until: context.clock.now() })
  await logged('could not be sent in time')
  await jobsAre('failed')
  mail.setFaults({ mode: 'later' })
  await enqueueTestMail(context, { kind: 'email-code', code: '314159' })
  await logged('EENVELOPE 451')
  context.clock.advance(600_000)
  mail.setFaults({ mode: 'ok' })
  await runJobsNow(context, 'mail')
  await jobsAre('failed', 'failed')
  expect(mail.mails).toEqual([])
  expect(context.readLog()).not.toMatch(/example|271828|314159/)
})

const eve = 'eve@example.org'
test.each([
  ['a second address', { to: `ann@example.org, ${eve}` }, '271828', 'not a mail in to'],
  ['a line end in the address', { to: `a@example.org\r\nRCPT TO:<${eve}>` }, '271828', 'not a mail in to'],
  ['a line end in the code', {}, `1\r\nBcc: ${eve}`, 'not a mail in content.code'],
])('C6 %s is not delivered', async (_what, changed, code, told) => {
  await start()
  await enqueueTestMail(context, { kind: 'email-code', code }, changed)
  await logged(told)
  expect(mail.mails).toEqual([])
  expect(context.readLog()).not.toContain('eve@')
})

test('C8 an invalid link is not sent', async () => {
  await start()
  await enqueueTestMail(context, { kind: 'password-reset', link: 'javascript:alert(1)' })
  await logged('not a mail in content.link')
  expect(mail.mails).toEqual([])
})

test('F4 mails are sent in the name of the community, whatever it contains', async () => {
  const content = await PortalSettingsCache.open(context)
  stops.push(() => content.close())
  await content.change({ name: `<b>"E", <${eve}> 社区` }, ownerPermissions)
  await start()
  await enqueueTestMail(context, { kind: 'password-changed' })
  await arrived(1)
  const [sent] = mail.mails
  expect(sent).toMatchObject({ from: 'no-reply@cs.example.org', to: 'ann@example.org' })
  expect(sent?.headers['from']).toMatch(/<no-reply@cs\.example\.org>$/)
  expect(sent?.html).toContain('&#60;b&#62;&#34;E&#34;')
  expect(sent?.html).not.toContain('<b>')
})

test('C6 a worker killed between sending and saying so sends a second copy, known as one', async () => {
  const work = context.jobs.work.bind(context.jobs)
  let killed = false
  context.jobs.work = (queue, handle) =>
    work(queue, async (data) => {
      await handle(data)
      if (killed) return
      killed = true
      throw new Error('killed')
    })
  await start()
  await enqueueTestMail(context, { kind: 'email-code', code: '271828' })
  await runJobsNow(context, 'mail')
  await jobsAre('completed')
  expect(mail.mails).toHaveLength(2)
  const ids = mail.mails.map(({ headers }) => headers['message-id'])
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@cs\.example\.org>$/)
  expect(new Set(ids).size).toBe(1)
})

test('C6 stopping does not wait for a mail server that is silent; the next start sends the mail', async () => {
  mail.setFaults({ mode: 'slow', delayMs: 60_000 })
  const mailer = await start()
  await enqueueTestMail(context, { kind: 'email-code', code: '271828' })
  await jobsAre('active')
  const startedAt = performance.now()
  await mailer.stop()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  await jobsAre('retry')
  await context.jobs.stop()
  mail.setFaults({ mode: 'ok' })
  const jobs = new Jobs(context.database, context.log)
  const next = await startMailWorker({ ...context, jobs })
  stops.push(
    () => jobs.stop(),
    () => next.stop(),
  )
  await runJobsNow({ ...context, jobs }, 'mail')
  await arrived(1)
})

test('C6 without a mail server there is no mailer', async () => {
  const { smtpUrl: _smtpUrl, ...settings } = context.config
  const without = { ...context, config: { ...settings, smtpUrl: undefined } }
  expect(canSendMail(without)).toBe(false)
  await (await startMailWorker(without)).stop()
  await enqueueTestMail(context, { kind: 'password-changed' })
  expect(await selectMailJobStates(context)).toEqual(['created'])
})
