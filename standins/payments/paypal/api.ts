import { createHash, randomBytes } from 'node:crypto'
import type { GatewayContext } from '../gateway.ts'
import { type Answer, type Call, json, plain } from '../http.ts'
import type { Trade } from '../trade.ts'
import type { Keys } from './keys.ts'
import {
  at,
  captureOf,
  money,
  orderOf,
  readMoney,
  refundOf,
  stamp,
  textAt,
  transactionsOf,
} from './shapes.ts'
import type { Kind } from './webhooks.ts'

interface Surroundings extends Pick<GatewayContext, 'ledger' | 'faults' | 'now' | 'pageUrl'> {
  keys: Keys
  /** Tells the merchant of what a call did; resolves when it is to be answered. */
  tell: (trade: Trade, kind: Kind) => Promise<void>
}

/** What PayPal refuses a call with. */
class Refused extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }
}

const names: Record<number, string> = {
  400: 'INVALID_REQUEST',
  401: 'AUTHENTICATION_FAILURE',
  404: 'RESOURCE_NOT_FOUND',
  422: 'UNPROCESSABLE_ENTITY',
}
const orderMs = 3 * 3_600_000
const requestMs = 6 * 3_600_000

type Handler = (call: Call, id: string) => Answer | Promise<Answer>

/** PayPal’s REST API: sign-in, orders, payments and the search of transactions. */
export class Api {
  readonly #around: Surroundings
  readonly #tokens = new Set<string>()
  readonly #requests = new Map<string, { body: string; answer: Answer; at: number }>()
  readonly #routes: readonly (readonly [RegExp, Handler])[] = [
    [/^POST \/v2\/checkout\/orders$/, (call) => this.#once(call, () => this.#create(call))],
    [/^GET \/v2\/checkout\/orders\/([\w-]+)$/, (_, id) => this.#show(this.#order(id))],
    [
      /^POST \/v2\/checkout\/orders\/([\w-]+)\/capture$/,
      (call, id) => this.#once(call, () => this.#capture(id)),
    ],
    [/^GET \/v2\/payments\/captures\/([\w-]+)$/, (_, id) => json(captureOf(this.#captured(id)))],
    [
      /^POST \/v2\/payments\/captures\/([\w-]+)\/refund$/,
      (call, id) => this.#once(call, () => this.#refund(call, id)),
    ],
    [/^GET \/v2\/payments\/refunds\/([\w-]+)$/, (_, id) => this.#showRefund(id)],
    [/^GET \/v1\/reporting\/transactions$/, (call) => this.#transactions(call)],
  ]

  constructor(around: Surroundings) {
    this.#around = around
  }

  async answer(call: Call): Promise<Answer> {
    try {
      if (call.path === '/v1/oauth2/token') return this.#signIn(call)
      const [, token] = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '') ?? []
      if (token === undefined || !this.#tokens.has(token)) throw new Refused(401, 'INVALID_TOKEN')
      for (const [route, handle] of this.#routes) {
        const found = route.exec(`${call.method} ${call.path}`)
        if (found) return await handle(call, found[1] ?? '')
      }
      throw new Refused(404, 'INVALID_RESOURCE_ID')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, issue } = error
      return json({ name: names[status], message: issue, debug_id: 'standin', details: [{ issue }] }, status)
    }
  }

  #signIn({ method, headers, body }: Call): Answer {
    const { clientId, clientSecret } = this.#around.keys.account
    const wanted = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const grant = new URLSearchParams(body.toString()).get('grant_type')
    if (method !== 'POST' || headers.authorization !== wanted || grant !== 'client_credentials')
      return json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401)
    const token = randomBytes(32).toString('base64url')
    this.#tokens.add(token)
    return json({
      scope: 'all',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP',
      expires_in: 32_400,
    })
  }

  /** Does a thing once for a request id, within six hours; the same id with another request is refused. */
  async #once(call: Call, act: () => Promise<Answer>): Promise<Answer> {
    const id = call.headers['paypal-request-id']
    const now = this.#around.now()
    if (typeof id !== 'string' || id.length > 108) throw new Refused(400, 'MISSING_OR_INVALID_REQUEST_ID')
    const body = createHash('sha256').update(call.path).update(call.body).digest('hex')
    const earlier = this.#requests.get(id)
    if (earlier && now - earlier.at < requestMs) {
      if (earlier.body !== body) throw new Refused(422, 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED')
      return earlier.answer
    }
    const answer = await act()
    this.#requests.set(id, { body, answer, at: now })
    return answer
  }

  async #create(call: Call): Promise<Answer> {
    const { ledger, now, pageUrl } = this.#around
    const body = readJson(call)
    const unit = at(body, 'purchase_units', 0)
    const no = textAt(unit, 'custom_id')
    const amount = readMoney(textAt(unit, 'amount', 'value'))
    const back = at(body, 'payment_source', 'paypal', 'experience_context')
    const returnUrl = URL.parse(textAt(back, 'return_url') ?? '')
    if (textAt(body, 'intent') !== 'CAPTURE' || textAt(back, 'user_action') !== 'PAY_NOW' || !returnUrl)
      throw new Refused(400, 'INVALID_PARAMETER_VALUE')
    if (no === null || amount === null || amount < 1 || textAt(unit, 'amount', 'currency_code') !== 'USD')
      throw new Refused(422, 'CURRENCY_NOT_SUPPORTED')
    if (ledger.find('paypal', no)) throw new Refused(422, 'DUPLICATE_INVOICE_ID')
    const trade: Trade = {
      provider: 'paypal',
      no,
      order: number(),
      amount,
      currency: 'USD',
      subject: textAt(unit, 'description') ?? '',
      state: 'waiting',
      ref: null,
      created: now(),
      expires: now() + orderMs,
      paidAt: null,
      // PayPal is told once where its webhooks go; here they go to where the buyer is sent back to.
      notifyUrl: `${returnUrl.origin}/api/payment/notify/paypal`,
      returnUrl: returnUrl.href,
      refunds: [],
    }
    ledger.save(trade)
    return json(orderOf(trade, pageUrl), 200)
  }

  async #capture(id: string): Promise<Answer> {
    const trade = this.#order(id)
    const { ledger, now, pageUrl, faults, tell } = this.#around
    const { capture } = faults()
    if (trade.ref !== null) throw new Refused(422, 'ORDER_ALREADY_CAPTURED')
    if (trade.state !== 'approved') throw new Refused(422, 'ORDER_NOT_APPROVED')
    if (capture === 'declined') throw new Refused(422, 'INSTRUMENT_DECLINED')
    if (capture === 'refused') throw new Refused(422, 'COMPLIANCE_VIOLATION')
    trade.ref = number()
    if (capture !== 'pending') {
      trade.state = 'paid'
      trade.paidAt = now()
    }
    ledger.save(trade)
    if (trade.state === 'paid') await tell(trade, 'PAYMENT.CAPTURE.COMPLETED')
    return json(orderOf(trade, pageUrl), 201)
  }

  async #refund(call: Call, id: string): Promise<Answer> {
    const trade = this.#captured(id)
    const { ledger, now, tell } = this.#around
    const body = readJson(call)
    const left = trade.refunds.reduce((rest, refund) => rest - refund.amount, trade.amount)
    const value = textAt(body, 'amount', 'value')
    const amount = value === null ? left : readMoney(value)
    const no = textAt(body, 'invoice_id')
    if (trade.state !== 'paid') throw new Refused(422, 'CAPTURE_NOT_COMPLETED')
    if (left === 0) throw new Refused(422, 'CAPTURE_FULLY_REFUNDED')
    if (amount === null || amount < 1 || amount > left) throw new Refused(422, 'REFUND_AMOUNT_EXCEEDED')
    if (no === null || trade.refunds.some((refund) => refund.no === no))
      throw new Refused(422, 'DUPLICATE_INVOICE_ID')
    const refund = { no, amount, ref: number(), at: now() }
    trade.refunds.push(refund)
    ledger.save(trade)
    await tell(trade, 'PAYMENT.CAPTURE.REFUNDED')
    return json(refundOf(trade, refund), 201)
  }

