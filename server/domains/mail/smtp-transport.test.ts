import { createTransport } from 'nodemailer'
import { afterEach, expect, test } from 'vitest'
import { startMailEmulator } from '@clutch/emulators/mail/index.ts'
import { hasPeerProgram } from '@clutch/tools/testing/test-options.ts'
import { InvalidConfig } from '../../platform/config/config.ts'
import { createSelfSignedCertificate } from './testing/certificate.ts'
import { createSmtpOptions } from './smtp-transport.ts'

const wishes = { name: 'cs.example.org' }
const message = { from: 'no-reply@cs.example.org', to: 'ann@example.org', text: 'x' }
const here = hasPeerProgram('openssl')
const login = { user: 'portal', password: 'secret' }
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

test.each([
  [
    'smtp://user:pa%3As%40@mail.example.org',
    { host: 'mail.example.org', port: 587, secure: false, requireTLS: true },
  ],
  ['smtp://mail.example.org:25', { port: 25, requireTLS: true, ignoreTLS: false }],
  ['smtp://mail.example.org?requireTLS=false&ignoreTLS=true', { requireTLS: true, ignoreTLS: false }],
  ['smtp://128.0.0.1', { requireTLS: true }],
  ['smtp://127.evil.example.org', { requireTLS: true, ignoreTLS: false }],
  ['smtp://localhost.example.org', { requireTLS: true, ignoreTLS: false }],
  ['smtp://127.0.0.2:1025', { host: '127.0.0.2', port: 1025, requireTLS: false, ignoreTLS: true }],
  ['smtp://[::1]', { host: '::1', requireTLS: false, ignoreTLS: true }],
  ['smtp://LOCALHOST', { host: '127.0.0.1', servername: 'localhost', requireTLS: false, ignoreTLS: true }],
  ['smtp://user:pass@localhost', { requireTLS: false, ignoreTLS: false }],
  ['smtps://mail.example.org', { port: 465, secure: true, ignoreTLS: false }],
  ['smtps://localhost', { port: 465, secure: true, ignoreTLS: false }],
])('C6 %s is spoken to encrypted, but on this machine', (url, expected) => {
  expect(createSmtpOptions(url, wishes)).toMatchObject({
    ...expected,
    tls: { rejectUnauthorized: true },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    logger: false,
  })
})

test('C6 user and password of the address are decoded', () => {
  const { auth } = createSmtpOptions('smtp://ann%40x.org:pa%3As%2525@mail.example.org', wishes)
  expect(auth).toEqual({ user: 'ann@x.org', pass: 'pa:s%25' })
  const wrong = () => createSmtpOptions('smtp://ann:100%@mail.example.org', wishes)
  expect(wrong).toThrow(InvalidConfig)
  expect(wrong).not.toThrow(/100/)
})

test('C6 a mail server elsewhere that offers no encryption is given nothing', async () => {
  const mail = await startMailEmulator({ login })
  stops.push(() => mail.stop())
  const { port } = new URL(mail.smtpUrl)
  const elsewhere = createSmtpOptions(`smtp://portal:secret@mail.example.org:${port}`, wishes)
  const sent = createTransport({ ...elsewhere, host: '127.0.0.1' }).sendMail(message)
  await expect(sent).rejects.toMatchObject({ code: 'ETLS' })
  expect(mail.mails).toEqual([])
})

test.skipIf(!here)('C6 a certificate that is trusted and of this name is taken, by STARTTLS', async () => {
  const certificate = createSelfSignedCertificate('DNS:localhost')
  const { send, mail } = await start('localhost', certificate, certificate.cert)
  await send()
  expect(mail.mails).toMatchObject([{ to: 'ann@example.org' }])
})

test.skipIf(!here)('C6 an untrusted certificate is refused before any command is sent', async () => {
  const { send, mail } = await start('localhost', createSelfSignedCertificate('DNS:localhost'))
  await expect(send()).rejects.toMatchObject({ originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(mail.mails).toEqual([])
})

test.skipIf(!here).each([
  ['localhost', 'DNS:mail.example.org'],
  ['127.0.0.1', 'DNS:localhost,IP:127.0.0.2'],
])('C6 a trusted certificate of another name is refused for %s', async (host, names) => {
  const certificate = createSelfSignedCertificate(names)
  const { send, mail } = await start(host, certificate, certificate.cert)
  await expect(send()).rejects.toMatchObject({ originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  expect(mail.mails).toEqual([])
})

test.skipIf(!here)(
  'C6 the machine’s own mail program may have any certificate when no password is sent',
  async () => {
    const mail = await startMailEmulator({ certificate: createSelfSignedCertificate('DNS:debian') })
    stops.push(() => mail.stop())
    await createTransport(createSmtpOptions(mail.smtpUrl, wishes)).sendMail(message)
    expect(mail.mails).toHaveLength(1)
  },
)

async function start(host: string, certificate: { key: string; cert: string }, ca?: string) {
  const mail = await startMailEmulator({ certificate, login })
  stops.push(() => mail.stop())
  const url = `smtp://portal:secret@${host}:${new URL(mail.smtpUrl).port}`
  const transport = createTransport(createSmtpOptions(url, { ...wishes, ca }))
  return { mail, send: () => transport.sendMail(message) }
}
