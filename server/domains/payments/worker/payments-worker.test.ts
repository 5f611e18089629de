import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { claimMs, releaseClaim } from './due-times.ts'
import { type PaymentsWorker, startPaymentsWorker } from './payments.worker.ts'
import { type PaymentsFixture, createPaymentsFixture } from '../testing/payments-fixture.ts'
import { currentScope } from '../../../platform/observability/scope.ts'
import { type PaymentJobStep, paymentJobSteps } from '../payments-context.ts'

let fixture: PaymentsFixture
let dying: PaymentJobStep | null = null
const met = new Set<PaymentJobStep>()
/** What happens at the next step of a name. */
let next: { step: PaymentJobStep; happens: () => Promise<void> } | null = null
const running: PaymentsWorker[] = []
beforeAll(async () => {
  fixture = await createPaymentsFixture(async (step) => {
    met.add(step)
    if (step === next?.step) {
      const { happens } = next
      next = null
      await happens()
    }
    if (step === dying) throw new Error(`died at ${step}`)
  })
})
afterEach(async () => {
  dying = null
  next = null
  await Promise.all(running.splice(0).map((worker) => worker.stop()))
  await fixture.clear()
})
afterAll(() => fixture.close())

const start = (count = 1) => {
  for (let round = 0; round < count; round += 1) running.push(startPaymentsWorker(fixture.payments))
}
const statusOf = async (id: string) => (await fixture.view(id)).status

test('H5 a running worker settles what a webhook reports, and what is due without one', async () => {
  start(2)
  const started = await fixture.beginPayment()
  fixture.alipay.pay(started.no)
  await fixture.notify(fixture.alipay.notify(started.no))
  await vi.waitFor(async () => expect(await statusOf(started.id)).toBe('paid'))
  const untold = await fixture.beginPayment()
  fixture.alipay.pay(untold.no)
  fixture.context.clock.advance(15_000)
  await vi.waitFor(async () => expect(await statusOf(untold.id)).toBe('paid'), { timeout: 10_000 })
  for (const { id } of [started, untold])
    expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 0 })
})

test('later work for an attempt and for a refund has the id of the request that asked for it', async () => {
  const seen: (string | null | undefined)[] = []
  for (const call of ['ask', 'refund'] as const)
    fixture.alipay.during(call, () => {
      seen.push(currentScope()?.requestId)
      return Promise.resolve()
    })
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  start()
  await fixture.notify(fixture.alipay.notify(no))
  await vi.waitFor(async () => expect(await statusOf(id)).toBe('paid'))
  await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
  await vi.waitFor(async () => expect(await statusOf(id)).toBe('refunded'))
  const { database } = fixture.context
  const stored = [
    await database
      .selectFrom('payment_attempts')
      .select('request_id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow(),
    await database
      .selectFrom('refunds')
      .select('request_id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow(),
  ].map(({ request_id: requestId }) => requestId)
  expect(stored).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(stored[0]).not.toBe(stored[1])
  expect([seen[0], seen.at(-1)]).toEqual(stored)
})

test('H5 a call that hangs at a provider does not keep a worker from stopping, and the next worker repeats it', async () => {
  start()
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  const hanging = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  fixture.alipay.during('ask', () => {
    reached.resolve()
    return hanging.promise
  })
  await fixture.notify(fixture.alipay.notify(no))
  await reached.promise
  await Promise.all(running.splice(0).map((worker) => worker.stop()))
  expect(await statusOf(id)).toBe('open')
  expect(await fixture.runDue()).toBe(0)
  fixture.context.clock.advance(claimMs)
  expect(await fixture.runDue()).toBe(1)
  expect(await statusOf(id)).toBe('paid')
  hanging.resolve()
  await vi.waitFor(async () => expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 0 }))
})

test('H5 one failing piece of work stops no other', async () => {
  const [bad, good] = [await fixture.beginPayment(), await fixture.beginPayment()]
  for (const { no } of [bad, good]) fixture.alipay.pay(no)
  fixture.context.clock.advance(15_000)
  let first = true
  fixture.alipay.during('ask', async () => {
    if (first) throw new Error('a bug')
    first = false
  })
  expect(await fixture.runDue()).toBe(2)
  expect((await Promise.all([bad, good].map(({ id }) => statusOf(id)))).toSorted()).toEqual(['open', 'paid'])
  await fixture.pass(claimMs)
  expect(await Promise.all([bad, good].map(({ id }) => statusOf(id)))).toEqual(['paid', 'paid'])
})

