import { PortalError } from '@clutch/contract/errors.ts'
import { closeOrder, checkOrderNow } from '../../orders/close-order.ts'
import { runDueWork } from '../../worker/due-work.ts'
import { handleWebhook } from '../../webhooks/webhooks.ts'
import { checkAttemptsNow, fulfilOrderByOperator } from '../../operator/operator-orders.ts'
import { createOrder } from '../../orders/create-order.ts'
import { payOrder } from '../../attempts/pay-order.ts'
import type { OrderRow } from '../../orders/orders.store.ts'
import type { RawWebhook } from '../../providers/provider.ts'
import { refundOrder } from '../../refunds/refunds.ts'
import { type PaymentJobStep, paymentJobSteps } from '../../payments-context.ts'
import type { ScriptedProvider } from '../scripted-provider.ts'
import { readBooks } from './books.ts'
import type { Happening } from './history.ts'
import { modelPrice, orderBody, World } from './world.ts'

type Of<Kind extends Happening['kind']> = Extract<Happening, { kind: Kind }>

/** Webhooks that were created and are sent later, or again; newest last. */
type Kept = { raw: RawWebhook; provider: ScriptedProvider }[]

/** Plays a history, waits until nothing is due, and returns the violations. */
export async function playHistory(world: World, history: readonly Happening[]): Promise<string[]> {
  await world.forget()
  const kept: Kept = []
  for (const each of history) {
    await happen(world, kept, each)
    await world.hooks.settled()
  }
  return world.rest(async (no) => {
    const provider = world.providers.alipay.trades.has(no) ? world.providers.alipay : world.providers.paypal
    await world.ask(handleWebhook(world.payments(), provider.method, provider.notify(no)))
  })
}

async function happen(world: World, kept: Kept, it: Happening): Promise<void> {
  if (it.kind === 'together') await Promise.all(it.all.map((one) => happen(world, kept, one)))
  else if (it.kind === 'meanwhile') arm(world, kept, it)
  else if (it.kind === 'crash') world.hooks.crashAt(it.step, it.nth)
  else if (it.kind === 'fault') world.providers[it.method].fail(it.call, it.fault)
  else if (it.kind === 'break') world.providers[it.method].break(it.call, it.isBroken)
  else if (it.kind === 'refunds') world.providers[it.method].refundsBecome = it.become
  else if (it.kind === 'product') failProduct(world, it)
  else if (it.kind === 'time') await pass(world, it)
  else if (it.kind === 'order') await order(world, it)
  else if (it.kind === 'buyer') await buy(world, it)
  else if (it.kind === 'notify') await tell(world, kept, it)
  else await atOrder(world, it)
}

function arm(world: World, kept: Kept, { at, happens }: Of<'meanwhile'>): void {
  const act = async () => {
    for (const each of happens) await happen(world, kept, each)
  }
  if (paymentJobSteps.some((step) => step === at)) world.hooks.meanwhile(at as PaymentJobStep, act)
  else for (const provider of Object.values(world.providers)) provider.during(at as 'ask', act)
}

function failProduct({ product }: World, { fails, times }: Of<'product'>): void {
  if (fails === 'revoke') product.revokeFails = times
  else product.fails.push(...Array<typeof fails>(fails === 'never' ? 1 : times).fill(fails))
}

/** Without a worker nothing is done, as while the portal is down. */
async function pass(world: World, { ms, janitors }: Of<'time'>): Promise<void> {
  world.context.clock.advance(ms)
  await Promise.all(Array.from({ length: janitors }, () => runDueWork(world.payments())))
}

async function order(world: World, { method, key: number, replaces }: Of<'order'>): Promise<void> {
  const { orders } = await readBooks(world.context.database)
  const before = replaces === null ? undefined : back(orders, replaces)
  // A key belongs to one request only.
  const key = number === null || before ? null : world.key(number, method)
  const body = { ...orderBody(method, key?.key), ...(before && { replaces: before.id }) }
  const made = await world.ask(createOrder(world.payments(), world.buyer, body))
  const mayRefuse = before !== undefined && made instanceof PortalError && made.code === 'order.already_paid'
  if (made instanceof PortalError && !mayRefuse) world.wrongs.push(`an order was refused: ${made.code}`)
  if (!key || typeof made !== 'string') return
  if (key.id !== null && key.id !== made) world.wrongs.push('one key made two orders')
  key.id = made
}

