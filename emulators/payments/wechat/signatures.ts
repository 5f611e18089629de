import { createCipheriv, randomBytes, sign, verify } from 'node:crypto'
import type { PaymentFaults } from '../faults/faults.ts'
import type { HttpResponse } from '../../http-response.ts'
import type { HttpRequest } from '../http-server.ts'
import { type WechatKeys, merchant } from './keys.ts'

/** WeChat Pay's own refusal: `code` is what programs go by. */
export class WechatError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const staleAnswerAgeMs = 600_000
const clockToleranceMs = 300_000
const authorizationScheme = 'WECHATPAY2-SHA256-RSA2048 '

/** Checks who calls: scheme, merchant, serial, time within five minutes, and the signature over the call as it came. */
export function verifyRequest(call: HttpRequest, keys: WechatKeys): void {
  const { authorization = '', accept, 'user-agent': agent } = call.headers
  if (!accept || !agent) throw new WechatError(400, 'INVALID_REQUEST', 'Http头缺少Accept或User-Agent')
  if (!authorization.startsWith(authorizationScheme)) throw unsignedRequest('签名信息错误，验签失败')
  const fields = new Map(
    [...authorization.slice(authorizationScheme.length).matchAll(/(\w+)="([^"]*)"/g)].map(
      ([, name, value]) => [name, value],
    ),
  )
  const [timestamp, nonce] = [fields.get('timestamp') ?? '', fields.get('nonce_str') ?? '']
  if (fields.get('mchid') !== merchant.mchid) throw unsignedRequest('商户号错误')
  if (fields.get('serial_no') !== keys.merchantSerial) throw unsignedRequest('商户证书序列号有误')
  // The computer's clock, not the one of the payments: the merchants' libraries know no other.
  if (!/^\d{10}$/.test(timestamp) || Math.abs(Date.now() - Number(timestamp) * 1000) > clockToleranceMs)
    throw unsignedRequest('Http头Authorization中的timestamp与发起请求的时间不得超过5分钟')
  if (!/^\w{1,32}$/.test(nonce)) throw unsignedRequest('随机串错误')
  const text = `${call.method}\n${call.url}\n${timestamp}\n${nonce}\n`
  const signed = Buffer.concat([Buffer.from(text), call.body, Buffer.from('\n')])
  const signature = Buffer.from(fields.get('signature') ?? '', 'base64')
  if (!verify('sha256', signed, keys.merchantPublicKey, signature)) throw unsignedRequest('签名错误')
}

/** A 2xx answer with its four headers, or spoilt as the faults have it. */
export function signResponse(
  answer: HttpResponse,
  keys: WechatKeys,
  fault: PaymentFaults['answer'],
): HttpResponse {
  if (fault === 'unsigned') return answer
  const headers = signatureHeaders(Buffer.from(answer.body), keys, {
    stranger: fault === 'foreign-key',
    ageMs: fault === 'stale' ? staleAnswerAgeMs : 0,
  })
  // A space changes no meaning of JSON, and every signature.
  const body = fault === 'tampered' && answer.status !== 204 ? `${answer.body.toString()} ` : answer.body
  const spoilt = fault === 'tampered' && answer.status === 204 ? { 'wechatpay-nonce': 'another' } : {}
  return { ...answer, body, headers: { ...answer.headers, ...headers, ...spoilt } }
}

/** The headers that say who sent a body and when. */
export function signatureHeaders(
  body: Buffer,
  keys: WechatKeys,
  { stranger, ageMs }: { stranger: boolean; ageMs: number },
): Record<string, string> {
  const { id, privateKey } = keys.current
  const timestamp = String(Math.floor((Date.now() - ageMs) / 1000))
  const nonce = randomBytes(16).toString('hex')
  const signed = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')])
  return {
    'wechatpay-serial': id,
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': sign('sha256', signed, stranger ? keys.foreignKey : privateKey).toString('base64'),
    'wechatpay-signature-type': authorizationScheme.trim(),
  }
}

/** AEAD_AES_256_GCM as the notifies hold it: ciphertext and tag together, base64. */
export function encryptResource(text: string, apiV3Key: string, associatedData: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from(associatedData))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { nonce, ciphertext: ciphertext.toString('base64') }
}

function unsignedRequest(message: string): WechatError {
  return new WechatError(401, 'SIGN_ERROR', message)
}
