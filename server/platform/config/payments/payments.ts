import { z } from 'zod'
import { isCertificate, privateKeyPem, publicKeyPem } from './key-text.ts'
import { type SettingDefinition, type SettingValues, origin } from '../setting.ts'
import { parseJson } from '../../parse-json.ts'

const alipayProduction = 'https://openapi.alipay.com'
const alipaySandbox = 'https://openapi-sandbox.dl.alipaydev.com'
const wechatProduction = ['https://api.mch.weixin.qq.com', 'https://api2.mch.weixin.qq.com'] as const

/** A key as a provider hands it out, PEM or its base64 alone; read to PEM. */
function key(pemOf: (text: string) => string | null, message: string) {
  return z.string().transform((text, context) => {
    const pem = pemOf(text.trim())
    if (pem !== null) return pem
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

const privateKey = key(privateKeyPem, 'must be an RSA private key of 2048 bits or more, as PEM or its base64')
const publicKey = key(
  publicKeyPem,
  'must be RSA public keys of 2048 bits or more, as PEM or base64, by comma',
)
const certificate = z.string().refine(isCertificate, 'must be a certificate as PEM')
const certificates = z
  .string()
  .transform((text) => text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [])
  .refine(
    (found) => found.length > 0 && found.every(isCertificate),
    'must be certificates as PEM, one after another',
  )
/** May hold several keys, so that old and new are both valid during rotation. */
const publicKeys = z
  .string()
  .transform(
    (text) => text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? text.split(','),
  )
  .pipe(z.array(publicKey))
const keysSchema = z
  .record(z.string().regex(/^[\w-]{8,80}$/), publicKey)
  .refine((keys) => Object.keys(keys).length > 0)
const keysById = z.string().transform((text, context): Record<string, string> => {
  const read = keysSchema.safeParse(parseJson(text))
  if (read.success) return read.data
  context.addIssue({
    code: 'custom',
    message: 'must be JSON like {"PUB_KEY_ID_…":"-----BEGIN PUBLIC KEY-----…"}',
  })
  return z.NEVER
})

/**
 * H3: the merchant's settings of the three providers. A provider is enabled when all of its settings are present; a
 * partial set is refused. Keys and the values next to them are never shown: a private key is easily misplaced.
 */
export const paymentSettings = {
  alipayUrl: {
    variable: 'ALIPAY_URL',
    doc: `Alipay’s gateway. Its sandbox is \`${alipaySandbox}\`, refused in production.`,
    schema: origin,
    default: alipayProduction,
  },
  alipayAppId: {
    variable: 'ALIPAY_APP_ID',
    doc: 'The app id at Alipay. With it the next ones turn Alipay on.',
    schema: z
      .string()
      .regex(/^\d{16}$/, 'must be 16 digits')
      .optional(),
  },
  alipaySellerId: {
    variable: 'ALIPAY_SELLER_ID',
    doc: 'The merchant’s own number at Alipay (2088…): who every payment must be for.',
    schema: z
      .string()
      .regex(/^2088\d{12}$/, 'must be 16 digits that begin with 2088')
      .optional(),
  },
  alipayPrivateKey: {
    variable: 'ALIPAY_PRIVATE_KEY',
    doc: 'The app’s private key (RSA, PKCS#8 or PKCS#1).',
    schema: privateKey.optional(),
    secret: true,
  },
  alipayPublicKey: {
    variable: 'ALIPAY_PUBLIC_KEY',
    doc: 'Alipay’s public key, not the app’s; two while it is changed. Or the three certificates instead.',
    schema: publicKeys.optional(),
    secret: true,
  },
  alipayAppCert: {
    variable: 'ALIPAY_APP_CERT',
    doc: 'The app’s certificate (`appCertPublicKey_….crt`), where Alipay is used with certificates.',
    schema: certificate.optional(),
    secret: true,
  },
  alipayCert: {
    variable: 'ALIPAY_CERT',
    doc: 'Alipay’s certificate (`alipayCertPublicKey_RSA2.crt`); two while it is changed.',
    schema: certificates.optional(),
    secret: true,
  },
  alipayRootCert: {
    variable: 'ALIPAY_ROOT_CERT',
    doc: 'Alipay’s root certificates (`alipayRootCert.crt`).',
    schema: certificates.optional(),
    secret: true,
  },
  wechatUrl: {
    variable: 'WECHAT_URL',
    doc: `WeChat Pay’s API: \`${wechatProduction.join('` or `')}\`. It has no sandbox.`,
    schema: origin,
    default: wechatProduction[0],
  },
  wechatAppId: {
    variable: 'WECHAT_APP_ID',
    doc: 'The app id (wx…) that is bound to the merchant. With it the next ones turn WeChat Pay on.',
    schema: z
      .string()
      .regex(/^wx[0-9a-z]{16}$/, 'must be wx and 16 letters or digits')
      .optional(),
  },
  wechatMerchantId: {
    variable: 'WECHAT_MERCHANT_ID',
    doc: 'The merchant number (mchid).',
    schema: z
      .string()
      .regex(/^\d{8,10}$/, 'must be 8 to 10 digits')
      .optional(),
  },
  wechatCertSerial: {
    variable: 'WECHAT_CERT_SERIAL',
    doc: 'The serial number of the merchant’s own API certificate.',
    schema: z
      .string()
      .regex(/^[0-9A-F]{8,64}$/, 'must be a serial number in capitals')
      .optional(),
    secret: true,
  },
  wechatPrivateKey: {
    variable: 'WECHAT_PRIVATE_KEY',
    doc: 'The private key of that certificate (`apiclient_key.pem`).',
    schema: privateKey.optional(),
    secret: true,
  },
  wechatApiV3Key: {
    variable: 'WECHAT_API_V3_KEY',
    doc: 'The APIv3 key, 32 characters: without it WeChat reports no payments.',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{32}$/, 'must be 32 characters')
      .optional(),
    secret: true,
  },
  wechatKeys: {
    variable: 'WECHAT_KEYS',
    doc: 'What WeChat Pay signs with, by its id (JSON): its public key (`PUB_KEY_ID_…`), or a platform certificate by serial number; two while one takes the other’s place.',
    schema: keysById.optional(),
    secret: true,
  },
  paypalEnvironment: {
    variable: 'PAYPAL_ENVIRONMENT',
    doc: '`live`, or `sandbox`, which production refuses.',
    schema: z.enum(['live', 'sandbox'], 'must be live or sandbox').optional(),
  },
  paypalClientId: {
    variable: 'PAYPAL_CLIENT_ID',
    doc: 'The REST app’s client id. With it the next ones turn PayPal on.',
    schema: z
      .string()
      .regex(/^[\w-]{8,200}$/, 'must be the id as PayPal shows it')
      .optional(),
    secret: true,
  },
  paypalClientSecret: {
    variable: 'PAYPAL_CLIENT_SECRET',
    doc: 'Its secret.',
    schema: z
      .string()
      .regex(/^[\w-]{8,200}$/, 'must be the secret as PayPal shows it')
      .optional(),
    secret: true,
  },
  paypalWebhookId: {
    variable: 'PAYPAL_WEBHOOK_ID',
    doc: 'The id of the webhook made for `…/api/payment/notify/paypal`.',
    schema: z
      .string()
      .regex(/^[\w-]{4,100}$/, 'must be the id as PayPal shows it')
      .optional(),
    secret: true,
  },
  paypalConnect: {
    variable: 'PAYPAL_CONNECT',
    doc: 'Development only: `host:port` that replaces PayPal’s hosts, with TLS and under their names.',
    schema: z
      .string()
      .regex(/^[\w.-]+:\d{1,5}$/, 'must be host:port')
      .optional(),
  },
  paypalCa: {
    variable: 'PAYPAL_CA',
    doc: 'Development only: the CA certificates that PayPal’s replacement is verified with.',
    schema: certificates.optional(),
    secret: true,
  },
} satisfies Record<string, SettingDefinition>

type Values = Partial<SettingValues<typeof paymentSettings>>
type Name = keyof Values

const alipayKeys = ['alipayAppId', 'alipaySellerId', 'alipayPrivateKey'] as const
const alipayCerts = ['alipayAppCert', 'alipayCert', 'alipayRootCert'] as const
const wechatKeyNames = [
  'wechatAppId',
  'wechatMerchantId',
  'wechatCertSerial',
  'wechatPrivateKey',
  'wechatApiV3Key',
  'wechatKeys',
] as const
const paypalKeys = ['paypalEnvironment', 'paypalClientId', 'paypalClientSecret', 'paypalWebhookId'] as const

/** Returns why the settings are invalid: incomplete, both kinds of keys, or a sandbox in production (invariant 24). */
export function paymentProblems(values: Values, isProduction: boolean): string[] {
  return [
    ...halfSet(values, alipaySet(values)),
    ...halfSet(values, wechatKeyNames),
    ...halfSet(values, paypalKeys),
    ...mixedUp(values),
    ...(isProduction ? unreal(values) : []),
  ]
}

/** Alipay is used with its public key or with three certificates. */
function alipaySet(values: Values): readonly Name[] {
  const withCerts = alipayCerts.some((name) => values[name] !== undefined)
  return [...alipayKeys, ...(withCerts ? alipayCerts : (['alipayPublicKey'] as const))]
}

function halfSet(values: Values, names: readonly Name[]): string[] {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const [first] = names.filter((name) => values[name] !== undefined)
  return missing.map((name) => `${variable(name)}: is missing, since ${variable(first ?? name)} is set`)
}

function mixedUp(values: Values): string[] {
  const { alipayPublicKey, alipayCert, alipayAppId, alipayUrl } = values
  const { wechatCertSerial, wechatKeys, paypalConnect, paypalCa } = values
  const problems: string[] = []
  if (alipayPublicKey && alipayCert)
    problems.push('ALIPAY_PUBLIC_KEY: either the public key or the certificates')
  const isSandboxApp = alipayAppId?.startsWith('9021') === true
  if (isSandboxApp && alipayUrl === alipayProduction)
    problems.push('ALIPAY_APP_ID: is one of the sandbox, and ALIPAY_URL is not')
  if (alipayAppId !== undefined && !isSandboxApp && alipayUrl === alipaySandbox)
    problems.push('ALIPAY_URL: is the sandbox, and ALIPAY_APP_ID is not one of it')
  if (wechatCertSerial !== undefined && Object.hasOwn(wechatKeys ?? {}, wechatCertSerial))
    problems.push(
      'WECHAT_KEYS: holds the merchant’s own certificate, and must hold what WeChat Pay signs with',
    )
  if ((paypalConnect === undefined) !== (paypalCa === undefined))
    problems.push('PAYPAL_CONNECT: needs PAYPAL_CA, and the other way round')
  return problems
}

/** Production takes money by the providers themselves only. */
function unreal({
  alipayUrl,
  alipayAppId,
  wechatUrl,
  paypalEnvironment,
  paypalConnect,
  paypalCa,
}: Values): string[] {
  const problems: string[] = []
  if (alipayUrl !== undefined && alipayUrl !== alipayProduction)
    problems.push(`ALIPAY_URL: production takes money by ${alipayProduction} only`)
  if (alipayAppId?.startsWith('9021')) problems.push('ALIPAY_APP_ID: is one of the sandbox')
  if (wechatUrl !== undefined && !wechatProduction.some((known) => known === wechatUrl))
    problems.push(`WECHAT_URL: production takes money by ${wechatProduction.join(' or ')} only`)
  if (paypalEnvironment === 'sandbox') problems.push('PAYPAL_ENVIRONMENT: production takes no sandbox')
  if (paypalConnect !== undefined || paypalCa !== undefined)
    problems.push('PAYPAL_CONNECT: production speaks with PayPal itself')
  return problems
}

function variable(name: Name): string {
  return paymentSettings[name].variable
}
