import { randomUUID } from 'node:crypto'
import {
  receiveAlipayWebhook,
  receivePaypalWebhook,
  receiveWechatWebhook,
} from '@clutch/contract/api/payments/webhooks.ts'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { type PaymentMethod, currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import { registerAccounts } from '../../accounts/index.ts'
import { type TestUser, beginAnotherSession, signIn } from '../../accounts/testing/test-users.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { runDueWork } from '../worker/due-work.ts'
import { registerPayments } from '../index.ts'
import type { Payment, RawWebhook } from '../providers/provider.ts'
import { type PaymentJobStep, type PaymentsContext, createPaymentsContext } from '../payments-context.ts'
import { CountedProduct, createDeliveries, deliveriesOf } from './counted-product.ts'
import { ScriptedProvider } from './scripted-provider.ts'

const notifyPaths = {
  alipay: receiveAlipayWebhook.path,
  wechat: receiveWechatWebhook.path,
  paypal: receivePaypalWebhook.path,
}

/** Price of the product for a month, in fen and in cents. */
export const price = { CNY: 2_999, USD: 499 } as const

/** A portal with one product and scripted providers, called over HTTP. */
export class PaymentsFixture {
  readonly context: TestContext
  readonly app: App
  readonly payments: PaymentsContext
  readonly product: CountedProduct
  readonly alipay: ScriptedProvider
  readonly paypal: ScriptedProvider
  /** The buyer; signed in again after the session has ended. */
  buyer: TestUser

  constructor(
    dependencies: Pick<
      PaymentsFixture,
      'context' | 'app' | 'payments' | 'product' | 'alipay' | 'paypal' | 'buyer'
    >,
  ) {
    this.context = dependencies.context
    this.app = dependencies.app
    this.payments = dependencies.payments
    this.product = dependencies.product
    this.alipay = dependencies.alipay
    this.paypal = dependencies.paypal
    this.buyer = dependencies.buyer
  }

  /** Calls the API as the buyer or, with headers, as another user. */
  async call(method: 'GET' | 'POST', path: string, body: object = {}, headers?: object) {
    const url = `/api/payment${path}`
    const payload = method === 'POST' ? { payload: body } : {}
    const shown = { ...(headers ?? (await this.#signedIn()).headers) }
    return this.app.inject({ method, url, headers: shown, ...payload })
  }

  /** Sessions end after a week; some tests take longer. */
  async #signedIn(): Promise<TestUser> {
    const found = await this.app.sessionCheck.find(this.buyer.token)
    if (!found) this.buyer = await beginAnotherSession(this.context, this.buyer)
    return this.buyer
  }

  operator(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const payload = body ? { payload: body } : {}
    return this.app.inject({ method, url: `/api/operator${path}`, headers: asOperator, ...payload })
  }

  orderBody(method: PaymentMethod = 'alipay', other: object = {}): object {
    const options = JSON.stringify({ duration: '1m', paymentMethod: method })
    return { currency: currencyOfMethod(method), productType: 'vip', productId: 'plan', options, ...other }
  }

  /** The id of a new order. */
  async order(method: PaymentMethod = 'alipay', other: object = {}): Promise<string> {
    const answer = await this.call('POST', '/orders', this.orderBody(method, other))
    return answer.json<{ id: string }>().id
  }

  pay(orderId: string, method: PaymentMethod = 'alipay') {
    return this.call('POST', '/pay', { orderId, method })
  }

  /** Creates an order and starts its payment; returns it with the number of the attempt. */
  async beginPayment(
    method: PaymentMethod = 'alipay',
    other: object = {},
  ): Promise<{ id: string; no: string }> {
    const id = await this.order(method, other)
    await this.pay(id, method)
    return { id, no: await this.attemptNo(id) }
  }

  /** The number of an order's newest attempt. */
  async attemptNo(orderId: string): Promise<string> {
    return (await this.details(orderId)).attempts.at(-1)?.no ?? ''
  }

  /** Creates an order that is paid and fulfilled. */
  async paid(other: object = {}): Promise<{ id: string; no: string }> {
    const begun = await this.beginPayment('alipay', other)
    this.alipay.pay(begun.no)
    await this.notify(this.alipay.notify(begun.no))
    await this.runDue()
    return begun
  }

  /** Creates an order with two payable attempts: the provider refused the first but had started it. */
  async twoAttempts(): Promise<{ id: string; first: string; second: string }> {
    const id = await this.order()
    this.alipay.fail('begin', 'refused')
    await this.pay(id)
    const first = await this.attemptNo(id)
    await this.pay(id)
    const second = await this.attemptNo(id)
    this.alipay.trades.set(first, { ...this.alipay.trade(second), no: first, refunds: new Map() })
    return { id, first, second }
  }

  /** Pays an attempt, sends its webhook and runs all work that follows. */
  async settle(no: string, money: Partial<Payment> = {}): Promise<void> {
    this.alipay.pay(no, { force: true, ...money })
    await this.notify(this.alipay.notify(no, { money: null }))
    await this.runDue()
  }

  notify(raw: RawWebhook, method: PaymentMethod = 'alipay') {
    const headers = { ...raw.headers, 'content-type': 'application/x-www-form-urlencoded' }
    return this.app.inject({ method: 'POST', url: notifyPaths[method], headers, payload: raw.body })
  }

  async view(orderId: string): Promise<OrderView> {
    return (await this.call('GET', `/orders/${orderId}`)).json<OrderView>()
  }

  async details(orderId: string): Promise<OrderDetails> {
    return (await this.operator('GET', `/orders/${orderId}`)).json<OrderDetails>()
  }

  /** The kinds of the open alerts. */
  async alerts(): Promise<string[]> {
    const answer = await this.operator('GET', '/money-alerts')
    return answer
      .json<{ kind: string }[]>()
      .map(({ kind }) => kind)
      .toSorted()
  }

  runDue(): Promise<number> {
    return runDueWork(this.payments)
  }

  /** Lets time pass in steps and runs the due work at each. */
  async pass(ms: number, stepMs = ms): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.context.clock.advance(stepMs)
      await this.runDue()
    }
  }

  deliveries(orderId: string) {
    return deliveriesOf(this.context.database, orderId)
  }

  /** Another user. */
  stranger(): Promise<TestUser> {
    return signIn(this.context, `7656119796${String(Math.trunc(Math.random() * 1e7)).padStart(7, '0')}`)
  }

  /** Deletes every order and every script. */
  async clear(): Promise<void> {
    const { database } = this.context
    await database.updateTable('orders').set({ paid_by: null, purchase: null }).execute()
    for (const table of ['payment_events', 'refunds', 'payment_attempts', 'money_steps'] as const)
      await database.deleteFrom(table).execute()
    for (const table of ['order_questions', 'orders', 'money_alerts', 'rate_limits', 'coupons'] as const)
      await database.deleteFrom(table).execute()
    this.alipay.clear()
    this.paypal.clear()
    this.product.failing = null
    this.product.failingRevoke = false
    this.product.recipient = null
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.context.destroy()
  }
}

/** Opens a fixture with its own database. `at` is called at each step of a payment job. */
export async function createPaymentsFixture(
  at: (step: PaymentJobStep) => void | Promise<void> = () => undefined,
): Promise<PaymentsFixture> {
  const context = await createTestContext()
  await createDeliveries(context.database)
  const product = new CountedProduct()
  const alipay = new ScriptedProvider('alipay', context)
  const paypal = new ScriptedProvider('paypal', context)
  const options = { products: [product], providers: [alipay, paypal], at }
  const app = await createTestApp(context)
  registerAccounts(context, app)
  await registerPayments(context, app, options)
  const buyer = await signIn(context, '76561197960265729')
  for (const [currency, amount] of Object.entries(price))
    await app.inject({
      method: 'PUT',
      url: `/api/operator/prices/vip/1m/${currency}`,
      headers: asOperator,
      payload: { amount },
    })
  return new PaymentsFixture({
    context,
    app,
    payments: createPaymentsContext(context, options),
    product,
    alipay,
    paypal,
    buyer,
  })
}

/** A fresh key of an order. */
export const newKey = randomUUID
