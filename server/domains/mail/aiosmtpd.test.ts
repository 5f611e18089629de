import { afterEach, expect, test, vi } from 'vitest'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { startMailWorker } from './index.ts'
import { hasAiosmtpd, startAiosmtpd } from './testing/aiosmtpd.ts'
import { createSelfSignedCertificate } from './testing/certificate.ts'
import { createMailFixture, enqueueTestMail } from './testing/mail-fixture.ts'

const here = hasAiosmtpd() && hasPeerProgram('openssl')
const within = { timeout: 30_000, interval: 50 }
const login = { user: 'portal@example.org', password: 'marker pass%w:rd@' }
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start(password: string, trusted = true) {
  const certificate = createSelfSignedCertificate('DNS:localhost')
  const server = await startAiosmtpd(certificate, login)
  stops.push(() => server.stop())
  const user = `${encodeURIComponent(login.user)}:${encodeURIComponent(password)}`
  const context = await createMailFixture(`smtp://${user}@localhost:${server.port}`)
  stops.push(() => context.destroy())
  const mailer = await startMailWorker(context, trusted ? { ca: certificate.cert } : {})
  stops.push(() => mailer.stop())
  return { server, context }
}

test.skipIf(!here)(
  'C6 a mail server of another make takes a code, encrypted and with a password',
  async () => {
    const { server, context } = await start(login.password)
    await enqueueTestMail(
      context,
      { kind: 'email-code', code: '314159' },
      { to: 'li@example.org', language: 'zh' },
    )
    await vi.waitUntil(() => server.mails.length > 0, within)
    const [mail] = server.mails
    expect(mail).toMatchObject({ tls: true, authenticated: true, to: ['li@example.org'] })
    expect(mail?.from).toBe('no-reply@cs.example.org')
    expect(mail?.message).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  },
)

test.skipIf(!here)('C6 a wrong password is reported and retried, and no mail is sent', async () => {
  const { server, context } = await start('marker wrong')
  await enqueueTestMail(context, { kind: 'email-code', code: '314159' })
  await vi.waitUntil(() => context.readLog().includes('EAUTH 535'), within)
  expect(context.readLog()).toContain('a job failed and is tried again')
  expect(context.readLog()).not.toMatch(/marker|given up/)
  expect(server.mails).toEqual([])
})

test.skipIf(!here)('C6 an untrusted certificate is refused by STARTTLS before the password', async () => {
  const { server, context } = await start(login.password, false)
  await enqueueTestMail(context, { kind: 'email-code', code: '314159' })
  await vi.waitUntil(() => context.readLog().includes('SELF_SIGNED_CERT'), within)
  expect(server.mails).toEqual([])
})
