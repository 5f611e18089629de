import { randomUUID } from 'node:crypto'
import { type PaymentMethod, currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import type { AppContext } from '../../../platform/context.ts'
import {
  type AttemptRequest,
  type StartedAttempt,
  type VerifiedWebhook,
  WebhookUnverified,
  type Payment,
  type Provider,
  ProviderRefused,
  ProviderUnavailable,
  type RawWebhook,
  type ProviderRefundRequest,
  type RefundResult,
  type AttemptResult,
} from '../providers/provider.ts'

/** A payment as the provider itself knows it: the truth that the portal has to reach. */
export interface Trade {
  no: string
  amount: number
  currency: string
  state: 'unpaid' | 'approved' | 'pending' | 'paid' | 'closed'
  payment: Payment | null
  refunds: Map<string, { amount: number; said: RefundResult }>
}

export type ScriptedCall = 'begin' | 'ask' | 'close' | 'refund' | 'askRefund' | 'readNotify'

/** `silent`: nothing was done and nothing is answered; `lost`: it was done, and the answer never came; `refused`: no. */
export type Fault = 'silent' | 'lost' | 'refused'

/**
 * A provider in the memory of a test: nothing is signed and no money moves. It holds the state of its trades,
 * behaves as the interface says, and fails where a test requests it.
 */
export class ScriptedProvider implements Provider {
  readonly method: PaymentMethod
  readonly currency
  readonly host = 'scripted.example'
  readonly emulated = true
  readonly accepted = { status: 200, type: 'text/plain', body: 'success' }
  readonly trades = new Map<string, Trade>()
  /** Every call that was made, in their order. */
  readonly calls: { call: ScriptedCall; no: string }[] = []
  /** What the next refunds that are made become at once. */
  refundsBecome: RefundResult['state'] = 'done'
  readonly #clock: AppContext['clock']
  readonly #faults: { call: ScriptedCall; fault: Fault }[] = []
  readonly #broken = new Set<ScriptedCall>()
  readonly #hanging = new Set<ScriptedCall>()
  #released = Promise.withResolvers<void>()
  readonly #pauses = new Map<ScriptedCall, () => Promise<void>>()

  constructor(method: PaymentMethod, { clock }: Pick<AppContext, 'clock'>) {
    this.method = method
    this.currency = currencyOfMethod(method)
    this.#clock = clock
  }

  /** The next call of a kind fails so. */
  fail(call: ScriptedCall, fault: Fault = 'silent'): void {
    this.#faults.push({ call, fault })
  }

  /** Makes every call of a kind fail until switched back. */
  break(call: ScriptedCall, isBroken = true): void {
    if (isBroken) this.#broken.add(call)
    else this.#broken.delete(call)
  }

  /** Calls of a kind never end, until everything is forgotten: then they are silent. */
  hang(call: ScriptedCall): void {
    this.#hanging.add(call)
  }

  /** What happens once during the next call of a kind, between its doing and its answer. */
  during(call: ScriptedCall, happens: () => Promise<void>): void {
    this.#pauses.set(call, happens)
  }

  /** Forgets everything. */
  clear(): void {
    this.trades.clear()
    this.calls.length = 0
    this.#faults.length = 0
    this.#broken.clear()
    this.#hanging.clear()
    this.#released.resolve()
    this.#released = Promise.withResolvers()
    this.#pauses.clear()
    this.refundsBecome = 'done'
  }

  /** Pays as the buyer; a closed trade cannot be paid. Returns what the provider holds. */
  pay(no: string, { force = false, ...other }: Partial<Payment> & { force?: boolean } = {}): Payment {
    const trade = this.trade(no)
    if (trade.state === 'closed' && !force) throw new Error('a closed trade cannot be paid')
    const { amount, currency } = trade
    trade.payment ??= { reference: randomUUID(), amount, currency, paidAt: this.#clock.now(), ...other }
    trade.state = 'paid'
    return trade.payment
  }

  /** What the buyer has agreed to and was not collected yet, as with PayPal. */
  approve(no: string): void {
    this.trade(no).state = 'approved'
  }

  trade(no: string): Trade {
    const trade = this.trades.get(no)
    if (!trade) throw new Error(`the provider knows no ${no}`)
    return trade
  }

  /** Creates a genuine webhook about a trade; `contents` overrides its fields. */
  notify(no: string, contents: Partial<VerifiedWebhook> = {}): RawWebhook {
    const payment = this.trades.get(no)?.payment
    const money = payment ? { amount: payment.amount, currency: payment.currency } : null
    const whole = {
      event: randomUUID(),
      kind: 'PAID',
      no,
      providerOrder: null,
      ours: true,
      money,
      ...contents,
    }
    return { headers: { 'x-scripted': 'genuine' }, body: Buffer.from(JSON.stringify(whole)) }
  }

  begin(facts: AttemptRequest): Promise<StartedAttempt> {
    return this.#do('begin', facts.no, () => {
      const { no, amount, currency } = facts
      const known = this.trades.get(no)
      if (known && (known.amount !== amount || known.currency !== currency))
        throw new ProviderRefused('OTHER_TERMS', 'the same number with other money')
      if (!known)
        this.trades.set(no, { no, amount, currency, state: 'unpaid', payment: null, refunds: new Map() })
      return { paymentUrl: `https://${this.host}/pay/${no}`, providerOrder: `order-${no}` }
    })
  }

  ask(facts: AttemptRequest, collect: boolean): Promise<AttemptResult> {
    return this.#do('ask', facts.no, () => {
      const trade = this.trades.get(facts.no)
      if (collect && trade?.state === 'approved') this.pay(facts.no)
      return said(trade)
    })
  }

  close(facts: AttemptRequest): Promise<AttemptResult> {
    return this.#do('close', facts.no, () => {
      const trade = this.trades.get(facts.no)
      if (trade?.state === 'unpaid' || trade?.state === 'approved') trade.state = 'closed'
      return said(trade)
    })
  }

  refund(facts: ProviderRefundRequest): Promise<RefundResult> {
    return this.#do('refund', facts.no, () => {
      const trade = this.trade(facts.attempt.no)
      const known = trade.refunds.get(facts.no)
      if (known && known.said.state !== 'failed') return known.said
      const back = [...trade.refunds.values()].filter((one) => one.said.state !== 'failed')
      const sum = back.reduce((total, { amount }) => total + amount, 0)
      if (!trade.payment || sum + facts.amount > trade.payment.amount)
        throw new ProviderRefused('TOO_MUCH', 'more than was paid')
      const becomes = refundSaid(this.refundsBecome, facts.no)
      trade.refunds.set(facts.no, { amount: facts.amount, said: becomes })
      return becomes
    })
  }

  askRefund(facts: ProviderRefundRequest): Promise<RefundResult | { state: 'absent' }> {
    return this.#do('askRefund', facts.no, () => {
      const known = this.trade(facts.attempt.no).refunds.get(facts.no)
      return known?.said ?? { state: 'absent' }
    })
  }

  readNotify({ headers, body }: RawWebhook): Promise<VerifiedWebhook> {
    return this.#do('readNotify', '', () => {
      if (headers['x-scripted'] !== 'genuine') throw new WebhookUnverified('the signature is missing')
      return JSON.parse(body.toString('utf8')) as VerifiedWebhook
    })
  }

  bill(): Promise<null> {
    return Promise.resolve(null)
  }

  stop(): void {
    this.clear()
  }

  async #do<T>(call: ScriptedCall, no: string, work: () => T): Promise<T> {
    this.calls.push({ call, no })
    const fault = this.#takeFault(call)
    const hangs = this.#hanging.has(call)
    if (hangs) await this.#released.promise
    if (fault === 'silent' || hangs) throw new ProviderUnavailable('no answer')
    if (fault === 'refused') throw new ProviderRefused('NO', 'refused')
    const done = work()
    const pause = this.#pauses.get(call)
    this.#pauses.delete(call)
    await pause?.()
    if (fault === 'lost') throw new ProviderUnavailable('the answer was lost')
    return done
  }

  #takeFault(call: ScriptedCall): Fault | null {
    if (this.#broken.has(call)) return 'silent'
    const index = this.#faults.findIndex((one) => one.call === call)
    return index < 0 ? null : (this.#faults.splice(index, 1)[0]?.fault ?? null)
  }
}

function said(trade: Trade | undefined): AttemptResult {
  if (!trade) return { state: 'absent' }
  if (trade.state === 'paid' && trade.payment) return { state: 'paid', payment: trade.payment }
  if (trade.state === 'closed') return { state: 'closed' }
  return { state: trade.state === 'pending' ? 'pending' : 'unpaid' }
}

function refundSaid(state: RefundResult['state'], no: string): RefundResult {
  if (state === 'done') return { state, reference: `refund-${no}` }
  return state === 'failed' ? { state, code: 'ACCOUNT_CLOSED' } : { state }
}
