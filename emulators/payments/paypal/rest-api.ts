import { createHash, randomBytes } from 'node:crypto'
import type { GatewayContext } from '../gateway.ts'
import { type HttpResponse, jsonResponse, textResponse } from '../../http-response.ts'
import type { HttpRequest } from '../http-server.ts'
import type { Trade } from '../trades/trade.ts'
import type { PaypalKeys } from './keys.ts'
import {
  valueAt,
  toCaptureResource,
  toMoney,
  toOrderResource,
  parseMoney,
  toRefundResource,
  formatTimestamp,
  textAt,
  toTransactions,
} from './resources.ts'
import type { WebhookKind } from './webhooks.ts'

interface PaypalContext extends Pick<GatewayContext, 'ledger' | 'getFaults' | 'now' | 'pageUrl'> {
  keys: PaypalKeys
  /** Sends the webhook about a call's effect; resolves when the call may be answered. */
  sendWebhook: (trade: Trade, kind: WebhookKind) => Promise<void>
}

/** What PayPal refuses a call with. */
class PaypalError extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }
}

const errorNames: Record<number, string> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  404: 'RESOURCE_NOT_FOUND',
  422: 'UNPROCESSABLE_ENTITY',
}
const orderLifetimeMs = 3 * 3_600_000
const requestIdLifetimeMs = 6 * 3_600_000

type RouteHandler = (call: HttpRequest, id: string) => HttpResponse | Promise<HttpResponse>