async function buy(world: World, { attempt: which, does }: Of<'buyer'>): Promise<void> {
  const attempt = back((await readBooks(world.context.database)).attempts, which)
  const trade = attempt && world.trade(attempt.no)
  if (!attempt || !trade || trade.payment) return
  const provider = world.providers[attempt.provider === 'paypal' ? 'paypal' : 'alipay']
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

async function tell(world: World, kept: Kept, it: Of<'notify'>): Promise<void> {
  const attempt = back((await readBooks(world.context.database)).attempts, it.attempt)
  if (!attempt) return
  const provider = world.providers[attempt.provider === 'paypal' ? 'paypal' : 'alipay']
  const { no, amount, currency } = attempt
  const truth = () => provider.notify(no)
  const say = async (raw: RawWebhook, alert?: string, by = provider) => {
    const answers = await Promise.all(
      Array.from({ length: it.times }, () => world.ask(handleWebhook(world.payments(), by.method, raw))),
    )
    const isAnswered = answers.some((one) => one !== null && !(one instanceof PortalError))
    if (alert !== undefined && isAnswered) world.alerts.add(alert)
    return answers
  }
  const other = { money: { amount: amount + 1, currency } }
  if (it.tells === 'kept') kept.push({ raw: truth(), provider })
  else if (it.tells === 'again') {
    const one = back(kept, it.attempt)
    if (one) await say(one.raw, undefined, one.provider)
  } else if (it.tells === 'other amount') await say(provider.notify(no, other), `notify-other-money ${no}`)
  else if (it.tells === 'foreign')
    await say(provider.notify(no, { ours: false }), `notify-foreign ${provider.method}`)
  else if (it.tells === 'unknown')
    await say(provider.notify(no, { no: 'A0000000' }), `notify-unknown ${provider.method}`)
  else if (it.tells === 'forged') {
    const answers = await say({ ...truth(), headers: {} })
    if (answers.some((one) => one !== null && !(one instanceof PortalError)))
      world.wrongs.push('a forged notify was accepted')
  } else if (it.tells === 'same event, other amount') {
    const event = `E${no}${it.attempt}`
    const first = await say(provider.notify(no, { event, money: null }))
    if (first.every((one) => one !== null && !(one instanceof PortalError)))
      await say(provider.notify(no, { event, ...other }), `event-changed ${provider.method}`)
  } else {
    const raw = truth()
    kept.push({ raw, provider })
    await say(raw)
  }
}

async function atOrder(
  world: World,
  it: Of<'pay' | 'check' | 'close' | 'refund' | 'operator' | 'begun all the same'>,
): Promise<void> {
  const books = await readBooks(world.context.database)
  const found = back(books.orders, it.order)
  if (!found) return
  const { id, method, amount } = found
  const payments = world.payments()
  if (it.kind === 'pay')
    await world.ask(payOrder(payments, world.buyer, { orderId: id, method, device: it.device }))
  else if (it.kind === 'check') await world.ask(checkOrderNow(payments, world.buyer, id))
  else if (it.kind === 'close') await world.ask(closeOrder(payments, world.buyer, id))
  else if (it.kind === 'operator')
    await world.ask(
      it.does === 'check' ? checkAttemptsNow(payments, id) : fulfilOrderByOperator(payments, id),
    )
  else if (it.kind === 'refund') {
    const attempts = books.attempts.filter(({ order_id }) => order_id === id)
    await giveBack(world, found, it, it.attempt === null ? undefined : back(attempts, it.attempt)?.id)
  } else {
    // The provider said no to it, and had begun it all the same.
    const failed = books.attempts.find(({ order_id, state }) => order_id === id && state === 'failed')
    const trades = world.providers[method === 'paypal' ? 'paypal' : 'alipay'].trades
    if (!failed || trades.has(failed.no)) return
    const { no, currency } = failed
    trades.set(no, { no, amount, currency, state: 'unpaid', payment: null, refunds: new Map() })
  }
}

async function giveBack(
  world: World,
  { id: orderId, amount: price }: OrderRow,
  { amount: which, key: number }: Of<'refund'>,
  attempt: string | undefined,
): Promise<void> {
  const amount = { part: modelPrice.USD - 100, whole: price, left: undefined, 'too much': price + 1 }[which]
  const key = number === null ? undefined : world.key(number, orderId).key
  const asked = { orderId, amount, attempt, key, reason: 'asked for', by: 'operator' }
  const answer = await world.ask(refundOrder(world.payments(), asked).then(() => 'accepted'))
  if (answer !== 'accepted') return
  if (which === 'too much') world.wrongs.push('a refund exceeded the paid amount')
  const contents = `${which} ${attempt}`
  const before = key === undefined ? undefined : world.keyed.get(key)
  if (before === undefined) world.asked.set(orderId, (world.asked.get(orderId) ?? 0) + 1)
  else if (before !== contents) world.wrongs.push('one key was accepted for two refunds')
  if (key !== undefined) world.keyed.set(key, contents)
}

/** Counted back from the newest. */
function back<T>(all: readonly T[], which: number): T | undefined {
  return all[all.length - 1 - (which % Math.max(1, all.length))]
}
