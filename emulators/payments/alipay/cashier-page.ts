import type { GatewayContext } from '../gateway.ts'
import { type HttpResponse, textResponse } from '../../http-response.ts'
import { type HttpRequest, redirectResponse } from '../http-server.ts'
import { TradeError, assertPayable } from '../trades/trade-error.ts'
import { buyerPage, errorPage } from '../pages/pages.ts'
import type { Trade } from '../trades/trade.ts'
import { newTradeNo } from './api-calls.ts'
import type { AlipayKeys } from './keys.ts'
import {
  parseYuan,
  parseShanghaiTime,
  merchant,
  formatShanghaiTime,
  signedText,
  formatYuan,
} from './formats.ts'
import { readSignedPageQuery } from './signatures.ts'

const products: Readonly<Record<string, string>> = {
  'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
  'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
}

type TradeAction = (trade: Trade) => Promise<void>

/**
 * Alipay's own page. A trade exists once a buyer has opened it with an address that the merchant signed, as
 * at Alipay.
 */
export class CashierPage {
  readonly #context: GatewayContext
  readonly #keys: AlipayKeys
  readonly #actions: Readonly<Record<string, TradeAction>>

  constructor(
    context: GatewayContext,
    keys: AlipayKeys,
    { pay, cancel }: { pay: TradeAction; cancel: TradeAction },
  ) {
    this.#context = context
    this.#keys = keys
    this.#actions = { '/pay': pay, '/cancel': cancel }
  }

  /** `GET /gateway.do`, and the forms of its page; null for what is none of it. */
  async handle(call: HttpRequest): Promise<HttpResponse | null> {
    try {
      if (call.path === '/gateway.do' && call.method === 'GET') return buyerPage(this.#openTrade(call.query))
      const move = Object.hasOwn(this.#actions, call.path) ? this.#actions[call.path] : undefined
      return move && call.method === 'POST' ? await this.#handleAction(call, move) : null
    } catch (error) {
      if (error instanceof TradeError) return errorPage(error.message, 400)
      throw error
    }
  }

  #openTrade(query: URLSearchParams): Trade {
    const fields = readSignedPageQuery(query, this.#keys)
    if (typeof fields === 'string') throw new TradeError(fields)
    const asked = this.#readTrade(fields)
    const { ledger, now } = this.#context
    const known = ledger.find('alipay', asked.no)
    if (known && known.amount !== asked.amount) throw new TradeError('ACQ.CONTEXT_INCONSISTENT')
    if (known) return known
    if (asked.expires !== null && asked.expires <= now()) throw new TradeError('ACQ.TRADE_HAS_CLOSE')
    ledger.save(asked)
    return asked
  }

  #readTrade(fields: Readonly<Record<string, string>>): Trade {
    const business = readBusinessContent(fields['biz_content'] ?? '')
    const {
      out_trade_no: no,
      subject,
      total_amount: total,
      product_code: product,
      time_expire: end,
    } = business
    const [amount, expires] = [parseYuan(total), end === undefined ? null : parseShanghaiTime(end)]
    const isRight =
      products[fields['method'] ?? ''] === product &&
      product !== undefined &&
      /^\w{1,64}$/.test(no ?? '') &&
      !Number.isNaN(expires)
    const { notify_url: notifyUrl = '', return_url: returnUrl = '' } = fields
    if (!isRight || !amount || !no || !subject || !URL.canParse(notifyUrl) || !URL.canParse(returnUrl))
      throw new TradeError('isv.invalid-parameter')
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

  async #handleAction({ headers, body }: HttpRequest, move: TradeAction): Promise<HttpResponse> {
    const from = headers['sec-fetch-site']
    if (from !== undefined && from !== 'same-origin') return textResponse('only from the page itself', 403)
    const no = new URLSearchParams(body.toString('utf8')).get('no') ?? ''
    const trade = this.#context.ledger.find('alipay', no)
    if (!trade) throw new TradeError(`there is no payment ${no}`)
    assertPayable(trade, this.#context.now())
    await move(trade)
    return redirectResponse(this.#returnUrl(trade))
  }

  /** Signed too, but the browser brings it: nothing follows from it. */
  #returnUrl(trade: Trade): string {
    const url = new URL(trade.returnUrl)
    if (trade.state !== 'paid') return url.href
    const fields = {
      app_id: merchant.appId,
      seller_id: merchant.sellerId,
      charset: 'utf-8',
      method: 'alipay.trade.page.pay.return',
      out_trade_no: trade.no,
      trade_no: trade.ref ?? '',
      total_amount: formatYuan(trade.amount),
      timestamp: formatShanghaiTime(this.#context.now()),
      version: '1.0',
    }
    const sign = this.#keys.sign(signedText(fields))
    for (const [name, value] of Object.entries({ ...fields, sign_type: 'RSA2', sign }))
      url.searchParams.set(name, value)
    return url.href
  }
}

function readBusinessContent(text: string): Record<string, string | undefined> {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read as Record<string, string | undefined>
  } catch {
    // Handled below, like JSON that is not an object.
  }
  throw new TradeError('isv.invalid-parameter')
}
