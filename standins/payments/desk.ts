import { openAlipay } from './alipay/index.ts'
import { type Faults, wellBehaved } from './faults.ts'
import type { Gateway } from './gateway.ts'
import type { OpenHttp } from './http.ts'
import { Impossible, mustBePayable } from './impossible.ts'
import { Ledger } from './ledger.ts'
import { type Delivery, Notifier } from './notifier.ts'
import type { PaymentsOptions } from './options.ts'
import { openPaypal } from './paypal/index.ts'
import { openSite } from './site.ts'
import { type ProviderName, type Trade, providers } from './trade.ts'
import { openWechat } from './wechat/index.ts'

const openers = { alipay: openAlipay, wechat: openWechat, paypal: openPaypal }

/** The three gateways with their ledger, their faults and their page: what a hand at the page or a test moves. */
export class Desk {
  readonly ledger: Ledger
  readonly #options: PaymentsOptions
  readonly #faults: Record<ProviderName, Faults> = {
    alipay: wellBehaved,
    wechat: wellBehaved,
    paypal: wellBehaved,
  }
  readonly #notifiers: Record<ProviderName, Notifier>
  readonly #gateways = new Map<ProviderName, Gateway>()
  #site: OpenHttp | undefined

  constructor(options: PaymentsOptions) {
    this.#options = options
    this.ledger = new Ledger(options.ledgerFile)
    const notifier = (provider: ProviderName) =>
      new Notifier(() => this.#faults[provider], options.repeatMs ?? [1_000, 5_000, 30_000])
    this.#notifiers = { alipay: notifier('alipay'), wechat: notifier('wechat'), paypal: notifier('paypal') }
  }

  get url(): string {
    return `http://127.0.0.1:${this.#site?.port ?? 0}`
  }

  /** Opens the page and then the gateways, which tell its address; what is open when it rejects is for `stop`. */
  async open(): Promise<void> {
    const { ports = {}, now = Date.now, signingNow, keyFolder } = this.#options
    this.#site = await openSite(ports.page ?? 0, this)
    for (const provider of providers) {
      const gateway = await openers[provider]({
        ledger: this.ledger,
        faults: () => this.#faults[provider],
        notifier: this.#notifiers[provider],
        now,
        signingNow,
        port: ports[provider] ?? 0,
        pageUrl: this.url,
        keyFolder,
      })
      this.#gateways.set(provider, gateway)
    }
  }

  environment(provider?: ProviderName): Record<string, string> {
    const all = [...this.#gateways.values()].filter((one) => !provider || one.provider === provider)
    return Object.assign({}, ...all.map((gateway) => gateway.environment())) as Record<string, string>
  }

  gateway(provider: ProviderName): Gateway {
    const found = this.#gateways.get(provider)
    if (!found) throw new Impossible(`${provider} is not open`)
    return found
  }

  async pay(provider: ProviderName, no: string): Promise<void> {
    const trade = this.trade(provider, no)
    mustBePayable(trade, (this.#options.now ?? Date.now)())
    await this.gateway(provider).pay(trade)
  }

  async cancel(provider: ProviderName, no: string): Promise<void> {
    const trade = this.trade(provider, no)
    if (trade.state === 'paid') throw new Impossible(`${no} is paid`)
    await this.gateway(provider).cancel(trade)
  }

  async reverse(provider: ProviderName, no: string): Promise<void> {
    const trade = this.trade(provider, no)
    const { reverse } = this.gateway(provider)
    if (!reverse) throw new Impossible(`${provider} takes nothing back`)
    if (trade.state !== 'paid' || trade.reversed !== undefined) throw new Impossible(`${no} is not paid`)
    await reverse(trade)
  }

  notify(provider: ProviderName, no: string): Promise<Delivery | null> {
    return this.gateway(provider).notify(this.trade(provider, no))
  }

  faults(provider: ProviderName): Faults {
    return this.#faults[provider]
  }

  /** Pending captures come in as soon as captures are not to be pending; the merchant is told of them by and by. */
  setFaults(provider: ProviderName, faults: Partial<Faults>): void {
    this.#faults[provider] = { ...this.#faults[provider], ...faults }
    if (this.#faults[provider].capture !== 'pending') void this.gateway(provider).release?.()
  }

  trade(provider: ProviderName, no: string): Trade {
    const trade = this.ledger.find(provider, no)
    if (!trade) throw new Impossible(`${provider} knows no payment ${no}`)
    return trade
  }

  async stop(): Promise<void> {
    for (const notifier of Object.values(this.#notifiers)) notifier.stop()
    await Promise.all([...this.#gateways.values()].map((gateway) => gateway.stop()))
    await this.#site?.stop()
  }
}
