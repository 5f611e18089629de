import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alipayProvider } from './alipay.ts'
import { AlipaySdk } from './alipay-sdk.ts'
import type { Provider } from '../provider.ts'
import { attemptOf, openSigner, settingsFor } from '../testing/alipay.ts'

interface Certified {
  key: string
  certificate: string
}

let folder: string
let app: Certified
let roots: string
let old: Certified
let next: Certified
let closers: (() => void)[]
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-alipay-certs-'))
  closers = []
  app = certify('app', 'rsa:2048')
  old = certify('old', 'rsa:2048')
  next = certify('next', 'rsa:2048')
  // Alipay’s own file of roots holds keys of several kinds.
  roots = `${certify('root', 'rsa:2048').certificate}${certify('other', 'ec').certificate}`
})
afterAll(() => {
  for (const close of closers) close()
  rmSync(folder, { recursive: true })
})

function certify(name: string, kind: 'rsa:2048' | 'ec'): Certified {
  const [key, certificate] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  const curve = kind === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:prime256v1'] : []
  const subject = `/C=CN/O=Test/CN=${name}`
  const options = ['-x509', '-newkey', kind, ...curve, '-nodes', '-days', '30', '-subj', subject]
  execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
}

function serialOf({ key, certificate }: Certified): string {
  const common = { appId: '1', privateKey: key, keyType: 'PKCS8' } as const
  const files = { appCertContent: certificate, alipayRootCertContent: certificate }
  return new AlipaySdk({ ...common, ...files, alipayPublicCertContent: certificate }).config.alipayCertSn
}

const waiting = { trade_no: '1', out_trade_no: 'A1', trade_status: 'WAIT_BUYER_PAY', total_amount: '8.88' }

/** What answers as Alipay does where certificates are used, and names one of them. */
async function openPeer(signer: Certified, identity = signer) {
  const peer = await openSigner(signer.key, waiting, { headers: { 'alipay-sn': serialOf(identity) } })
  closers.push(peer.stop)
  return peer
}

function providerOf(url: string, certificates: readonly Certified[]): Provider {
  const provider = alipayProvider(
    settingsFor('http://127.0.0.1:8080', {
      ALIPAY_URL: url,
      ALIPAY_APP_ID: '2021000100000001',
      ALIPAY_SELLER_ID: '2088000100000001',
      ALIPAY_PRIVATE_KEY: app.key,
      ALIPAY_APP_CERT: app.certificate,
      ALIPAY_CERT: certificates.map(({ certificate }) => certificate).join('\n'),
      ALIPAY_ROOT_CERT: roots,
    }),
    { now: () => new Date() },
  )
  if (!provider) throw new Error('Alipay is not set up')
  closers.push(() => provider.stop())
  return provider
}

const attempt = attemptOf({ no: 'A1' })
const unpaid = { state: 'unpaid' }
const silent = { name: 'ProviderUnavailable' }

test('H3 with certificates calls and pages name ours and Alipay’s roots', async () => {
  const peer = await openPeer(old)
  const alipay = providerOf(peer.url, [old])
  expect(await alipay.ask(attempt, true)).toEqual(unpaid)
  expect(peer.asked[0]).toMatchObject({
    authorization: expect.stringContaining(`,app_cert_sn=${serialOf(app)},`),
    'alipay-root-cert-sn': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const query = new URL((await alipay.begin(attempt)).paymentUrl).searchParams
  expect(query.get('app_cert_sn')).toBe(serialOf(app))
  expect(query.get('alipay_root_cert_sn')).toMatch(/^[0-9a-f]{32}$/)
})

test('H3 while Alipay changes its certificate both hold; one that is not there does not', async () => {
  const [before, after] = [await openPeer(old), await openPeer(next)]
  expect(await providerOf(before.url, [old, next]).ask(attempt, true)).toEqual(unpaid)
  expect(await providerOf(after.url, [old, next]).ask(attempt, true)).toEqual(unpaid)
  await expect(providerOf(after.url, [old]).ask(attempt, true)).rejects.toMatchObject(silent)
})

test('H5 an answer that names one certificate and is signed by another is refused', async () => {
  const peer = await openPeer(next, old)
  await expect(providerOf(peer.url, [old, next]).ask(attempt, true)).rejects.toMatchObject(silent)
})
