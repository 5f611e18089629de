import { randomUUID } from 'node:crypto'
import type { PaymentFaults } from '../faults/faults.ts'
import type { HttpResponse } from '../../http-response.ts'
import type { HttpRequest } from '../http-server.ts'
import type { AlipayKeys } from './keys.ts'
import { merchant, signedText } from './formats.ts'

/** How old a call may be (ms): by the machine's clock, since the merchant's library signs calls by it. */
const maxCallAgeMs = 300_000

/** Why a call of version 3 is not the merchant's, in Alipay's code; null where it is. */
export function checkCallSignature(
  { headers, method, url, body }: HttpRequest,
  keys: AlipayKeys,
): string | null {
  const [, signed = '', signature = ''] =
    /^ALIPAY-SHA256withRSA ([^\n]+),sign=([\w+/=]+)$/.exec(headers.authorization ?? '') ?? []
  const said = Object.fromEntries(signed.split(',').map((part) => part.split('=', 2)))
  if (said['app_id'] !== merchant.appId) return 'invalid-app-id'
  if (!(Math.abs(Date.now() - Number(said['timestamp'])) <= maxCallAgeMs)) return 'invalid-timestamp'
  const text = `${signed}\n${method}\n${url}\n${body.toString('utf8')}\n`
  return keys.isSignedByMerchant(text, signature) ? null : 'invalid-signature'
}

/** The fields of a page's address, once the merchant's signature over them holds; else why not. */
export function readSignedPageQuery(
  query: URLSearchParams,
  keys: AlipayKeys,
): Record<string, string> | string {
  const fields = Object.fromEntries(query)
  if (query.size !== Object.keys(fields).length) return 'a parameter is repeated'
  if (fields['app_id'] !== merchant.appId) return 'isv.invalid-app-id'
  if (fields['sign_type'] !== 'RSA2') return 'isv.invalid-signature-type'
  return keys.isSignedByMerchant(signedText(fields), fields['sign'] ?? '') ? fields : 'isv.invalid-signature'
}

/** What a liar would put into an answer. */
const tamperedFields = {
  trade_status: 'TRADE_SUCCESS',
  total_amount: '0.01',
  fund_change: 'Y',
  refund_status: 'REFUND_SUCCESS',
}

/** An answer to a call of version 3 with its signature, or with what the faults make of it. */
export function signResponse(
  { status, body }: { status: number; body: Record<string, unknown> },
  keys: AlipayKeys,
  { fault, now }: { fault: PaymentFaults['answer']; now: number },
): HttpResponse {
  const text = JSON.stringify(body)
  const at = now - (fault === 'stale' ? 600_000 : 0)
  const nonce = randomUUID().replaceAll('-', '')
  const by = fault === 'foreign-key' ? 'stranger' : 'alipay'
  const signature = keys.sign(`${at}\n${nonce}\n${text}\n`, by)
  const isTampered = fault === 'tampered'
  return {
    status: isTampered ? 200 : status,
    type: 'application/json;charset=utf-8',
    body: isTampered ? JSON.stringify({ ...body, ...tamperedFields }) : text,
    headers: {
      'alipay-trace-id': nonce,
      'alipay-timestamp': String(at),
      'alipay-nonce': nonce,
      ...(fault !== 'unsigned' && { 'alipay-signature': signature }),
    },
  }
}
