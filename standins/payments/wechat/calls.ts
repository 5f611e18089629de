import { randomBytes, randomInt } from 'node:crypto'
import type { GatewayContext } from '../gateway.ts'
import { type Answer, type Call, json } from '../http.ts'
import type { Trade, TradeRefund } from '../trade.ts'
import { billOf, sha1 } from './bill.ts'
import { merchant } from './keys.ts'
import { type Wanted, isFen, readNative, readNotifyUrl, text, wrong } from './native.ts'
import { codeUrl, dayOf, refundOf, transactionOf } from './shapes.ts'
import { Refusal } from './signing.ts'

/** What a call may make happen besides its answer. */
export interface Happenings {
  pay: (trade: Trade) => Promise<void>
  refunded: (trade: Trade, refund: TradeRefund, notifyUrl: string) => void
  /** Its own address, for what is downloaded. */
  url: () => string
}

const partsMax = 50

/** The calls of API v3 that a portal needs. Each answers, or throws a Refusal; who calls was checked before. */
export class Calls {
  readonly #context: GatewayContext
  readonly #happenings: Happenings
  /** Numbers that were closed before anything was ordered by them: the real one takes that, and never takes them again. */
  readonly #burnt = new Set<string>()
  readonly #downloads = new Map<string, Buffer>()

  constructor(context: GatewayContext, happenings: Happenings) {
    this.#context = context
    this.#happenings = happenings
  }

