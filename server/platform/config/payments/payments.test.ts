import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig, InvalidConfig } from '../config.ts'
import { makeSecretKey } from '../../keys/keys.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const bare = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
const theirs = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()

const development = { CLUTCH_ENV: 'development' }
const production = {
  CLUTCH_ENV: 'production',
  CLUTCH_PUBLIC_URL: 'https://cs.example.org',
  CLUTCH_SECRET_KEY: makeSecretKey(),
}
const alipay = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY: bare,
  ALIPAY_PUBLIC_KEY: theirs,
}
const wechat = {
  WECHAT_APP_ID: 'wx0123456789abcdef',
  WECHAT_MERCHANT_ID: '1900000001',
  WECHAT_CERT_SERIAL: '0123456789ABCDEF',
  WECHAT_PRIVATE_KEY: pem,
  WECHAT_API_V3_KEY: 'k'.repeat(32),
  WECHAT_KEYS: JSON.stringify({ PUB_KEY_ID_0000000001: theirs }),
}
const paypal = {
  PAYPAL_ENVIRONMENT: 'live',
  PAYPAL_CLIENT_ID: 'client-of-the-tests',
  PAYPAL_CLIENT_SECRET: 'secret-of-the-tests',
  PAYPAL_WEBHOOK_ID: '8PT597110X687430LKGECATA',
}

/** Which variables a start is refused for. */
function refused(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error
    return error.problems.map((problem) => problem.split(':')[0] ?? '')
  }
}

test('H3 a portal without any provider starts, and so does one with all three, also in production', () => {
  for (const base of [development, production]) {
    expect(refused(base)).toEqual([])
    expect(refused({ ...base, ...alipay, ...wechat, ...paypal })).toEqual([])
  }
})

test.each([
  ...Object.keys(alipay).map((name) => [name, alipay] as const),
  ...Object.keys(wechat).map((name) => [name, wechat] as const),
  ...Object.keys(paypal).map((name) => [name, paypal] as const),
])('H3 a provider without its %s is half configured, and the portal does not start', (name, whole) => {
  expect(refused({ ...development, ...whole, [name]: undefined })).toEqual([name])
})

test('H3 Alipay is used by its public key or by three certificates, not by two of them or by both', () => {
  const { ALIPAY_PUBLIC_KEY: _key, ...keyless } = alipay
  expect(refused({ ...development, ...keyless, ALIPAY_ROOT_CERT: 'no certificate' })).toContain(
    'ALIPAY_ROOT_CERT',
  )
})

test('H3 several keys are accepted during key rotation', () => {
  const { alipayPublicKey } = readConfig({
    ...development,
    ...alipay,
    ALIPAY_PUBLIC_KEY: `${theirs}\n${theirs}`,
  })
  expect(alipayPublicKey).toHaveLength(2)
})

test('H3 a sandbox or an emulator is refused in production, each by its own name', () => {
  const whole = { ...production, ...alipay, ...wechat, ...paypal }
  expect(refused({ ...whole, ALIPAY_URL: 'https://openapi-sandbox.dl.alipaydev.com' })).toContain(
    'ALIPAY_URL',
  )
  expect(refused({ ...whole, ALIPAY_URL: 'http://127.0.0.1:8093' })).toEqual(['ALIPAY_URL'])
  expect(refused({ ...whole, ALIPAY_APP_ID: '9021000000000001' })).toContain('ALIPAY_APP_ID')
  expect(refused({ ...whole, WECHAT_URL: 'http://127.0.0.1:8094' })).toEqual(['WECHAT_URL'])
  expect(refused({ ...whole, PAYPAL_ENVIRONMENT: 'sandbox' })).toEqual(['PAYPAL_ENVIRONMENT'])
  expect(refused({ ...whole, PAYPAL_CONNECT: '127.0.0.1:8095' })).toContain('PAYPAL_CONNECT')
})

test('H3 keys of the sandbox at the real Alipay, or the reverse, do not start anywhere', () => {
  const sandbox = 'https://openapi-sandbox.dl.alipaydev.com'
  expect(refused({ ...development, ...alipay, ALIPAY_APP_ID: '9021000000000001' })).toEqual(['ALIPAY_APP_ID'])
  expect(refused({ ...development, ...alipay, ALIPAY_URL: sandbox })).toEqual(['ALIPAY_URL'])
  const both = { ALIPAY_APP_ID: '9021000000000001', ALIPAY_URL: sandbox }
  expect(refused({ ...development, ...alipay, ...both })).toEqual([])
})

test('H3 the merchant’s own certificate is rejected as a WeChat Pay signing certificate', () => {
  const keys = JSON.stringify({ [wechat.WECHAT_CERT_SERIAL]: theirs })
  expect(refused({ ...development, ...wechat, WECHAT_KEYS: keys })).toEqual(['WECHAT_KEYS'])
})

test('H3 a key that is too short is rejected, and so is a private key in place of a public one', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const shortPem = short.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const shortPublic = short.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(refused({ ...development, ...wechat, WECHAT_PRIVATE_KEY: shortPem })).toEqual(['WECHAT_PRIVATE_KEY'])
  expect(refused({ ...development, ...alipay, ALIPAY_PUBLIC_KEY: shortPublic })).toContain(
    'ALIPAY_PUBLIC_KEY',
  )
  expect(refused({ ...development, ...alipay, ALIPAY_PUBLIC_KEY: pem })).toContain('ALIPAY_PUBLIC_KEY')
})

test.each([
  'ALIPAY_PUBLIC_KEY',
  'ALIPAY_APP_CERT',
  'ALIPAY_CERT',
  'ALIPAY_ROOT_CERT',
  'WECHAT_KEYS',
  'WECHAT_CERT_SERIAL',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CA',
])('H3 a private key in %s is refused and not shown', (name) => {
  for (const key of [pem, bare]) {
    const whole = { ...development, [name]: key }
    expect(() => readConfig(whole)).toThrow(name)
    expect(() => readConfig(whole)).not.toThrow(key.slice(100, 140))
  }
})

test.each(['ALIPAY_PRIVATE_KEY', 'WECHAT_PRIVATE_KEY', 'WECHAT_API_V3_KEY', 'PAYPAL_CLIENT_SECRET'])(
  'H3 a wrong %s is named and not shown',
  (name) => {
    const whole = { ...development, ...alipay, ...wechat, ...paypal, [name]: 'se cret' }
    expect(() => readConfig(whole)).toThrow(name)
    expect(() => readConfig(whole)).not.toThrow('se cret')
  },
)
