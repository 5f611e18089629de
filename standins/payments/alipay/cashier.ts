import type { GatewayContext } from '../gateway.ts'
import { type Answer, type Call, plain, redirect } from '../http.ts'
import { Impossible, mustBePayable } from '../impossible.ts'
import { buyerPage, refusalPage } from '../page.ts'
import type { Trade } from '../trade.ts'
import { newTradeNo } from './calls.ts'
import type { Keys } from './keys.ts'
import { fen, fromShanghai, merchant, shanghai, signText, yuan } from './shapes.ts'
import { readPage } from './signing.ts'

const products: Readonly<Record<string, string>> = {
  'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
  'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
}

type Move = (trade: Trade) => Promise<void>

/** Alipay's own page. A trade is there once somebody has opened it with an address that the merchant signed, as at Alipay. */
export class Cashier {
  readonly #context: GatewayContext
  readonly #keys: Keys
  readonly #moves: Readonly<Record<string, Move>>

  constructor(context: GatewayContext, keys: Keys, { pay, cancel }: { pay: Move; cancel: Move }) {
    this.#context = context
    this.#keys = keys
    this.#moves = { '/pay': pay, '/cancel': cancel }
  }

  /** `GET /gateway.do`, and the forms of its page; null for what is none of it. */
  async answer(call: Call): Promise<Answer | null> {
    try {
      if (call.path === '/gateway.do' && call.method === 'GET') return buyerPage(this.#open(call.query))
      const move = Object.hasOwn(this.#moves, call.path) ? this.#moves[call.path] : undefined
      return move && call.method === 'POST' ? await this.#act(call, move) : null
    } catch (error) {
      if (error instanceof Impossible) return refusalPage(error.message, 400)
      throw error
    }
  }

  #open(query: URLSearchParams): Trade {
    const fields = readPage(query, this.#keys)
    if (typeof fields === 'string') throw new Impossible(fields)
    const asked = this.#read(fields)
    const { ledger, now } = this.#context
    const known = ledger.find('alipay', asked.no)
    if (known && known.amount !== asked.amount) throw new Impossible('ACQ.CONTEXT_INCONSISTENT')
    if (known) return known
    if (asked.expires !== null && asked.expires <= now()) throw new Impossible('ACQ.TRADE_HAS_CLOSE')
    ledger.save(asked)
    return asked
  }

  #read(fields: Readonly<Record<string, string>>): Trade {
    const business = readBusiness(fields['biz_content'] ?? '')
    const {
      out_trade_no: no,
      subject,
      total_amount: total,
      product_code: product,
      time_expire: end,
    } = business
    const [amount, expires] = [fen(total), end === undefined ? null : fromShanghai(end)]
    const isRight =
      products[fields['method'] ?? ''] === product &&
      product !== undefined &&
      /^\w{1,64}$/.test(no ?? '') &&
      !Number.isNaN(expires)
    const { notify_url: notifyUrl = '', return_url: returnUrl = '' } = fields
    if (!isRight || !amount || !no || !subject || !URL.canParse(notifyUrl) || !URL.canParse(returnUrl))
      throw new Impossible('isv.invalid-parameter')
    const created = this.#context.now()
    return {
      provider: 'alipay',
      no,
      order: null,
      amount,
      currency: 'CNY',
      subject,
      state: 'waiting',
      ref: newTradeNo(created),
      created,
      expires,
      paidAt: null,
      notifyUrl,
      returnUrl,
      refunds: [],
    }
  }

  async #act({ headers, body }: Call, move: Move): Promise<Answer> {
    const from = headers['sec-fetch-site']
    if (from !== undefined && from !== 'same-origin') return plain('only from the page itself', 403)
    const no = new URLSearchParams(body.toString('utf8')).get('no') ?? ''
    const trade = this.#context.ledger.find('alipay', no)
    if (!trade) throw new Impossible(`there is no payment ${no}`)
    mustBePayable(trade, this.#context.now())
    await move(trade)
    return redirect(this.#wayBack(trade))
  }

  /** Signed too, but the browser brings it: nothing follows from it. */
  #wayBack(trade: Trade): string {
    const url = new URL(trade.returnUrl)
    if (trade.state !== 'paid') return url.href
    const fields = {
      app_id: merchant.appId,
      seller_id: merchant.sellerId,
      charset: 'utf-8',
      method: 'alipay.trade.page.pay.return',
      out_trade_no: trade.no,
      trade_no: trade.ref ?? '',
      total_amount: yuan(trade.amount),
      timestamp: shanghai(this.#context.now()),
      version: '1.0',
    }
    const sign = this.#keys.sign(signText(fields))
    for (const [name, value] of Object.entries({ ...fields, sign_type: 'RSA2', sign }))
      url.searchParams.set(name, value)
    return url.href
  }
}

function readBusiness(text: string): Record<string, string | undefined> {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read as Record<string, string | undefined>
  } catch {
    // Told below, as what is JSON and no object is.
  }
  throw new Impossible('isv.invalid-parameter')
}
