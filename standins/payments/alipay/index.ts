import type { Gateway, GatewayContext } from '../gateway.ts'
import { type Answer, type Call, type OpenHttp, openHttp, underFaults } from '../http.ts'
import type { Delivery, Message } from '../notifier.ts'
import type { Trade, TradeRefund } from '../trade.ts'
import { Bills } from './bills.ts'
import { type Outcome, calls, newTradeNo, refuse } from './calls.ts'
import { Cashier } from './cashier.ts'
import { Keys } from './keys.ts'
import { notifyOf } from './notify.ts'
import { merchant } from './shapes.ts'
import { refusalOfCall, signedAnswer } from './signing.ts'

/** Alipay on 127.0.0.1: the calls of version 3, the page of `/gateway.do`, notifies and bills. */
export async function openAlipay(context: GatewayContext): Promise<Gateway> {
  const alipay = new Alipay(context)
  await alipay.open()
  return alipay
}

class Alipay implements Gateway {
  readonly provider = 'alipay'
  readonly #context: GatewayContext
  readonly #keys: Keys
  readonly #bills: Bills
  readonly #cashier: Cashier
  #http: OpenHttp | undefined

  constructor(context: GatewayContext) {
    this.#context = context
    this.#keys = new Keys(context.keyFolder)
    this.#bills = new Bills(context)
    const move = { pay: (trade: Trade) => this.pay(trade), cancel: (trade: Trade) => this.cancel(trade) }
    this.#cashier = new Cashier(context, this.#keys, move)
  }

  get url(): string {
    return `http://127.0.0.1:${this.#http?.port ?? 0}`
  }

  async open(): Promise<void> {
    this.#http = await openHttp({ port: this.#context.port, handle: (call) => this.#handle(call) })
  }

  environment(): Record<string, string> {
    return {
      ALIPAY_URL: this.url,
      ALIPAY_APP_ID: merchant.appId,
      ALIPAY_SELLER_ID: merchant.sellerId,
      ALIPAY_PRIVATE_KEY: this.#keys.merchant,
      ALIPAY_PUBLIC_KEY: this.#keys.published,
    }
  }

  async pay(trade: Trade): Promise<void> {
    const { ledger, now, notifier } = this.#context
    const ref = trade.ref ?? newTradeNo(now())
    ledger.save(Object.assign(trade, { state: 'paid', paidAt: now(), ref }))
    await notifier.tell(this.#message(trade))
  }

  cancel(trade: Trade): Promise<void> {
    this.#context.ledger.save(Object.assign(trade, { state: 'closed' }))
    return Promise.resolve()
  }

  notify(trade: Trade): Promise<Delivery | null> {
    return this.#message(trade, trade.refunds.at(-1)).post()
  }

  rotate(): void {
    this.#keys.rotate()
  }

  forget(): void {
    this.#keys.forget()
  }

  async stop(): Promise<void> {
    await this.#http?.stop()
  }

  async #handle(call: Call): Promise<Answer | null> {
    const page = await this.#cashier.answer(call)
    if (page) return page
    const faults = this.#context.faults()
    return underFaults(faults, async () => {
      if (call.path === '/downloadBillFile.resource') return this.#bills.file(call.query)
      const code = refusalOfCall(call, this.#keys)
      const outcome = code === null ? this.#work(call) : refuse(code, '验签出错', 401)
      if (outcome.refunded) await this.#tellRefund(outcome.refunded.trade, outcome.refunded.refund)
      return signedAnswer(outcome, this.#keys, {
        fault: faults.answer,
        now: (this.#context.signingNow ?? Date.now)(),
      })
    })
  }

  #work({ method, path, query, body }: Call): Outcome {
    if (method === 'GET' && path === '/v3/alipay/data/dataservice/bill/downloadurl/query')
      return this.#bills.address(query, this.url)
    const answer = Object.hasOwn(calls, path) && method === 'POST' ? calls[path] : undefined
    if (!answer) return refuse('invalid-method', '接口不存在', 404)
    return answer(JSON.parse(body.toString('utf8')) as Record<string, unknown>, this.#context)
  }

  /** The answer to the refund does not wait for it, unless the faults want the notify to be first. */
  async #tellRefund(trade: Trade, refund: TradeRefund): Promise<void> {
    const told = this.#context.notifier.tell(this.#message(trade, refund))
    if (this.#context.faults().notify === 'before') await told
  }

  #message(trade: Trade, refund?: TradeRefund): Message {
    return notifyOf({ trade, keys: this.#keys, ...this.#context.faults(), now: this.#context.now(), refund })
  }
}
