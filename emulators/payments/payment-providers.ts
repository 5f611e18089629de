import { openAlipayGateway } from './alipay/index.ts'
import { type PaymentFaults, noPaymentFaults } from './faults/faults.ts'
import type { Gateway } from './gateway.ts'
import type { HttpServer } from './http-server.ts'
import { TradeError, assertPayable } from './trades/trade-error.ts'
import { Ledger } from './trades/ledger.ts'
import { type WebhookResponse, WebhookSender } from './webhook-sender.ts'
import type { PaymentsEmulatorOptions } from './options.ts'
import { openPaypalGateway } from './paypal/index.ts'
import { startSite } from './pages/site-server.ts'
import { type ProviderName, type Trade, providers } from './trades/trade.ts'
import { openWechatGateway } from './wechat/index.ts'

const gatewayOpeners = { alipay: openAlipayGateway, wechat: openWechatGateway, paypal: openPaypalGateway }

/** The three gateways with their ledger, their faults and their page: what a hand at the page or a test moves. */
export class PaymentsEmulator {
  readonly ledger: Ledger
  readonly #options: PaymentsEmulatorOptions
  readonly #faults: Record<ProviderName, PaymentFaults> = {
    alipay: noPaymentFaults,
    wechat: noPaymentFaults,
    paypal: noPaymentFaults,
  }
  readonly #webhookSenders: Record<ProviderName, WebhookSender>
  readonly #gateways = new Map<ProviderName, Gateway>()
  #site: HttpServer | undefined

  constructor(options: PaymentsEmulatorOptions) {
    this.#options = options
    this.ledger = new Ledger(options.ledgerFile)
    const notifier = (provider: ProviderName) =>
      new WebhookSender(() => this.#faults[provider], options.repeatMs ?? [1_000, 5_000, 30_000])
    this.#webhookSenders = {
      alipay: notifier('alipay'),
      wechat: notifier('wechat'),
      paypal: notifier('paypal'),
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.#site?.port ?? 0}`
  }

  /** Opens the page and then the gateways, which tell its address; what is open when it rejects is for `stop`. */
  async start(): Promise<void> {
    const { ports = {}, now = Date.now, signingNow, keyFolder } = this.#options
    this.#site = await startSite(ports.page ?? 0, this)
    for (const provider of providers) {
      const getGateway = await gatewayOpeners[provider]({
        ledger: this.ledger,
        getFaults: () => this.#faults[provider],
        webhooks: this.#webhookSenders[provider],
        now,
        signingNow,
        port: ports[provider] ?? 0,
        pageUrl: this.url,
        keyFolder,
      })
      this.#gateways.set(provider, getGateway)
    }
  }

  environment(provider?: ProviderName): Record<string, string> {
    const all = [...this.#gateways.values()].filter((one) => !provider || one.provider === provider)
    return Object.assign({}, ...all.map((gateway) => gateway.environment())) as Record<string, string>
  }

  gateway(provider: ProviderName): Gateway {
    const found = this.#gateways.get(provider)
    if (!found) throw new TradeError(`${provider} is not open`)
    return found
  }

  async pay(provider: ProviderName, no: string): Promise<void> {
    const getTrade = this.trade(provider, no)
    assertPayable(getTrade, (this.#options.now ?? Date.now)())
    await this.gateway(provider).pay(getTrade)
  }

  async cancel(provider: ProviderName, no: string): Promise<void> {
    const trade = this.trade(provider, no)
    if (trade.state === 'paid') throw new TradeError(`${no} is paid`)
    await this.gateway(provider).cancel(trade)
  }

  async reverse(provider: ProviderName, no: string): Promise<void> {
    const trade = this.trade(provider, no)
    const { reverse } = this.gateway(provider)
    if (!reverse) throw new TradeError(`${provider} takes nothing back`)
    if (trade.state !== 'paid' || trade.reversed !== undefined) throw new TradeError(`${no} is not paid`)
    await reverse(trade)
  }

  sendWebhook(provider: ProviderName, no: string): Promise<WebhookResponse | null> {
    return this.gateway(provider).sendWebhook(this.trade(provider, no))
  }

  faults(provider: ProviderName): PaymentFaults {
    return this.#faults[provider]
  }

  /** Pending captures complete when this is no longer `pending`; their webhooks follow. */
  setFaults(provider: ProviderName, faults: Partial<PaymentFaults>): void {
    this.#faults[provider] = { ...this.#faults[provider], ...faults }
    if (this.#faults[provider].capture !== 'pending') void this.gateway(provider).release?.()
  }

  trade(provider: ProviderName, no: string): Trade {
    const trade = this.ledger.find(provider, no)
    if (!trade) throw new TradeError(`${provider} knows no payment ${no}`)
    return trade
  }

  async stop(): Promise<void> {
    for (const notifier of Object.values(this.#webhookSenders)) notifier.stop()
    await Promise.all([...this.#gateways.values()].map((gateway) => gateway.stop()))
    await this.#site?.stop()
  }
}