  answer(call: Call): Promise<Answer> | Answer {
    const [, no = ''] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)/.exec(call.path) ?? []
    const [, refundNo = ''] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(call.path) ?? []
    const known: Record<string, () => Promise<Answer> | Answer> = {
      'POST /v3/pay/transactions/native': () => this.#native(readBody(call)),
      [`GET /v3/pay/transactions/out-trade-no/${no}`]: () => this.#ask(no, call.query),
      [`POST /v3/pay/transactions/out-trade-no/${no}/close`]: () => this.#close(no, readBody(call)),
      'POST /v3/refund/domestic/refunds': () => this.#refund(readBody(call)),
      [`GET /v3/refund/domestic/refunds/${refundNo}`]: () => this.#askRefund(refundNo),
      'GET /v3/bill/tradebill': () => this.#bill(call.query),
      'GET /v3/billdownload/file': () => this.#download(call.query),
    }
    const found = known[`${call.method} ${call.path}`]
    return found ? found() : { status: 404, type: 'text/plain', body: '' }
  }

  async #native(body: Record<string, unknown>): Promise<Answer> {
    const { ledger, now, faults } = this.#context
    const wanted = readNative(body, now())
    const known = ledger.find('wechat', wanted.no)
    if (known) refuseAnother(known, wanted)
    else if (this.#burnt.has(wanted.no)) throw another()
    const trade = known ?? newTrade(wanted, now())
    ledger.save(trade)
    if (faults().notify === 'before' && !known) await this.#happenings.pay(trade)
    return json({ code_url: codeUrl(trade.no) })
  }

  #ask(no: string, query: URLSearchParams): Answer {
    if (query.get('mchid') !== merchant.mchid) throw wrong('mchid')
    const trade = this.#context.ledger.find('wechat', no)
    if (!trade) throw new Refusal(404, 'ORDER_NOT_EXIST', '订单不存在')
    return json(transactionOf(trade))
  }

  #close(no: string, body: Record<string, unknown>): Answer {
    if (body['mchid'] !== merchant.mchid) throw wrong('/mchid')
    const trade = this.#context.ledger.find('wechat', no)
    if (trade?.state === 'paid') throw new Refusal(400, 'ORDERPAID', '该订单已支付')
    if (trade) this.#context.ledger.save({ ...trade, state: 'closed' })
    else this.#burnt.add(no)
    return { status: 204, type: 'application/json', body: '' }
  }

  #refund(body: Record<string, unknown>): Answer {
    const { ledger, now } = this.#context
    const no = text(body, 'out_refund_no', /^[\w\-|*@]{1,64}$/)
    const trade = ledger.find('wechat', text(body, 'out_trade_no', /^[\w\-|*]{6,32}$/))
    if (trade?.state !== 'paid') throw new Refusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在')
    const { refund: amount, total, currency } = (body['amount'] ?? {}) as Record<string, unknown>
    if (!isFen(amount)) throw wrong('/amount/refund')
    if (currency !== 'CNY') throw wrong('/amount/currency')
    const known = trade.refunds.find((refund) => refund.no === no)
    if (total !== trade.amount || (known && known.amount !== amount))
      throw new Refusal(400, 'REFUND_FEE_MISMATCH', '订单金额或退款金额与之前请求不一致，请核实后再试')
    if (known) return json(refundOf(trade, known))
    const left = trade.refunds.reduce((sum, refund) => sum - refund.amount, trade.amount)
    if (amount > left || trade.refunds.length >= partsMax)
      throw new Refusal(400, 'INVALID_REQUEST', '申请退款金额大于可退金额')
    const refund = { no, amount, ref: number('5030'), at: now() }
    const changed = { ...trade, refunds: [...trade.refunds, refund] }
    ledger.save(changed)
    if (body['notify_url'] !== undefined) this.#happenings.refunded(changed, refund, readNotifyUrl(body))
    return json(refundOf(changed, refund))
  }

  #askRefund(no: string): Answer {
    for (const trade of this.#context.ledger.trades) {
      const refund = trade.provider === 'wechat' && trade.refunds.find((known) => known.no === no)
      if (refund) return json(refundOf(trade, refund))
    }
    throw new Refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
  }

  #bill(query: URLSearchParams): Answer {
    const { ledger, now, faults } = this.#context
    const [day, type] = [query.get('bill_date') ?? '', query.get('bill_type') ?? 'ALL']
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || day >= dayOf(now()) || type !== 'ALL') throw wrong('bill_date')
    if (faults().bill === 'none') throw new Refusal(400, 'STATEMENT_CREATING', '账单生成中')
    const trades = ledger.trades.filter(({ provider }) => provider === 'wechat')
    const file = billOf(trades, day, faults().bill)
    if (!file) throw new Refusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    const token = randomBytes(24).toString('base64url')
    this.#downloads.set(token, file)
    const address = `${this.#happenings.url()}/v3/billdownload/file?token=${token}`
    return json({ hash_type: 'SHA1', hash_value: sha1(file), download_url: address })
  }

  #download(query: URLSearchParams): Answer {
    const file = this.#downloads.get(query.get('token') ?? '')
    if (!file) throw new Refusal(400, 'INVALID_REQUEST', '下载地址无效')
    return { status: 200, type: 'text/plain', body: file }
  }
}

/** A number as WeChat Pay gives them: 28 digits. */
export function number(prefix: string): string {
  return prefix + Array.from({ length: 28 - prefix.length }, () => randomInt(10)).join('')
}

/** One number is one set of parameters for ever. */
function refuseAnother(known: Trade, wanted: Wanted): void {
  const names = ['amount', 'currency', 'subject', 'notifyUrl', 'expires'] as const
  if (names.some((name) => known[name] !== wanted[name])) throw another()
  if (known.state === 'paid') throw new Refusal(400, 'ORDERPAID', '该订单已支付')
  if (known.state === 'closed') throw new Refusal(400, 'ORDER_CLOSED', '订单已关闭')
}

function another(): Refusal {
  return new Refusal(400, 'INVALID_REQUEST', '请求重入时，参数与首次请求时不一致')
}

function newTrade(wanted: Wanted, created: number): Trade {
  const nothingYet = { order: null, ref: null, paidAt: null, returnUrl: '', refunds: [] }
  return { ...nothingYet, ...wanted, provider: 'wechat', state: 'waiting', created }
}

function readBody(call: Call): Record<string, unknown> {
  if (!/^application\/json\b/.test(call.headers['content-type'] ?? '')) throw wrong('Content-Type')
  try {
    const body: unknown = JSON.parse(call.body.toString('utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>
  } catch {
    // The same as what is no object.
  }
  throw wrong('body')
}
