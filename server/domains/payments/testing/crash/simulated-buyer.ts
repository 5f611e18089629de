import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { type PaymentMethod, currencyOfMethod } from '@clutch/contract/rules/payments/money.ts'
import type { UnreliablePlan } from './unreliable-product.ts'
import type { KillablePortal } from './killable-portal.ts'

/** How a purchase goes: paid and fulfilled at once or later, never fulfilled, refunded, left unpaid, or abandoned. */
type PurchaseKind = UnreliablePlan | 'refund' | 'unpaid' | 'abandoned'

const purchaseKinds: readonly PurchaseKind[] = [
  'plan',
  'refund',
  'late',
  'never',
  'refund',
  'unpaid',
  'plan',
  'abandoned',
]
const methods: readonly PaymentMethod[] = ['wechat', 'alipay', 'paypal']
const retryDelayMs = 25
/** How many purchases were begun, by all of them. */
export const purchases = { begun: 0 }

interface ApiReply {
  status: number
  body: unknown
}

/** A user who buys repeatedly, and retries whenever the portal is down or dies before it answers. */
export class SimulatedBuyer {
  readonly #portal: KillablePortal
  readonly #operator: string

  constructor(portal: KillablePortal) {
    this.#portal = portal
    this.#operator = readFileSync(join(portal.home, 'operator.token'), 'utf8').trim()
  }

  /** Buys until stopped; a purchase that has begun is completed. */
  async buy(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const number = purchases.begun++
      const kind = purchaseKinds[number % purchaseKinds.length] ?? 'plan'
      // Eight kinds and three methods: each kind is combined with each method.
      await this.#purchase(kind, methods[number % methods.length] ?? 'wechat', number)
    }
  }

  async #purchase(kind: PurchaseKind, method: PaymentMethod, number: number): Promise<void> {
    const order = await this.#order(kind, method, number)
    const paying = await this.#call('POST', '/payment/pay', { orderId: order, method })
    const { payment_url: address } = paying.body as { payment_url?: string }
    // Its time may be over: the portal was away for long.
    if (paying.status !== 200 || address === undefined || kind === 'unpaid') return
    if (kind === 'abandoned') await this.#call('POST', `/payment/orders/${order}/close`, {})
    await this.#payAtProvider(order, method, address)
    if (kind === 'refund' && (await this.#isPaid(order))) await this.#refund(order, number)
  }

  async #order(kind: PurchaseKind, method: PaymentMethod, number: number): Promise<string> {
    const productId: UnreliablePlan = kind === 'late' || kind === 'never' ? kind : 'plan'
    const recipient = String(76_561_197_960_300_000n + BigInt(number))
    const orderBody = {
      currency: currencyOfMethod(method),
      productType: 'vip',
      productId,
      // Each order has its own recipient: abandoned orders are separate purchases.
      options: JSON.stringify({ duration: '1m', paymentMethod: method, recipient }),
      key: randomUUID(),
    }
    const { status, body } = await this.#call('POST', '/payment/orders', orderBody)
    if (status !== 200) throw new Error(`an order was answered ${status} ${JSON.stringify(body)}`)
    return (body as { id: string }).id
  }

  /** The buyer opens the provider's page and pays there, if that still can be. */
  async #payAtProvider(order: string, method: PaymentMethod, address: string): Promise<void> {
    const { emulator } = this.#portal
    const { body } = await this.#call('GET', `/operator/orders/${order}`, undefined, this.#operator)
    const no = (body as OrderDetails).attempts.at(-1)?.no ?? ''
    if (method === 'alipay') await fetch(address).then((page) => page.text())
    await emulator.pay(method, no).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'TradeError') throw error
    })
  }

  /** Waits until the portal knows of the payment; false where it is closed instead. */
  async #isPaid(order: string): Promise<boolean> {
    for (;;) {
      const { body } = await this.#call('GET', `/payment/orders/${order}`)
      const { status } = body as OrderView
      if (status !== 'open') return status === 'paid'
      await wait(retryDelayMs)
    }
  }

  /** Requests a refund once: only the database shows whether it was stored before the portal died. */
  async #refund(order: string, number: number): Promise<void> {
    const part = number % 2 ? { amount: 100 } : {}
    const body = { reason: 'asked for', ...part }
    await this.#callOnce('POST', `/operator/orders/${order}/refund`, body, this.#operator)
  }

  async #call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    token = this.#portal.token,
  ): Promise<ApiReply> {
    for (;;) {
      const reply = await this.#callOnce(method, path, body, token)
      if (reply !== null && reply.status < 500) return reply
      await wait(retryDelayMs)
    }
  }

  async #callOnce(
    method: string,
    path: string,
    body: object | undefined,
    token: string,
  ): Promise<ApiReply | null> {
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
