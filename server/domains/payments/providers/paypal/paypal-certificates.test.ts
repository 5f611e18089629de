import { once } from 'node:events'
import { type Server, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  type CertificateIdentity,
  type CertificateSubject,
  issueCertificate,
  toSecureContext,
} from '@clutch/emulators/payments/paypal/certificates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaypalAccount } from './paypal-account.ts'
import { PaypalCalls } from './paypal-calls.ts'
import { PaypalCertificates } from './paypal-certificates.ts'

const host = 'api.sandbox.paypal.com'
const now = new Date('2026-11-21T12:00:00Z')
const signing: CertificateSubject = { name: 'messageverificationcerts.sandbox.paypal.com', kind: 'rsa' }

let root: CertificateIdentity
let server: Server
let calls: PaypalCalls
let account: PaypalAccount
let certificates: PaypalCertificates
let fetched = 0
/** What lies at which path: a file, or a status alone. */
const files = new Map<string, string | number>()

beforeEach(() => {
  certificates = new PaypalCertificates(account, calls.agent)
})
beforeAll(async () => {
  root = await issueCertificate({ name: 'a root', isAuthority: true })
  const context = toSecureContext(
    await issueCertificate({ name: host, hosts: [host, 'cacerts.digicert.com'] }, root),
  )
  server = createServer({ SNICallback: (_, done) => done(null, context) }, (request, response) => {
    fetched += 1
    const found = files.get(request.url ?? '') ?? 404
    if (typeof found === 'string') return response.end(found)
    response.writeHead(found, { location: '/v1/notifications/certs/good' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  account = {
    environment: 'sandbox',
    clientId: '',
    clientSecret: '',
    webhookId: '',
    connectTo: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: [root.certificate],
  }
  calls = new PaypalCalls(account, 5_000)
})
afterAll(() => {
  calls.stop()
  server.close()
})

function find(file: string | number, at = now): Promise<unknown> {
  const path = `/v1/notifications/certs/${files.size}`
  files.set(path, file)
  return calls.within((_, signal) => certificates.find(`https://${host}${path}`, at, signal))
}

test('H3 a certificate chains to a trusted root by its own file, or by its issuer’s address', async () => {
  const middle = await issueCertificate({ name: 'a middle', isAuthority: true }, root)
  const direct = await issueCertificate(signing, root)
  const leaf = await issueCertificate(
    { ...signing, issuerUrl: 'http://cacerts.digicert.com/Middle.crt' },
    middle,
  )
  const alone = await issueCertificate(signing, middle)
  expect(await find(direct.certificate)).toMatchObject({ type: 'public' })
  expect(await find(`${alone.certificate}\n${middle.certificate}`)).toMatchObject({ type: 'public' })
  await expect(find(alone.certificate)).rejects.toThrow('leads to no trusted root')
  await expect(find(leaf.certificate)).rejects.toThrow('no such certificate')
  files.set('/Middle.crt', middle.certificate)
  expect(await find(leaf.certificate)).toMatchObject({ type: 'public' })
})

test('H3 a stranger’s certificate is refused, whatever name it is for', async () => {
  const stranger = await issueCertificate({ name: 'a root', isAuthority: true })
  const self = await issueCertificate(signing)
  const theirs = await issueCertificate(signing, stranger)
  const noAuthority = await issueCertificate({ name: 'a middle' }, root)
  const byNoAuthority = await issueCertificate(signing, noAuthority)
  await expect(find(self.certificate)).rejects.toThrow('leads to no trusted root')
  await expect(find(`${theirs.certificate}\n${stranger.certificate}`)).rejects.toThrow(
    'leads to no trusted root',
  )
  await expect(find(`${byNoAuthority.certificate}\n${noAuthority.certificate}`)).rejects.toThrow(
    'no trusted root',
  )
})

test('H3 a certificate of the root that is not PayPal’s, too weak or not valid now is refused', async () => {
  for (const name of ['www.example.org', 'paypal.com.example.org', 'xpaypal.com', 'paypal.com']) {
    const { certificate } = await issueCertificate({ ...signing, name }, root)
    await expect(find(certificate)).rejects.toThrow('not PayPal’s')
  }
  const curve = await issueCertificate({ ...signing, kind: 'ec' }, root)
  await expect(find(curve.certificate)).rejects.toThrow('not PayPal’s')
  const over = await issueCertificate({ ...signing, validUntil: new Date('2026-11-21T11:00:00Z') }, root)
  await expect(find(over.certificate)).rejects.toThrow('not valid now')
  const early = await issueCertificate({ ...signing, validFrom: new Date('2026-11-21T13:00:00Z') }, root)
  await expect(find(early.certificate)).rejects.toThrow('not valid now')
})

test('H3 a file that is no certificate, too long, or a redirect is refused', async () => {
  await expect(find('<html>')).rejects.toMatchObject({ name: 'WebhookUnverified' })
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
  await expect(find(broken)).rejects.toMatchObject({ name: 'WebhookUnverified' })
  await expect(find(' '.repeat(65 * 1024))).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  files.set('/v1/notifications/certs/good', (await issueCertificate(signing, root)).certificate)
  await expect(find(302)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
})

test('H3 a certificate is fetched once an hour, also for many webhooks at once', async () => {
  const { certificate } = await issueCertificate(
    { ...signing, validUntil: new Date('2026-11-21T12:30:00Z') },
    root,
  )
  const path = '/v1/notifications/certs/once'
  files.set(path, certificate)
  const url = `https://${host}${path}`
  const ask = (at: Date) => calls.within((_, signal) => certificates.find(url, at, signal))
  fetched = 0
  await Promise.all(Array.from({ length: 20 }, () => ask(now)))
  await ask(new Date('2026-11-21T12:10:00Z'))
  expect(fetched).toBe(1)
  await expect(ask(new Date('2026-11-21T12:40:00Z'))).rejects.toThrow('not valid now')
  await expect(ask(new Date('2026-11-21T13:00:00Z'))).rejects.toThrow('not valid now')
  expect(fetched).toBe(2)
})

test('H3 of many certificates named at once few are fetched at a time', async () => {
  fetched = 0
  const pending = Array.from({ length: 20 }, (_, number) =>
    calls.within((_line, signal) =>
      certificates.find(`https://${host}/v1/notifications/certs/none${number}`, now, signal),
    ),
  )
  const ended = await Promise.allSettled(pending)
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
  expect(fetched).toBe(4)
})

/** Requests a certificate by its name, `ms` ms after `now`. */
const findAfter = (ms: number, name: string) =>
  calls.within((_, signal) =>
    certificates.find(`https://${host}/v1/notifications/certs/${name}`, new Date(now.getTime() + ms), signal),
  )

/** Requests `times` certificates that do not exist, one after another. */
async function flood(ms: number, name: string, times = 40): Promise<void> {
  for (let number = 0; number < times; number += 1)
    await findAfter(ms, `${name}${number}`).catch(() => undefined)
}

test('H3 a certificate that is not there is asked for once in five minutes', async () => {
  fetched = 0
  for (const ms of [0, 1_000, 299_000])
    await expect(findAfter(ms, 'made-up')).rejects.toThrow('no such certificate')
  expect(fetched).toBe(1)
  files.set('/v1/notifications/certs/made-up', (await issueCertificate(signing, root)).certificate)
  expect(await findAfter(300_000, 'made-up')).toMatchObject({ type: 'public' })
})

test('H3 of unknown addresses ten are fetched in a minute, and a known one is unaffected', async () => {
  files.set('/v1/notifications/certs/known', (await issueCertificate(signing, root)).certificate)
  await findAfter(0, 'known')
  fetched = 0
  await flood(1_000, 'flood')
  expect(fetched).toBe(9)
  await expect(findAfter(1_000, 'next')).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  // Its hour ends in the middle of a flood: it is fetched again all the same.
  await flood(3_600_000, 'again')
  const before = fetched
  expect(await findAfter(3_600_000, 'known')).toMatchObject({ type: 'public' })
  expect(fetched).toBe(before + 1)
})

test('H3 a webhook right after a flood still holds, and a minute later one under a new certificate', async () => {
  files.set('/v1/notifications/certs/new', (await issueCertificate(signing, root)).certificate)
  await flood(0, 'stranger')
  await expect(findAfter(59_000, 'new')).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  expect(await findAfter(60_000, 'new')).toMatchObject({ type: 'public' })
})

test('H3 a known certificate that cannot be had now is asked for ten times a minute, no more', async () => {
  const path = '/v1/notifications/certs/flaky'
  files.set(path, (await issueCertificate(signing, root)).certificate)
  await findAfter(0, 'flaky')
  files.set(path, 503)
  fetched = 0
  for (let times = 0; times < 30; times += 1)
    await expect(findAfter(3_600_000, 'flaky')).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  expect(fetched).toBe(10)
})

test('H3 certificates that hold no more push none out that does', async () => {
  files.set('/v1/notifications/certs/known', (await issueCertificate(signing, root)).certificate)
  await findAfter(0, 'known')
  const { certificate } = await issueCertificate(
    { ...signing, validUntil: new Date('2026-11-21T11:00:00Z') },
    root,
  )
  for (let number = 0; number < 20; number += 1) {
    files.set(`/v1/notifications/certs/old${number}`, certificate)
    await expect(findAfter(number * 60_000, `old${number}`)).rejects.toThrow('not valid now')
  }
  fetched = 0
  await findAfter(20 * 60_000, 'known')
  expect(fetched).toBe(0)
})