/** PayPal’s REST API: sign-in, orders, payments and the search of transactions. */
export class PaypalApi {
  readonly #context: PaypalContext
  readonly #tokens = new Set<string>()
  readonly #requests = new Map<string, { body: string; handle: HttpResponse; at: number }>()
  readonly #routes: readonly (readonly [RegExp, RouteHandler])[] = [
    [/^POST \/v2\/checkout\/orders$/, (call) => this.#runOnce(call, () => this.#createOrder(call))],
    [/^GET \/v2\/checkout\/orders\/([\w-]+)$/, (_, id) => this.#orderResponse(this.#getOrder(id))],
    [
      /^POST \/v2\/checkout\/orders\/([\w-]+)\/capture$/,
      (call, id) => this.#runOnce(call, () => this.#captureOrder(id)),
    ],
    [
      /^GET \/v2\/payments\/captures\/([\w-]+)$/,
      (_, id) => jsonResponse(toCaptureResource(this.#getCaptured(id))),
    ],
    [
      /^POST \/v2\/payments\/captures\/([\w-]+)\/refund$/,
      (call, id) => this.#runOnce(call, () => this.#refundCapture(call, id)),
    ],
    [/^GET \/v2\/payments\/refunds\/([\w-]+)$/, (_, id) => this.#refundResponse(id)],
    [/^GET \/v1\/reporting\/transactions$/, (call) => this.#searchTransactions(call)],
  ]

  constructor(around: PaypalContext) {
    this.#context = around
  }

  async answer(call: HttpRequest): Promise<HttpResponse> {
    try {
      if (call.path === '/v1/oauth2/token') return this.#signIn(call)
      const [, token] = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '') ?? []
      if (token === undefined || !this.#tokens.has(token)) throw new PaypalError(401, 'INVALID_TOKEN')
      for (const [route, handle] of this.#routes) {
        const found = route.exec(`${call.method} ${call.path}`)
        if (found) return await handle(call, found[1] ?? '')
      }
      throw new PaypalError(404, 'INVALID_RESOURCE_ID')
    } catch (error) {
      if (!(error instanceof PaypalError)) throw error
      const { status, issue } = error
      return jsonResponse(
        { name: errorNames[status], message: issue, debug_id: 'emulator', details: [{ issue }] },
        status,
      )
    }
  }

  #signIn({ method, headers, body }: HttpRequest): HttpResponse {
    const { clientId, clientSecret } = this.#context.keys.account
    const wanted = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const grant = new URLSearchParams(body.toString()).get('grant_type')
    if (method !== 'POST' || headers.authorization !== wanted || grant !== 'client_credentials')
      return jsonResponse({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401)
    const token = randomBytes(32).toString('base64url')
    this.#tokens.add(token)
    return jsonResponse({
      scope: 'all',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP',
      expires_in: 32_400,
    })
  }

  /** Does a thing once for a request id, within six hours; the same id with another request is refused. */
  async #runOnce(call: HttpRequest, act: () => Promise<HttpResponse>): Promise<HttpResponse> {
    const id = call.headers['paypal-request-id']
    const now = this.#context.now()
    if (typeof id !== 'string' || id.length > 108) throw new PaypalError(400, 'MISSING_OR_INVALID_REQUEST_ID')
    const body = createHash('sha256').update(call.path).update(call.body).digest('hex')
    const earlier = this.#requests.get(id)
    if (earlier && now - earlier.at < requestIdLifetimeMs) {
      if (earlier.body !== body) throw new PaypalError(422, 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED')
      return earlier.handle
    }
    const answer = await act()
    this.#requests.set(id, { body, handle: answer, at: now })
    return answer
  }

  async #createOrder(call: HttpRequest): Promise<HttpResponse> {
    const { ledger, now, pageUrl } = this.#context
    const body = readJson(call)
    const unit = valueAt(body, 'purchase_units', 0)
    const no = textAt(unit, 'custom_id')
    const amount = parseMoney(textAt(unit, 'amount', 'value'))
    const back = valueAt(body, 'payment_source', 'paypal', 'experience_context')
    const returnUrl = URL.parse(textAt(back, 'return_url') ?? '')
    if (textAt(body, 'intent') !== 'CAPTURE' || textAt(back, 'user_action') !== 'PAY_NOW' || !returnUrl)
      throw new PaypalError(400, 'INVALID_PARAMETER_VALUE')
    if (no === null || amount === null || amount < 1 || textAt(unit, 'amount', 'currency_code') !== 'USD')
      throw new PaypalError(422, 'CURRENCY_NOT_SUPPORTED')
    if (ledger.find('paypal', no)) throw new PaypalError(422, 'DUPLICATE_INVOICE_ID')
    const trade: Trade = {
      provider: 'paypal',
      no,
      order: randomNumber(),
      amount,
      currency: 'USD',
      subject: textAt(unit, 'description') ?? '',
      state: 'waiting',
      ref: null,
      created: now(),
      expires: now() + orderLifetimeMs,
      paidAt: null,
      // PayPal stores its webhook address once; here it follows from the buyer's return address.
      notifyUrl: `${returnUrl.origin}/api/payment/notify/paypal`,
      returnUrl: returnUrl.href,
      refunds: [],
    }
    ledger.save(trade)
    return jsonResponse(toOrderResource(trade, pageUrl), 200)
  }

  async #captureOrder(id: string): Promise<HttpResponse> {
    const trade = this.#getOrder(id)
    const { ledger, now, pageUrl, getFaults, sendWebhook } = this.#context
    const { capture } = getFaults()
    if (trade.ref !== null) throw new PaypalError(422, 'ORDER_ALREADY_CAPTURED')
    if (trade.state !== 'approved') throw new PaypalError(422, 'ORDER_NOT_APPROVED')
    if (capture === 'declined') throw new PaypalError(422, 'INSTRUMENT_DECLINED')
    if (capture === 'refused') throw new PaypalError(422, 'COMPLIANCE_VIOLATION')
    trade.ref = randomNumber()
    if (capture !== 'pending') {
      trade.state = 'paid'
      trade.paidAt = now()
    }
    ledger.save(trade)
    if (trade.state === 'paid') await sendWebhook(trade, 'PAYMENT.CAPTURE.COMPLETED')
    return jsonResponse(toOrderResource(trade, pageUrl), 201)
  }

  async #refundCapture(call: HttpRequest, id: string): Promise<HttpResponse> {
    const trade = this.#getCaptured(id)
    const { ledger, now, sendWebhook } = this.#context
    const body = readJson(call)
    const left = trade.refunds.reduce((rest, refund) => rest - refund.amount, trade.amount)
    const value = textAt(body, 'amount', 'value')
    const amount = value === null ? left : parseMoney(value)
    const no = textAt(body, 'invoice_id')
    if (trade.state !== 'paid') throw new PaypalError(422, 'CAPTURE_NOT_COMPLETED')
    if (left === 0) throw new PaypalError(422, 'CAPTURE_FULLY_REFUNDED')
    if (amount === null || amount < 1 || amount > left) throw new PaypalError(422, 'REFUND_AMOUNT_EXCEEDED')
    if (no === null || trade.refunds.some((refund) => refund.no === no))
      throw new PaypalError(422, 'DUPLICATE_INVOICE_ID')
    const refund = { no, amount, ref: randomNumber(), at: now() }
    trade.refunds.push(refund)
    ledger.save(trade)
    await sendWebhook(trade, 'PAYMENT.CAPTURE.REFUNDED')
    return jsonResponse(toRefundResource(trade, refund), 201)
  }

  #searchTransactions({ query }: HttpRequest): HttpResponse {
    const { ledger, now, getFaults } = this.#context
    const { bill } = getFaults()
    const [start, end] = [Date.parse(query.get('start_date') ?? ''), Date.parse(query.get('end_date') ?? '')]
    const [size, page] = [Number(query.get('page_size') ?? 100), Number(query.get('page') ?? 1)]
    if (!(start < end) || !(size >= 1 && size <= 500) || !(page >= 1))
      throw new PaypalError(400, 'INVALID_REQUEST')
    const all = ledger.trades
      .filter(({ provider }) => provider === 'paypal')
      .flatMap((trade) => toTransactions(trade))
      .filter(({ when }) => when >= start && when <= end + 999)
      .map(({ info }) => info)
    const shown = bill === 'none' ? [] : bill === 'omit' ? all.slice(1) : all
    if (bill === 'other-amount' && shown[0]) shown[0].transaction_amount = toMoney(99_999, 'USD')
    return jsonResponse({
      transaction_details: shown
        .slice((page - 1) * size, page * size)
        .map((info) => ({ transaction_info: info })),
      start_date: query.get('start_date'),
      end_date: query.get('end_date'),
      last_refreshed_datetime: formatTimestamp(bill === 'none' ? start - 1_000 : now()),
      page,
      total_items: shown.length,
      total_pages: Math.max(1, Math.ceil(shown.length / size)),
    })
  }

  #orderResponse(trade: Trade): HttpResponse {
    return jsonResponse(toOrderResource(trade, this.#context.pageUrl))
  }

  #refundResponse(id: string): HttpResponse {
    for (const trade of this.#context.ledger.trades) {
      const refund = trade.provider === 'paypal' && trade.refunds.find(({ ref }) => ref === id)
      if (refund) return jsonResponse(toRefundResource(trade, refund))
    }
    throw new PaypalError(404, 'INVALID_RESOURCE_ID')
  }

  /** An unpaid order is dropped after three hours. */
  #getOrder(id: string): Trade {
    const { ledger, now } = this.#context
    const trade = ledger.findByOrder(id)
    const isOver = trade?.state === 'closed' || (trade?.ref === null && now() >= (trade.expires ?? Infinity))
    if (!trade || trade.provider !== 'paypal' || isOver) throw new PaypalError(404, 'INVALID_RESOURCE_ID')
    return trade
  }

  #getCaptured(id: string): Trade {
    const trade = this.#context.ledger.trades.find(({ provider, ref }) => provider === 'paypal' && ref === id)
    if (!trade) throw new PaypalError(404, 'INVALID_RESOURCE_ID')
    return trade
  }
}

/** A file as PayPal’s certificates are served. */
export function certificateResponse(file: string | null): HttpResponse {
  return file === null ? textResponse('', 404) : { status: 200, type: 'application/x-pem-file', body: file }
}

function randomNumber(): string {
  return randomBytes(9).toString('hex').toUpperCase().slice(0, 17)
}

function readJson({ body }: HttpRequest): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new PaypalError(400, 'MALFORMED_REQUEST_JSON')
  }
}
