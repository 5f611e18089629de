import { PortalError } from '@clutch/contract/errors.ts'
import { closeOrder, checkOrderNow } from '../../orders/close-order.service.ts'
import { runDueWork } from '../../worker/due-work.ts'
import { handleWebhook } from '../../webhooks/webhooks.service.ts'
import { checkAttemptsNow, fulfilOrderByOperator } from '../../operator/operator-orders.service.ts'
import { createOrder } from '../../orders/create-order.service.ts'
import { payOrder } from '../../attempts/pay-order.service.ts'
import type { OrderRow } from '../../orders/orders.store.ts'
import type { RawWebhook } from '../../providers/provider.ts'
import { refundOrder } from '../../refunds/refunds.service.ts'
import { type PaymentJobStep, paymentJobSteps } from '../../payments-context.ts'
import type { ScriptedProvider } from '../scripted-provider.ts'
import { readPaymentRecords } from './payment-records.ts'
import type { HistoryEvent } from './random-history.ts'
import { modelPrice, orderBody, ModelFixture } from './model-fixture.ts'

type Of<Kind extends HistoryEvent['kind']> = Extract<HistoryEvent, { kind: Kind }>

/** Webhooks that were created and are sent later, or again; newest last. */
type StoredWebhooks = { raw: RawWebhook; provider: ScriptedProvider }[]

/** Plays a history, waits until nothing is due, and returns the violations. */
export async function playHistory(
  fixture: ModelFixture,
  history: readonly HistoryEvent[],
): Promise<string[]> {
  await fixture.reset()
  const stored: StoredWebhooks = []
  for (const each of history) {
    await playEvent(fixture, stored, each)
    await fixture.hooks.settled()
  }
  return fixture.runToRest(async (no) => {
    const provider = fixture.providers.alipay.trades.has(no)
      ? fixture.providers.alipay
      : fixture.providers.paypal
    await fixture.ask(handleWebhook(fixture.payments(), provider.method, provider.notify(no)))
  })
}

async function playEvent(fixture: ModelFixture, stored: StoredWebhooks, it: HistoryEvent): Promise<void> {
  if (it.kind === 'together') await Promise.all(it.all.map((one) => playEvent(fixture, stored, one)))
  else if (it.kind === 'meanwhile') scheduleMeanwhile(fixture, stored, it)
  else if (it.kind === 'crash') fixture.hooks.crashAt(it.step, it.nth)
  else if (it.kind === 'fault') fixture.providers[it.method].fail(it.call, it.fault)
  else if (it.kind === 'break') fixture.providers[it.method].break(it.call, it.isBroken)
  else if (it.kind === 'refunds') fixture.providers[it.method].refundsBecome = it.become
  else if (it.kind === 'product') failProduct(fixture, it)
  else if (it.kind === 'time') await advanceTime(fixture, it)
  else if (it.kind === 'order') await createTestOrder(fixture, it)
  else if (it.kind === 'buyer') await actAsBuyer(fixture, it)
  else if (it.kind === 'notify') await sendWebhook(fixture, stored, it)
  else await atOrder(fixture, it)
}

function scheduleMeanwhile(
  fixture: ModelFixture,
  stored: StoredWebhooks,
  { at, events }: Of<'meanwhile'>,
): void {
  const act = async () => {
    for (const each of events) await playEvent(fixture, stored, each)
  }
  if (paymentJobSteps.some((step) => step === at)) fixture.hooks.meanwhile(at as PaymentJobStep, act)
  else for (const provider of Object.values(fixture.providers)) provider.during(at as 'ask', act)
}

function failProduct({ product }: ModelFixture, { fails, times }: Of<'product'>): void {
  if (fails === 'revoke') product.revokeFails = times
  else product.fails.push(...Array<typeof fails>(fails === 'never' ? 1 : times).fill(fails))
}

/** With zero workers nothing is processed, as while the portal is down. */
async function advanceTime(fixture: ModelFixture, { ms, workers }: Of<'time'>): Promise<void> {
  fixture.context.clock.advance(ms)
  await Promise.all(Array.from({ length: workers }, () => runDueWork(fixture.payments())))
}

async function createTestOrder(
  fixture: ModelFixture,
  { method, key: number, replaces }: Of<'order'>,
): Promise<void> {
  const { orders } = await readPaymentRecords(fixture.context.database)
  const before = replaces === null ? undefined : fromNewest(orders, replaces)
  // A key belongs to one request only.
  const key = number === null || before ? null : fixture.key(number, method)
  const body = { ...orderBody(method, key?.key), ...(before && { replaces: before.id }) }
  const reply = await fixture.ask(createOrder(fixture.payments(), fixture.buyer, body))
  const mayRefuse =
    before !== undefined && reply instanceof PortalError && reply.code === 'order.already_paid'
  if (reply instanceof PortalError && !mayRefuse)
    fixture.violations.push(`an order was refused: ${reply.code}`)
  if (!key || typeof reply !== 'string') return
  if (key.id !== null && key.id !== reply) fixture.violations.push('one key reply two orders')
  key.id = reply
}

async function actAsBuyer(fixture: ModelFixture, { attempt: index, does }: Of<'buyer'>): Promise<void> {
  const attempt = fromNewest((await readPaymentRecords(fixture.context.database)).attempts, index)
  const trade = attempt && fixture.trade(attempt.no)
  if (!attempt || !trade || trade.payment) return
  const provider = fixture.providers[attempt.provider === 'paypal' ? 'paypal' : 'alipay']
  if (trade.state === 'closed' && does !== 'pays late') return
  const { no, amount } = trade
  if (does === 'approves' && attempt.provider === 'paypal') provider.approve(no)
  else if (does === 'pays pending') trade.state = 'pending'
  else if (does === 'pays other amount') provider.pay(no, { amount: amount - 1 })
  else if (does === 'pays other currency') provider.pay(no, { currency: 'HKD' })
  else if (does === 'pays by another’s payment') {
    const other = [...provider.trades.values()].find(({ payment }) => payment)
    if (other?.payment) provider.pay(no, { reference: other.payment.reference })
  } else provider.pay(no, { force: true })
}

