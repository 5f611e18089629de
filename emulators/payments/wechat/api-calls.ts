import { randomBytes, randomInt } from 'node:crypto'
import type { GatewayContext } from '../gateway.ts'
import { type HttpResponse, jsonResponse } from '../../http-response.ts'
import type { HttpRequest } from '../http-server.ts'
import type { Trade, TradeRefund } from '../trades/trade.ts'
import { createBillFile, sha1Hex } from './bill-file.ts'
import { merchant } from './keys.ts'
import {
  type NativePayment,
  isFen,
  readNativePayment,
  readNotifyUrl,
  readText,
  invalidField,
} from './native-payment.ts'
import { qrCodeUrl, formatDay, toRefund, toTransaction } from './resources.ts'
import { WechatError } from './signatures.ts'

/** What a call may make happen besides its answer. */
export interface CallEffects {
  pay: (trade: Trade) => Promise<void>
  onRefunded: (trade: Trade, refund: TradeRefund, notifyUrl: string) => void
  /** Its own address, for what is downloaded. */
  url: () => string
}

const maxPartialRefunds = 50

/** The calls of API v3 that a portal needs. Each answers, or throws a Refusal; who calls was checked before. */
export class WechatApi {
  readonly #context: GatewayContext
  readonly #effects: CallEffects
  /** Numbers that were closed before anything was ordered by them: the real one takes that, and never takes them again. */
  readonly #burnt = new Set<string>()
  readonly #downloads = new Map<string, Buffer>()

  constructor(context: GatewayContext, effects: CallEffects) {
    this.#context = context
    this.#effects = effects
  }

