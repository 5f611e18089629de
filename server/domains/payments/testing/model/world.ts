import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { PortalError } from '@clutch/contract/errors.ts'
import { currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import { toPublicOrderState } from '@clutch/contract/rules/payments/order-states.ts'
import { type TestUser, signIn } from '../../../accounts/testing/test-users.ts'
import { type TestContext, createTestContext } from '../../../../testing/house.ts'
import { runDueWork } from '../../worker/due-work.ts'
import { selectNextDueTime } from '../../worker/due-work.store.ts'
import { readOrder } from '../../orders/read-orders.ts'
import { type PaymentsContext, createPaymentsContext } from '../../payments-context.ts'
import { createDeliveries } from '../counted-product.ts'
import { ScriptedProvider, type Trade } from '../scripted-provider.ts'
import { type Held, emptyBooks, readBooks } from './books.ts'
import { Crash, Hooks } from './hooks.ts'
import { ModelProduct } from './product.ts'
import { problemsOf } from './truths.ts'

/** What the one product costs, in fen and cents. */
export const modelPrice = { CNY: 2_999, USD: 499 } as const
/** Far more than the checks of a few orders over a week. */
const roundsMax = 2_000

/** A portal, its providers and a product that may all fail, and what is known of them from outside. */
export class World {
  readonly context: TestContext
  readonly buyer: TestUser
  readonly hooks = new Hooks()
  readonly product: ModelProduct
  readonly providers: Record<'alipay' | 'paypal', ScriptedProvider>
  /** How often the operator’s refunds of an order were accepted. */
  readonly asked = new Map<string, number>()
  /** The alerts that must exist, as `kind subject`. */
  readonly alerts = new Set<string>()
  /** The order that was made by a key. */
  readonly byKey = new Map<string, { key: string; id: string | null }>()
  /** The refunds by key. */
  readonly keyed = new Map<string, string>()
  /** The violations seen while playing. */
  readonly wrongs: string[] = []

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

  static async open(): Promise<World> {
    const said: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void said.push(line) })
    const context = await createTestContext({ log })
    await createDeliveries(context.database)
    for (const [currency, amount] of Object.entries(modelPrice))
      await context.database
        .insertInto('prices')
        .values({ product: 'vip', duration: '1m', currency, amount, changed_at: context.clock.now() })
        .execute()
    const world = new World(context, await signIn(context, '76561197960265729'))
    world.#said = said
    return world
  }

  /** Lines of the log at error and above. */
  #said: string[] = []

  /** A process of its own, on the same database. */
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
    const found = this.byKey.get(name) ?? { key: randomUUID(), id: null }
    this.byKey.set(name, found)
    return found
  }

  /**
   * Repairs everything and runs all due work at its time until none is left. A payment made after the last
   * query of its attempt is reported by a webhook; the portal finds all others itself. Returns the
   * violations.
   */
  async rest(notify: (no: string) => Promise<void>): Promise<string[]> {
    this.#mend()
    await this.#goOn()
    for (const no of await this.#unheard()) await notify(no)
    await this.#goOn()
    const books = await readBooks(this.context.database)
    const held = new Map([...this.#trades()].map((trade) => [trade.no, heldOf(trade)]))
    const missing = [...this.alerts].filter((alert) => !books.alerts.has(alert))
    const rows = await Promise.all(
      books.orders.map(async ({ id, number, state, refunded, paid_by: paidBy }) => {
        const order = await readOrder(this.payments(), this.buyer, id)
        const reference = books.attempts.find((attempt) => attempt.id === paidBy)?.reference ?? null
        const isSo =
          order.status === toPublicOrderState(state) &&
          order.fulfilled === (state === 'fulfilled') &&
          order.refunded === refunded &&
          order.reference === reference &&
          order.payment === null
        return isSo ? [] : [`order ${number} is shown in another state than it is in`]
      }),
    )
    return [
      ...problemsOf(books, held, { asked: this.asked, hopeless: this.product.hopeless }),
      ...rows.flat(),
      ...this.wrongs,
      ...this.product.wrongs,
      ...missing.map((alert) => `there is no alert ${alert}`),
      ...this.#said.filter(isStrange),
    ]
  }

  async forget(): Promise<void> {
    this.hooks.forget()
    this.product.forget()
    for (const provider of Object.values(this.providers)) provider.clear()
    for (const known of [this.asked, this.alerts, this.byKey, this.keyed]) known.clear()
    this.wrongs.length = 0
    this.#said.length = 0
    await emptyBooks(this.context.database)
  }

  *#trades(): Generator<Trade> {
    for (const provider of Object.values(this.providers)) yield* provider.trades.values()
  }

  #mend(): void {
    this.hooks.forget()
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

  async #goOn(): Promise<void> {
    const { database, clock } = this.context
    for (let round = 0; round < roundsMax; round += 1) {
      await runDueWork(this.payments())
      const due = await selectNextDueTime(database)
      if (due === null) return
      clock.advance(Math.max(0, due.getTime() - clock.now().getTime()))
    }
    this.wrongs.push('it never comes to rest')
  }

  /** The numbers of attempts that are no longer queried and were paid after the last query. */
  async #unheard(): Promise<string[]> {
    const { attempts } = await readBooks(this.context.database)
    const lastMs = 8 * 60_000 + 7 * 24 * 3_600_000
    return attempts.flatMap(({ no, created_at: created }) => {
      const paidAt = this.trade(no)?.payment?.paidAt.getTime() ?? 0
      return paidAt >= created.getTime() + lastMs ? [no] : []
    })
  }
}

function heldOf({ no, state, payment, refunds }: Trade): Held {
  return {
    no,
    payment,
    isOpen: state !== 'paid' && state !== 'closed',
    refunds: new Map([...refunds].map(([name, { amount, said }]) => [name, { amount, state: said.state }])),
  }
}

/** Something due that failed by anything but a crash, or by two attempts being paid by one payment in the same moment. */
function isStrange(line: string): boolean {
  if (!line.includes('something about money failed')) return false
  return !line.includes('"type":"Crash"') && !line.includes('payment_attempts_reference')
}

/** How an order of the model’s product is asked for. */
export function orderBody(method: 'alipay' | 'paypal', key?: string) {
  return {
    currency: currencyOfMethod(method),
    productType: 'vip' as const,
    productId: 'plan',
    options: JSON.stringify({ duration: '1m', paymentMethod: method }),
    ...(key !== undefined && { key }),
  }
}
