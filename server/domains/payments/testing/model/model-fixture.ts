import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { PortalError } from '@clutch/contract/errors.ts'
import { currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import { toPublicOrderState } from '@clutch/contract/rules/payments/order-states.ts'
import { type TestUser, signIn } from '../../../accounts/testing/test-users.ts'
import { type TestContext, createTestContext } from '../../../../testing/test-context.ts'
import { runDueWork } from '../../worker/due-work.ts'
import { selectNextDueTime } from '../../worker/due-work.store.ts'
import { readOrder } from '../../orders/read-orders.service.ts'
import { type PaymentsContext, createPaymentsContext } from '../../payments-context.ts'
import { createDeliveries } from '../counted-product.ts'
import { ScriptedProvider, type Trade } from '../scripted-provider.ts'
import { type ProviderPayment, deletePaymentRecords, readPaymentRecords } from './payment-records.ts'
import { Crash, Hooks } from './hooks.ts'
import { ModelProduct } from './model-product.ts'
import { findViolations } from './invariants.ts'

/** What the one product costs, in fen and cents. */
export const modelPrice = { CNY: 2_999, USD: 499 } as const
/** Far more rounds than the checks of a few orders over a week need. */
const roundsMax = 2_000

/** A portal with providers and a product that can fail, and the expectations about them. */
export class ModelFixture {
  readonly context: TestContext
  readonly buyer: TestUser
  readonly hooks = new Hooks()
  readonly product: ModelProduct
  readonly providers: Record<'alipay' | 'paypal', ScriptedProvider>
  /** The accepted refunds of the operator, by order id. */
  readonly asked = new Map<string, number>()
  /** The alerts that must exist, as `kind subject`. */
  readonly alerts = new Set<string>()
  /** The order that each idempotency key created. */
  readonly ordersByKey = new Map<string, { key: string; id: string | null }>()
  /** The refunds by key. */
  readonly refundsByKey = new Map<string, string>()
  /** The violations found during the history. */
  readonly violations: string[] = []

  private constructor(context: TestContext, buyer: TestUser) {
    this.context = context
    this.buyer = buyer
    this.providers = {
      alipay: new ScriptedProvider('alipay', context),
      paypal: new ScriptedProvider('paypal', context),
    }
    this.product = new ModelProduct((no, amount, currency) => {
      const payment = this.trade(no)?.payment
      return payment?.amount === amount && payment.currency === currency
    })
  }

  static async open(): Promise<ModelFixture> {
    const logLines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void logLines.push(line) })
    const context = await createTestContext({ log })
    await createDeliveries(context.database)
    for (const [currency, amount] of Object.entries(modelPrice))
      await context.database
        .insertInto('prices')
        .values({ product: 'vip', duration: '1m', currency, amount, changed_at: context.clock.now() })
        .execute()
    const fixture = new ModelFixture(context, await signIn(context, '76561197960265729'))
    fixture.#logLines = logLines
    return fixture
  }

  /** Lines of the log at error and above. */
  #logLines: string[] = []

  /** The payments context of another process on the same database. */
  payments(): PaymentsContext {
    const providers = Object.values(this.providers)
    return createPaymentsContext(this.context, {
      products: [this.product],
      providers,
      at: this.hooks.reached,
    })
  }

  trade(no: string): Trade | undefined {
    return this.providers.alipay.trades.get(no) ?? this.providers.paypal.trades.get(no)
  }

  /** Returns the result of a request, or null if the portal refused it or died. */
  async ask<T>(work: Promise<T>): Promise<T | PortalError | null> {
    try {
      return await work
    } catch (error) {
      if (error instanceof PortalError) return error
      if (error instanceof Crash) return null
      throw error
    }
  }

  /** Returns the key of a number and a purpose, the same each time, with the order it created. */
  key(number: number, what: string): { key: string; id: string | null } {
    const name = `${what} ${number}`
    const found = this.ordersByKey.get(name) ?? { key: randomUUID(), id: null }
    this.ordersByKey.set(name, found)
    return found
  }

  /**
   * Repairs everything and runs all due work at its time until none is left. A payment made after the last
   * query of its attempt is reported by a webhook; the portal finds all others itself. Returns the
   * violations.
   */
  async runToRest(notify: (no: string) => Promise<void>): Promise<string[]> {
    this.#repairAll()
    await this.#runUntilIdle()
    for (const no of await this.#paidUnnoticed()) await notify(no)
    await this.#runUntilIdle()
    const records = await readPaymentRecords(this.context.database)
    const atProvider = new Map([...this.#trades()].map((trade) => [trade.no, toProviderPayment(trade)]))
    const missing = [...this.alerts].filter((alert) => !records.alerts.has(alert))
    const rows = await Promise.all(
      records.orders.map(async ({ id, number, state, refunded, paid_by: paidBy }) => {
        const order = await readOrder(this.payments(), this.buyer, id)
        const reference = records.attempts.find((attempt) => attempt.id === paidBy)?.reference ?? null
        const isConsistent =
          order.status === toPublicOrderState(state) &&
          order.fulfilled === (state === 'fulfilled') &&
          order.refunded === refunded &&
          order.reference === reference &&
          order.payment === null
        return isConsistent ? [] : [`order ${number} is shown in another state than it is in`]
      }),
    )
    return [
      ...findViolations(records, atProvider, {
        asked: this.asked,
        undeliverable: this.product.undeliverable,
      }),
      ...rows.flat(),
      ...this.violations,
      ...this.product.violations,
      ...missing.map((alert) => `there is no alert ${alert}`),
      ...this.#logLines.filter(isUnexpected),
    ]
  }

  async reset(): Promise<void> {
    this.hooks.reset()
    this.product.reset()
    for (const provider of Object.values(this.providers)) provider.clear()
    for (const known of [this.asked, this.alerts, this.ordersByKey, this.refundsByKey]) known.clear()
    this.violations.length = 0
    this.#logLines.length = 0
    await deletePaymentRecords(this.context.database)
  }

  *#trades(): Generator<Trade> {
    for (const provider of Object.values(this.providers)) yield* provider.trades.values()
  }

  #repairAll(): void {
    this.hooks.reset()
    this.product.fails.length = 0
    this.product.revokeFails = 0
    for (const provider of Object.values(this.providers)) {
      for (const call of ['begin', 'ask', 'close', 'refund', 'askRefund', 'readNotify'] as const)
        provider.break(call, false)
      provider.refundsBecome = 'done'
      for (const trade of provider.trades.values()) {
        if (trade.state === 'pending') provider.pay(trade.no)
        for (const [no, { amount, said }] of trade.refunds)
          if (said.state === 'pending')
            trade.refunds.set(no, { amount, said: { state: 'done', reference: `refund-${no}` } })
      }
    }
  }

  async #runUntilIdle(): Promise<void> {
    const { database, clock } = this.context
    for (let round = 0; round < roundsMax; round += 1) {
      await runDueWork(this.payments())
      const due = await selectNextDueTime(database)
      if (due === null) return
      clock.advance(Math.max(0, due.getTime() - clock.now().getTime()))
    }
    this.violations.push('due work never ends')
  }

  /** The numbers of attempts that are no longer queried and were paid after the last query. */
  async #paidUnnoticed(): Promise<string[]> {
    const { attempts } = await readPaymentRecords(this.context.database)
    const lastMs = 8 * 60_000 + 7 * 24 * 3_600_000
    return attempts.flatMap(({ no, created_at: created }) => {
      const paidAt = this.trade(no)?.payment?.paidAt.getTime() ?? 0
      return paidAt >= created.getTime() + lastMs ? [no] : []
    })
  }
}

function toProviderPayment({ no, state, payment, refunds }: Trade): ProviderPayment {
  return {
    no,
    payment,
    isOpen: state !== 'paid' && state !== 'closed',
    refunds: new Map([...refunds].map(([name, { amount, said }]) => [name, { amount, state: said.state }])),
  }
}

/** Whether due work failed for another reason than a crash or two attempts paid by one payment at the same moment. */
function isUnexpected(line: string): boolean {
  if (!line.includes('payment work failed')) return false
  return !line.includes('"type":"Crash"') && !line.includes('payment_attempts_reference')
}

/** The body of a request for an order of the model product. */
export function orderBody(method: 'alipay' | 'paypal', key?: string) {
  return {
    currency: currencyOfMethod(method),
    productType: 'vip' as const,
    productId: 'plan',
    options: JSON.stringify({ duration: '1m', paymentMethod: method }),
    ...(key !== undefined && { key }),
  }
}
