import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentAlert } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { type PaymentsFixture, createPaymentsFixture, price } from '../testing/payments-fixture.ts'
import { insertAttempt, insertOrder, insertRefund } from '../testing/rows.ts'

const minute = 60_000

let fixture: PaymentsFixture
beforeAll(async () => {
  fixture = await createPaymentsFixture()
})
afterEach(() => fixture.clear())
afterAll(() => fixture.close())

test('H2 an order is read as of one moment, also while a refund of it ends', async () => {
  const { context, buyer } = fixture
  const { database } = context
  const now = context.clock.now()
  const orderId = await insertOrder(database, now, { user_id: buyer.userId })
  const attempt = await insertAttempt(database, now, { order_id: orderId })
  const refund = { order_id: orderId, attempt_id: attempt.id, state: 'pending' }
  const { id, no } = await insertRefund(database, now, refund)
  const isWaiting = async () =>
    (
      await sql<{ count: number }>`select count(*)::integer as count from pg_locks
        join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and not granted`.execute(database)
    ).rows[0]?.count
  let reading: ReturnType<PaymentsFixture['details']> | undefined
  await database.transaction().execute(async (tx) => {
    await sql`lock table money_steps in access exclusive mode`.execute(tx)
    reading = fixture.details(orderId)
    await expect.poll(isWaiting).toBe(1)
    await tx.updateTable('refunds').set({ state: 'done', done_at: now }).where('id', '=', id).execute()
    const step = {
      order_id: orderId,
      thing: no,
      from_state: 'pending',
      to_state: 'done',
      reason: 'x',
      at: now,
    }
    await tx.insertInto('money_steps').values(step).execute()
  })
  const { refunds, steps } = (await reading) ?? { refunds: [], steps: [] }
  expect(refunds.map(({ state }) => state === 'done')).toEqual([steps.some(({ to }) => to === 'done')])
})

test('H2 the file of an order contains everything known of it', async () => {
  const { id, no } = await fixture.paid()
  const { reference } = fixture.alipay.trade(no).payment ?? {}
  const now = fixture.context.clock.now().getTime()
  const file = await fixture.details(id)
  expect(file).toMatchObject({
    order: {
      id,
      state: 'fulfilled',
      status: 'paid',
      steamId: fixture.buyer.steamId,
      problem: '',
      troubled: false,
      reference,
    },
    userId: fixture.buyer.userId,
    bought: null,
    attempts: [
      {
        no,
        method: 'alipay',
        state: 'paid',
        amount: price.CNY,
        currency: 'CNY',
        reference,
        pays: true,
        left: price.CNY,
        paid: now,
        next: null,
      },
    ],
    events: [{ provider: 'alipay', no, kind: 'PAID', verdict: 'accepted', at: now }],
    refunds: [],
  })
  expect(file.steps.map(({ thing, from, to }) => [thing === no ? 'attempt' : thing, from, to])).toEqual([
    ['order', '', 'open'],
    ['attempt', '', 'creating'],
    ['attempt', 'creating', 'open'],
    ['attempt', 'open', 'paid'],
    ['order', 'open', 'paid'],
    ['order', 'paid', 'fulfilled'],
  ])
})

test('H5 the operator has the provider asked about every attempt now', async () => {
  const { id, no } = await fixture.beginPayment()
  fixture.alipay.pay(no)
  const answer = await fixture.operator('POST', `/orders/${id}/check`)
  expect(answer.json()).toMatchObject({ order: { state: 'fulfilled' } })
})

test('H2 an order that does not exist is not found', async () => {
  const id = crypto.randomUUID()
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/check', undefined],
    ['POST', '/fulfil', undefined],
    ['POST', '/refund', { reason: 'x' }],
  ] as const) {
    const answer = await fixture.operator(method, `/orders/${id}${path}`, body)
    expect([path, answer.statusCode, answer.json()]).toMatchObject([path, 404, { code: 'order.not_found' }])
  }
})

test('H5 an alert is dismissed, and comes back when it is seen again', async () => {
  const alerts = async () => (await fixture.operator('GET', '/money-alerts')).json<PaymentAlert[]>()
  const forge = () => fixture.notify({ headers: {}, body: Buffer.from('forged') })
  await forge()
  fixture.context.clock.advance(minute)
  await forge()
  const [alert] = await alerts()
  const now = fixture.context.clock.now().getTime()
  expect(alert).toMatchObject({ kind: 'notify-unverified', count: 2, first: now - minute, last: now })
  expect((await fixture.operator('DELETE', `/money-alerts/${alert?.id}`)).statusCode).toBe(204)
  expect(await alerts()).toEqual([])
  const again = await fixture.operator('DELETE', `/money-alerts/${alert?.id}`)
  expect([again.statusCode, again.json()]).toMatchObject([404, { code: 'alert.not_found' }])
  // Occurrences counted before the dismissal restore nothing; later ones do.
  await forge()
  expect(await alerts()).toEqual([])
  fixture.context.clock.advance(minute)
  await forge()
  expect(await alerts()).toMatchObject([{ kind: 'notify-unverified', count: 4 }])
})