async function sendWebhook(fixture: ModelFixture, stored: StoredWebhooks, it: Of<'notify'>): Promise<void> {
  const attempt = fromNewest((await readPaymentRecords(fixture.context.database)).attempts, it.attempt)
  if (!attempt) return
  const provider = fixture.providers[attempt.provider === 'paypal' ? 'paypal' : 'alipay']
  const { no, amount, currency } = attempt
  const currentWebhook = () => provider.notify(no)
  const deliver = async (raw: RawWebhook, alert?: string, by = provider) => {
    const answers = await Promise.all(
      Array.from({ length: it.times }, () => fixture.ask(handleWebhook(fixture.payments(), by.method, raw))),
    )
    const isAnswered = answers.some((one) => one !== null && !(one instanceof PortalError))
    if (alert !== undefined && isAnswered) fixture.alerts.add(alert)
    return answers
  }
  const other = { money: { amount: amount + 1, currency } }
  if (it.content === 'stored') stored.push({ raw: currentWebhook(), provider })
  else if (it.content === 'resend') {
    const one = fromNewest(stored, it.attempt)
    if (one) await deliver(one.raw, undefined, one.provider)
  } else if (it.content === 'other amount')
    await deliver(provider.notify(no, other), `notify-other-money ${no}`)
  else if (it.content === 'foreign')
    await deliver(provider.notify(no, { ours: false }), `notify-foreign ${provider.method}`)
  else if (it.content === 'unknown')
    await deliver(provider.notify(no, { no: 'A0000000' }), `notify-unknown ${provider.method}`)
  else if (it.content === 'forged') {
    const answers = await deliver({ ...currentWebhook(), headers: {} })
    if (answers.some((one) => one !== null && !(one instanceof PortalError)))
      fixture.violations.push('a forged notify was accepted')
  } else if (it.content === 'same event, other amount') {
    const event = `E${no}${it.attempt}`
    const first = await deliver(provider.notify(no, { event, money: null }))
    if (first.every((one) => one !== null && !(one instanceof PortalError)))
      await deliver(provider.notify(no, { event, ...other }), `event-changed ${provider.method}`)
  } else {
    const raw = currentWebhook()
    stored.push({ raw, provider })
    await deliver(raw)
  }
}

async function atOrder(
  fixture: ModelFixture,
  it: Of<'pay' | 'check' | 'close' | 'refund' | 'operator' | 'started despite refusal'>,
): Promise<void> {
  const records = await readPaymentRecords(fixture.context.database)
  const found = fromNewest(records.orders, it.order)
  if (!found) return
  const { id, method, amount } = found
  const payments = fixture.payments()
  if (it.kind === 'pay')
    await fixture.ask(payOrder(payments, fixture.buyer, { orderId: id, method, device: it.device }))
  else if (it.kind === 'check') await fixture.ask(checkOrderNow(payments, fixture.buyer, id))
  else if (it.kind === 'close') await fixture.ask(closeOrder(payments, fixture.buyer, id))
  else if (it.kind === 'operator')
    await fixture.ask(
      it.does === 'check' ? checkAttemptsNow(payments, id) : fulfilOrderByOperator(payments, id),
    )
  else if (it.kind === 'refund') {
    const attempts = records.attempts.filter(({ order_id }) => order_id === id)
    await requestRefund(
      fixture,
      found,
      it,
      it.attempt === null ? undefined : fromNewest(attempts, it.attempt)?.id,
    )
  } else {
    // The provider refused the payment but had started it.
    const failed = records.attempts.find(({ order_id, state }) => order_id === id && state === 'failed')
    const trades = fixture.providers[method === 'paypal' ? 'paypal' : 'alipay'].trades
    if (!failed || trades.has(failed.no)) return
    const { no, currency } = failed
    trades.set(no, { no, amount, currency, state: 'unpaid', payment: null, refunds: new Map() })
  }
}

async function requestRefund(
  fixture: ModelFixture,
  { id: orderId, amount: price }: OrderRow,
  { amount: which, key: number }: Of<'refund'>,
  attempt: string | undefined,
): Promise<void> {
  const amount = { part: modelPrice.USD - 100, whole: price, left: undefined, 'too much': price + 1 }[which]
  const key = number === null ? undefined : fixture.key(number, orderId).key
  const asked = { orderId, amount, attempt, key, reason: 'asked for', by: 'operator' }
  const answer = await fixture.ask(refundOrder(fixture.payments(), asked).then(() => 'accepted'))
  if (answer !== 'accepted') return
  if (which === 'too much') fixture.violations.push('a refund exceeded the paid amount')
  const contents = `${which} ${attempt}`
  const before = key === undefined ? undefined : fixture.refundsByKey.get(key)
  if (before === undefined) fixture.asked.set(orderId, (fixture.asked.get(orderId) ?? 0) + 1)
  else if (before !== contents) fixture.violations.push('one key was accepted for two refunds')
  if (key !== undefined) fixture.refundsByKey.set(key, contents)
}

/** The item at this distance from the newest, modulo the number of items. */
function fromNewest<T>(all: readonly T[], which: number): T | undefined {
  return all[all.length - 1 - (which % Math.max(1, all.length))]
}
