import type { Gateway, GatewayContext } from '../gateway.ts'
import { type HttpResponse, textResponse } from '../../http-response.ts'
import { type HttpRequest, type HttpServer, startHttpServer, applyResponseFaults } from '../http-server.ts'
import type { WebhookResponse, WebhookMessage } from '../webhook-sender.ts'
import type { Trade, TradeRefund } from '../trades/trade.ts'
import { type CallOutcome, apiCalls, newTradeNo, refusal } from './api-calls.ts'
import { CashierPage } from './cashier-page.ts'
import { AlipayKeys } from './keys.ts'
import { createWebhook } from './webhooks.ts'
import { merchant, formatShanghaiTime } from './formats.ts'
import { checkCallSignature, signResponse } from './signatures.ts'
import { randomUUID } from 'node:crypto'
import { createBillFile } from './bill-file.ts'

const urlLifetimeMs = 30_000

/** Hands out a day's bill by an address that soon ends, as Alipay does; there is none of a day that is not over. */
class BillDownloads {
  readonly #context: GatewayContext
  readonly #addresses = new Map<string, { day: string; until: number }>()

  constructor(context: GatewayContext) {
    this.#context = context
  }

  /** `base`: where the gateway is. */
  createUrl(query: URLSearchParams, base: string): CallOutcome {
    const { now, getFaults } = this.#context
    const day = query.get('bill_date') ?? ''
    const isOver = /^\d{4}-\d\d-\d\d$/.test(day) && day < formatShanghaiTime(now()).slice(0, 10)
    if (query.get('bill_type') !== 'trade') return refusal('INVALID_PARAMETER', '参数无效')
    if (!isOver || getFaults().bill === 'none') return refusal('isp.bill_not_exist', '账单不存在')
    const token = randomUUID()
    this.#addresses.set(token, { day, until: now() + urlLifetimeMs })
    const address = `${base}/downloadBillFile.resource?bizType=trade&bizDates=${day}&token=${token}`
    return { status: 200, body: { bill_download_url: address } }
  }

  getFile(query: URLSearchParams): HttpResponse {
    const { now, ledger, getFaults } = this.#context
    const asked = this.#addresses.get(query.get('token') ?? '')
    if (!asked || asked.until < now()) return textResponse('expired', 403)
    const body = createBillFile(ledger.trades, asked.day, getFaults().bill)
    return { status: 200, type: 'application/octet-stream', body }
  }
}

/** Alipay on 127.0.0.1: the calls of version 3, the page of `/gateway.do`, notifies and bills. */
export async function openAlipayGateway(context: GatewayContext): Promise<Gateway> {
  const alipay = new AlipayGateway(context)
  await alipay.open()
  return alipay
}

class AlipayGateway implements Gateway {
  readonly provider = 'alipay'
  readonly #context: GatewayContext
  readonly #keys: AlipayKeys
  readonly #billDownloads: BillDownloads
  readonly #cashier: CashierPage
  #http: HttpServer | undefined

  constructor(context: GatewayContext) {
    this.#context = context
    this.#keys = new AlipayKeys(context.keyFolder)
    this.#billDownloads = new BillDownloads(context)
    const move = { pay: (trade: Trade) => this.pay(trade), cancel: (trade: Trade) => this.cancel(trade) }
    this.#cashier = new CashierPage(context, this.#keys, move)
  }

  get url(): string {
    return `http://127.0.0.1:${this.#http?.port ?? 0}`
  }

  async open(): Promise<void> {
    this.#http = await startHttpServer({ port: this.#context.port, handle: (call) => this.#handle(call) })
  }

  environment(): Record<string, string> {
    return {
      ALIPAY_URL: this.url,
      ALIPAY_APP_ID: merchant.appId,
      ALIPAY_SELLER_ID: merchant.sellerId,
      ALIPAY_PRIVATE_KEY: this.#keys.merchant,
      ALIPAY_PUBLIC_KEY: this.#keys.platformPublicKey,
    }
  }

  async pay(trade: Trade): Promise<void> {
    const { ledger, now, webhooks } = this.#context
    const ref = trade.ref ?? newTradeNo(now())
    ledger.save(Object.assign(trade, { state: 'paid', paidAt: now(), ref }))
    await webhooks.enqueue(this.#createMessage(trade))
  }

  cancel(trade: Trade): Promise<void> {
    this.#context.ledger.save(Object.assign(trade, { state: 'closed' }))
    return Promise.resolve()
  }

  sendWebhook(trade: Trade): Promise<WebhookResponse | null> {
    return this.#createMessage(trade, trade.refunds.at(-1)).send()
  }

  rotateKeys(): void {
    this.#keys.rotate()
  }

  forget(): void {
    this.#keys.forget()
  }

  async stop(): Promise<void> {
    await this.#http?.stop()
  }

  async #handle(call: HttpRequest): Promise<HttpResponse | null> {
    const page = await this.#cashier.handle(call)
    if (page) return page
    const faults = this.#context.getFaults()
    return applyResponseFaults(faults, async () => {
      if (call.path === '/downloadBillFile.resource') return this.#billDownloads.getFile(call.query)
      const code = checkCallSignature(call, this.#keys)
      const outcome = code === null ? this.#runCall(call) : refusal(code, '验签出错', 401)
      if (outcome.refunded) await this.#sendRefundWebhook(outcome.refunded.trade, outcome.refunded.refund)
      return signResponse(outcome, this.#keys, {
        fault: faults.answer,
        now: (this.#context.signingNow ?? Date.now)(),
      })
    })
  }

  #runCall({ method, path, query, body }: HttpRequest): CallOutcome {
    if (method === 'GET' && path === '/v3/alipay/data/dataservice/bill/downloadurl/query')
      return this.#billDownloads.createUrl(query, this.url)
    const answer = Object.hasOwn(apiCalls, path) && method === 'POST' ? apiCalls[path] : undefined
    if (!answer) return refusal('invalid-method', '接口不存在', 404)
    return answer(JSON.parse(body.toString('utf8')) as Record<string, unknown>, this.#context)
  }

  /** The answer to the refund does not wait for it, unless the faults want the notify to be first. */
  async #sendRefundWebhook(trade: Trade, refund: TradeRefund): Promise<void> {
    const sent = this.#context.webhooks.enqueue(this.#createMessage(trade, refund))
    if (this.#context.getFaults().notify === 'before') await sent
  }

  #createMessage(trade: Trade, refund?: TradeRefund): WebhookMessage {
    return createWebhook({
      trade,
      keys: this.#keys,
      ...this.#context.getFaults(),
      now: this.#context.now(),
      refund,
    })
  }
}