  handle(call: HttpRequest): Promise<HttpResponse> | HttpResponse {
    const [, no = ''] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)/.exec(call.path) ?? []
    const [, refundNo = ''] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(call.path) ?? []
    const known: Record<string, () => Promise<HttpResponse> | HttpResponse> = {
      'POST /v3/pay/transactions/native': () => this.#createNativePayment(readBody(call)),
      [`GET /v3/pay/transactions/out-trade-no/${no}`]: () => this.#queryTrade(no, call.query),
      [`POST /v3/pay/transactions/out-trade-no/${no}/close`]: () => this.#closeTrade(no, readBody(call)),
      'POST /v3/refund/domestic/refunds': () => this.#refundTrade(readBody(call)),
      [`GET /v3/refund/domestic/refunds/${refundNo}`]: () => this.#queryRefund(refundNo),
      'GET /v3/bill/tradebill': () => this.#getBillUrl(call.query),
      'GET /v3/billdownload/file': () => this.#downloadBill(call.query),
    }
    const found = known[`${call.method} ${call.path}`]
    return found ? found() : { status: 404, type: 'text/plain', body: '' }
  }

  async #createNativePayment(body: Record<string, unknown>): Promise<HttpResponse> {
    const { ledger, now, getFaults } = this.#context
    const wanted = readNativePayment(body, now())
    const known = ledger.find('wechat', wanted.no)
    if (known) assertSameParameters(known, wanted)
    else if (this.#burnt.has(wanted.no)) throw conflictingParameters()
    const trade = known ?? newTrade(wanted, now())
    ledger.save(trade)
    if (getFaults().notify === 'before' && !known) await this.#effects.pay(trade)
    return jsonResponse({ code_url: qrCodeUrl(trade.no) })
  }

  #queryTrade(no: string, query: URLSearchParams): HttpResponse {
    if (query.get('mchid') !== merchant.mchid) throw invalidField('mchid')
    const trade = this.#context.ledger.find('wechat', no)
    if (!trade) throw new WechatError(404, 'ORDER_NOT_EXIST', '订单不存在')
    return jsonResponse(toTransaction(trade))
  }

  #closeTrade(no: string, body: Record<string, unknown>): HttpResponse {
    if (body['mchid'] !== merchant.mchid) throw invalidField('/mchid')
    const trade = this.#context.ledger.find('wechat', no)
    if (trade?.state === 'paid') throw new WechatError(400, 'ORDERPAID', '该订单已支付')
    if (trade) this.#context.ledger.save({ ...trade, state: 'closed' })
    else this.#burnt.add(no)
    return { status: 204, type: 'application/json', body: '' }
  }

  #refundTrade(body: Record<string, unknown>): HttpResponse {
    const { ledger, now } = this.#context
    const no = readText(body, 'out_refund_no', /^[\w\-|*@]{1,64}$/)
    const trade = ledger.find('wechat', readText(body, 'out_trade_no', /^[\w\-|*]{6,32}$/))
    if (trade?.state !== 'paid') throw new WechatError(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    const { refund: amount, total, currency } = (body['amount'] ?? {}) as Record<string, unknown>
    if (!isFen(amount)) throw invalidField('/amount/refund')
    if (currency !== 'CNY') throw invalidField('/amount/currency')
    const known = trade.refunds.find((refund) => refund.no === no)
    if (total !== trade.amount || (known && known.amount !== amount))
      throw new WechatError(400, 'REFUND_FEE_MISMATCH', '订单金额或退款金额与之前请求不一致，请核实后再试')
    if (known) return jsonResponse(toRefund(trade, known))
    const left = trade.refunds.reduce((sum, refund) => sum - refund.amount, trade.amount)
    if (amount > left || trade.refunds.length >= maxPartialRefunds)
      throw new WechatError(400, 'INVALID_REQUEST', '申请退款金额大于可退金额')
    const refund = { no, amount, ref: randomNumber('5030'), at: now() }
    const changed = { ...trade, refunds: [...trade.refunds, refund] }
    ledger.save(changed)
    if (body['notify_url'] !== undefined) this.#effects.onRefunded(changed, refund, readNotifyUrl(body))
    return jsonResponse(toRefund(changed, refund))
  }

  #queryRefund(no: string): HttpResponse {
    for (const trade of this.#context.ledger.trades) {
      const refund = trade.provider === 'wechat' && trade.refunds.find((known) => known.no === no)
      if (refund) return jsonResponse(toRefund(trade, refund))
    }
    throw new WechatError(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
  }

  #getBillUrl(query: URLSearchParams): HttpResponse {
    const { ledger, now, getFaults } = this.#context
    const [day, type] = [query.get('bill_date') ?? '', query.get('bill_type') ?? 'ALL']
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || day >= formatDay(now()) || type !== 'ALL')
      throw invalidField('bill_date')
    if (getFaults().bill === 'none') throw new WechatError(400, 'STATEMENT_CREATING', '账单生成中')
    const trades = ledger.trades.filter(({ provider }) => provider === 'wechat')
    const file = createBillFile(trades, day, getFaults().bill)
    if (!file) throw new WechatError(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    const token = randomBytes(24).toString('base64url')
    this.#downloads.set(token, file)
    const address = `${this.#effects.url()}/v3/billdownload/file?token=${token}`
    return jsonResponse({ hash_type: 'SHA1', hash_value: sha1Hex(file), download_url: address })
  }

  #downloadBill(query: URLSearchParams): HttpResponse {
    const file = this.#downloads.get(query.get('token') ?? '')
    if (!file) throw new WechatError(400, 'INVALID_REQUEST', '下载地址无效')
    return { status: 200, type: 'text/plain', body: file }
  }
}

/** A number as WeChat Pay gives them: 28 digits. */
export function randomNumber(prefix: string): string {
  return prefix + Array.from({ length: 28 - prefix.length }, () => randomInt(10)).join('')
}

/** A number keeps its parameters permanently. */
function assertSameParameters(known: Trade, wanted: NativePayment): void {
  const names = ['amount', 'currency', 'subject', 'notifyUrl', 'expires'] as const
  if (names.some((name) => known[name] !== wanted[name])) throw conflictingParameters()
  if (known.state === 'paid') throw new WechatError(400, 'ORDERPAID', '该订单已支付')
  if (known.state === 'closed') throw new WechatError(400, 'ORDER_CLOSED', '订单已关闭')
}

function conflictingParameters(): WechatError {
  return new WechatError(400, 'INVALID_REQUEST', '请求重入时，参数与首次请求时不一致')
}

function newTrade(wanted: NativePayment, created: number): Trade {
  const nothingYet = { order: null, ref: null, paidAt: null, returnUrl: '', refunds: [] }
  return { ...nothingYet, ...wanted, provider: 'wechat', state: 'waiting', created }
}

function readBody(call: HttpRequest): Record<string, unknown> {
  if (!/^application\/json\b/.test(call.headers['content-type'] ?? '')) throw invalidField('Content-Type')
  try {
    const body: unknown = JSON.parse(call.body.toString('utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>
  } catch {
    // The same as what is no object.
  }
  throw invalidField('body')
}
