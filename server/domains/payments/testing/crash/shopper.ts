import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { type PaymentMethod, currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import type { Fickle } from './fickle-product.ts'
import type { MortalPortal } from './portal.ts'

/** How a purchase goes: paid and delivered at once or later, never delivered, paid back, left unpaid, or given up. */
type Course = Fickle | 'refund' | 'unpaid' | 'given up'

const courses: readonly Course[] = ['plan', 'refund', 'late', 'never', 'refund', 'unpaid', 'plan', 'given up']
const methods: readonly PaymentMethod[] = ['wechat', 'alipay', 'paypal']
const againMs = 25
/** How many purchases were begun, by all of them. */
export const purchases = { begun: 0 }

interface Said {
  status: number
  body: unknown
}

/** A user who buys repeatedly, and retries whenever the portal is down or dies before it answers. */
export class Shopper {
  readonly #portal: MortalPortal
  readonly #operator: string

  constructor(portal: MortalPortal) {
    this.#portal = portal
    this.#operator = readFileSync(join(portal.home, 'operator.token'), 'utf8').trim()
  }

  /** Buys until stopped; a purchase that has begun is completed. */
  async buy(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const number = purchases.begun++
      const course = courses[number % courses.length] ?? 'plan'
      // Eight courses and three methods: each course comes with each.
      await this.#purchase(course, methods[number % methods.length] ?? 'wechat', number)
    }
  }

  async #purchase(course: Course, method: PaymentMethod, number: number): Promise<void> {
    const order = await this.#order(course, method, number)
    const paying = await this.#say('POST', '/payment/pay', { orderId: order, method })
    const { payment_url: place } = paying.body as { payment_url?: string }
    // Its time may be over: the portal was away for long.
    if (paying.status !== 200 || place === undefined || course === 'unpaid') return
    if (course === 'given up') await this.#say('POST', `/payment/orders/${order}/close`, {})
    await this.#payAtProvider(order, method, place)
    if (course === 'refund' && (await this.#isPaid(order))) await this.#refund(order, number)
  }

  async #order(course: Course, method: PaymentMethod, number: number): Promise<string> {
    const productId: Fickle = course === 'late' || course === 'never' ? course : 'plan'
    const recipient = String(76_561_197_960_300_000n + BigInt(number))
    const orderBody = {
      currency: currencyOfMethod(method),
      productType: 'vip',
      productId,
      // Each order has its own recipient: abandoned orders are separate purchases.
      options: JSON.stringify({ duration: '1m', paymentMethod: method, recipient }),
      key: randomUUID(),
    }
    const { status, body } = await this.#say('POST', '/payment/orders', orderBody)
    if (status !== 200) throw new Error(`an order was answered ${status} ${JSON.stringify(body)}`)
    return (body as { id: string }).id
  }

  /** The buyer opens the provider's page and pays there, if that still can be. */
  async #payAtProvider(order: string, method: PaymentMethod, place: string): Promise<void> {
    const { emulator } = this.#portal
    const { body } = await this.#say('GET', `/operator/orders/${order}`, undefined, this.#operator)
    const no = (body as OrderDetails).attempts.at(-1)?.no ?? ''
    if (method === 'alipay') await fetch(place).then((page) => page.text())
    await emulator.pay(method, no).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'TradeError') throw error
    })
  }

  /** Waits until the portal knows of the payment; false where it is closed instead. */
  async #isPaid(order: string): Promise<boolean> {
    for (;;) {
      const { body } = await this.#say('GET', `/payment/orders/${order}`)
      const { status } = body as OrderView
      if (status !== 'open') return status === 'paid'
      await wait(againMs)
    }
  }

  /** Requests a refund once: only the database tells whether it was stored before the portal died. */
  async #refund(order: string, number: number): Promise<void> {
    const part = number % 2 ? { amount: 100 } : {}
    const body = { reason: 'asked for', ...part }
    await this.#once('POST', `/operator/orders/${order}/refund`, body, this.#operator)
  }

  async #say(method: 'GET' | 'POST', path: string, body?: object, token = this.#portal.token): Promise<Said> {
    for (;;) {
      const said = await this.#once(method, path, body, token)
      if (said !== null && said.status < 500) return said
      await wait(againMs)
    }
  }

  async #once(method: string, path: string, body: object | undefined, token: string): Promise<Said | null> {
    try {
      const answer = await fetch(`${this.#portal.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: await answer.json() }
    } catch {
      return null
    }
  }
}