  #transactions({ query }: Call): Answer {
    const { ledger, now, faults } = this.#around
    const { bill } = faults()
    const [start, end] = [Date.parse(query.get('start_date') ?? ''), Date.parse(query.get('end_date') ?? '')]
    const [size, page] = [Number(query.get('page_size') ?? 100), Number(query.get('page') ?? 1)]
    if (!(start < end) || !(size >= 1 && size <= 500) || !(page >= 1))
      throw new Refused(400, 'INVALID_REQUEST')
    const all = ledger.trades
      .filter(({ provider }) => provider === 'paypal')
      .flatMap((trade) => transactionsOf(trade))
      .filter(({ when }) => when >= start && when <= end + 999)
      .map(({ info }) => info)
    const shown = bill === 'none' ? [] : bill === 'omit' ? all.slice(1) : all
    if (bill === 'other-amount' && shown[0]) shown[0].transaction_amount = money(99_999, 'USD')
    return json({
      transaction_details: shown
        .slice((page - 1) * size, page * size)
        .map((info) => ({ transaction_info: info })),
      start_date: query.get('start_date'),
      end_date: query.get('end_date'),
      last_refreshed_datetime: stamp(bill === 'none' ? start - 1_000 : now()),
      page,
      total_items: shown.length,
      total_pages: Math.max(1, Math.ceil(shown.length / size)),
    })
  }

  #show(trade: Trade): Answer {
    return json(orderOf(trade, this.#around.pageUrl))
  }

  #showRefund(id: string): Answer {
    for (const trade of this.#around.ledger.trades) {
      const refund = trade.provider === 'paypal' && trade.refunds.find(({ ref }) => ref === id)
      if (refund) return json(refundOf(trade, refund))
    }
    throw new Refused(404, 'INVALID_RESOURCE_ID')
  }

  /** An order that nobody paid for is let go after three hours. */
  #order(id: string): Trade {
    const { ledger, now } = this.#around
    const trade = ledger.findOrder(id)
    const isOver = trade?.state === 'closed' || (trade?.ref === null && now() >= (trade.expires ?? Infinity))
    if (!trade || trade.provider !== 'paypal' || isOver) throw new Refused(404, 'INVALID_RESOURCE_ID')
    return trade
  }

  #captured(id: string): Trade {
    const trade = this.#around.ledger.trades.find(({ provider, ref }) => provider === 'paypal' && ref === id)
    if (!trade) throw new Refused(404, 'INVALID_RESOURCE_ID')
    return trade
  }
}

/** A file as PayPal’s certificates are served. */
export function certificateFile(file: string | null): Answer {
  return file === null ? plain('', 404) : { status: 200, type: 'application/x-pem-file', body: file }
}

function number(): string {
  return randomBytes(9).toString('hex').toUpperCase().slice(0, 17)
}

function readJson({ body }: Call): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refused(400, 'MALFORMED_REQUEST_JSON')
  }
}