test('H5 an order that is paid, fulfilled and refunded passes every step', async () => {
  met.clear()
  const { id } = await fixture.paid()
  await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
  await fixture.runDue()
  expect([...paymentJobSteps].filter((step) => !met.has(step))).toEqual([])
})

const settleSteps = [
  'claimed',
  'asked',
  'locked',
  'paid-written',
  'fulfilled',
  'settled',
  'committed',
] as const satisfies readonly PaymentJobStep[]

test.each(settleSteps)('H5 a worker that settles and dies at `%s` is continued by the next', async (step) => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  await fixture.notify(fixture.alipay.notify(no))
  dying = step
  await fixture.runDue()
  dying = null
  await fixture.pass(claimMs)
  expect(await fixture.view(id)).toMatchObject({ status: 'paid', fulfilled: true })
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 0 })
})

test.each(['claimed', 'refund-sent', 'refund-locked', 'refund-done', 'refund-committed'] as const)(
  'H3 a worker that refunds and dies at `%s` is continued by the next',
  async (step) => {
    const { id, no } = await fixture.paid()
    await fixture.operator('POST', `/orders/${id}/refund`, { reason: 'x' })
    dying = step
    await fixture.runDue()
    dying = null
    await fixture.pass(claimMs)
    expect((await fixture.view(id)).status).toBe('refunded')
    expect(fixture.alipay.trade(no).refunds.size).toBe(1)
    expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 1 })
  },
)

test.each(['attempt-written', 'provider-begun', 'attempt-opened'] as const)(
  'H5 a process that starts a payment and dies at `%s` leaves one attempt, which is queried and closed',
  async (step) => {
    const id = await fixture.order()
    dying = step
    expect((await fixture.pay(id)).statusCode).toBe(500)
    dying = null
    const answer = await fixture.pay(id)
    expect(answer.statusCode).toBe(200)
    const { attempts } = await fixture.details(id)
    expect(attempts).toHaveLength(1)
    fixture.alipay.pay(attempts[0]?.no ?? '')
    await fixture.pass(15_000)
    expect(await statusOf(id)).toBe('paid')
  },
)

test('H8 of two attempts of one order that are settled at the same moment, the second waits for the first', async () => {
  const id = await fixture.order()
  fixture.alipay.fail('begin', 'refused')
  await fixture.pay(id)
  const first = await fixture.attemptNo(id)
  await fixture.pay(id)
  const second = await fixture.attemptNo(id)
  fixture.alipay.trades.set(first, {
    ...fixture.alipay.trade(second),
    no: first,
    payment: null,
    refunds: new Map(),
  })
  for (const no of [first, second]) fixture.alipay.pay(no)
  fixture.context.clock.advance(15_000)
  let other: Promise<unknown> = Promise.resolve()
  next = {
    step: 'locked',
    happens: async () => {
      let isDone = false
      other = fixture.runDue().finally(() => (isDone = true))
      await vi.waitFor(async () => expect(isDone || (await somebodyWaits())).toBe(true))
    },
  }
  await fixture.runDue()
  await other
  await fixture.runDue()
  expect(await fixture.deliveries(id)).toEqual({ delivered: 1, revoked: 0 })
  expect((await fixture.details(id)).refunds).toMatchObject([{ state: 'done' }])
})

/** Whether a statement of this database waits for a lock. */
async function somebodyWaits(): Promise<boolean> {
  const waiting = await fixture.context.database.raw(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.rows.length > 0
}

test('H5 work that becomes due again while it runs stays due', () => {
  const at = (ms: number) => new Date(ms)
  const claimedUntil = at(100)
  expect(releaseClaim(at(100), claimedUntil, at(500))).toEqual(at(500))
  expect(releaseClaim(at(100), claimedUntil, null)).toBeNull()
  expect(releaseClaim(at(50), claimedUntil, at(500))).toEqual(at(50))
  expect(releaseClaim(at(50), claimedUntil, null)).toEqual(at(50))
  expect(releaseClaim(at(600), claimedUntil, at(500))).toEqual(at(500))
  expect(releaseClaim(null, claimedUntil, at(500))).toEqual(at(500))
})
