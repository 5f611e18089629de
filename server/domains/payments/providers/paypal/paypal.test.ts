import { CaptureStatus, type Order, OrderStatus } from '@paypal/paypal-server-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../../platform/config/config.ts'
import { paypalProvider } from './paypal.ts'
import { readBill } from './paypal-bill.ts'
import type { SendRequest } from './paypal-calls.ts'
import { queryPaypalOrder, createPaypalOrder } from './paypal-orders.ts'
import { ProviderRefused } from '../provider.ts'
import { type Paypal, openTestPaypal } from '../testing/paypal.ts'

let paypal: Paypal
beforeAll(async () => {
  paypal = await openTestPaypal()
})
beforeEach(() => paypal.misbehave({}))
afterAll(() => paypal.stop())

test('H3 PayPal is on only where it is configured, and an emulator reports that it is one', () => {
  const config = readConfig({ CLUTCH_ENV: 'development' })
  expect(paypalProvider(config, { now: () => new Date() })).toBeNull()
  expect(paypal.provider).toMatchObject({ method: 'paypal', currency: 'USD', emulated: true })
  const { PAYPAL_CONNECT: _, PAYPAL_CA: __, ...real } = paypal.gateway.environment()
  const sandbox = paypalProvider(readConfig({ CLUTCH_ENV: 'development', ...real }), {
    now: () => new Date(),
  })
  expect(sandbox).toMatchObject({ emulated: false, host: 'api-m.sandbox.paypal.com' })
})

describe('a payment', () => {
  test('H3 begins with PayPal’s order and its page, and the same one when it is begun again', async () => {
    const attempt = paypal.attempt()
    const begun = await paypal.provider.begin(attempt)
    expect(begun.paymentUrl).toBe(`http://127.0.0.1:1/paypal/checkoutnow?token=${begun.providerOrder}`)
    expect(await paypal.provider.begin(attempt)).toEqual(begun)
    expect(paypal.ledger.find('paypal', attempt.no)).toMatchObject({ amount: 1290, subject: 'VIP, 30 days' })
    expect(await paypal.provider.ask({ ...attempt, ...begun }, true)).toEqual({ state: 'unpaid' })
  })

  test('H3 a page that is not PayPal’s is not opened where PayPal itself is meant', async () => {
    const answer = (href: string) => () =>
      Promise.resolve({ id: 'ORDER1', links: [{ rel: 'payer-action', href }] } as never)
    const begin = (href: string) => createPaypalOrder(answer(href), paypal.attempt(), false)
    for (const href of [
      'http://www.paypal.com/x',
      'https://paypal.com.example.org/x',
      'https://xpaypal.com/',
    ])
      await expect(begin(href)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
    expect((await begin('https://www.sandbox.paypal.com/checkoutnow?token=1')).providerOrder).toBe('ORDER1')
  })

  test('H5 an attempt whose order is unknown is absent, and begun again it is the same', async () => {
    const attempt = paypal.attempt()
    expect(await paypal.provider.ask(attempt, true)).toEqual({ state: 'absent' })
    expect(await paypal.provider.close(attempt)).toEqual({ state: 'closed' })
    expect(await paypal.provider.ask({ ...attempt, providerOrder: 'NONE' }, true)).toEqual({
      state: 'absent',
    })
  })

  test('H5 a buyer who approves and never comes back has paid once we ask', async () => {
    const attempt = await paypal.approved()
    expect(await paypal.provider.ask(attempt, false)).toEqual({ state: 'unpaid' })
    const result = await paypal.provider.ask(attempt, true)
    expect(result).toMatchObject({ state: 'paid', payment: { amount: 1290, currency: 'USD' } })
    expect(result).toMatchObject({ payment: { paidAt: paypal.clock.now() } })
    expect(await paypal.provider.ask(attempt, true)).toEqual(result)
    expect(await paypal.provider.close(attempt)).toEqual(result)
  })

  test('H5 eight concurrent queries capture once, and all return the same payment', async () => {
    const attempt = await paypal.approved()
    const result = await Promise.all(Array.from({ length: 8 }, () => paypal.provider.ask(attempt, true)))
    expect(new Set(result.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(result[0]?.state).toBe('paid')
  })

  test('H5 what another captured in between is found by asking again', async () => {
    const attempt = await paypal.paid()
    const order = (changes: Partial<Order>): Order => ({
      id: attempt.providerOrder ?? '',
      purchaseUnits: [{ customId: attempt.no }],
      ...changes,
    })
    const captures = [
      {
        id: 'CAPTURE',
        status: CaptureStatus.Completed,
        amount: { currencyCode: 'USD', value: '12.90' },
        createTime: '2026-11-21T12:00:00Z',
      },
    ]
    const answers = [
      () => order({ status: OrderStatus.Approved }),
      () => {
        throw new ProviderRefused('ORDER_ALREADY_CAPTURED', 'captured')
      },
      () => order({ status: OrderStatus.Completed, purchaseUnits: [{ payments: { captures } }] }),
    ]
    const line: SendRequest = async () => answers.shift()?.() as never
    expect(await queryPaypalOrder(line, attempt, true)).toMatchObject({ payment: { reference: 'CAPTURE' } })
  })

  test('H5 a capture that is pending is no payment until it has come in', async () => {
    const attempt = await paypal.approved()
    paypal.misbehave({ capture: 'pending' })
    expect(await paypal.provider.ask(attempt, true)).toEqual({ state: 'pending' })
    expect(await paypal.provider.ask(attempt, true)).toEqual({ state: 'pending' })
    expect(await paypal.provider.close(attempt)).toEqual({ state: 'pending' })
    await paypal.gateway.release()
    expect(await paypal.provider.ask(attempt, false)).toMatchObject({ state: 'paid' })
  })

  test('H5 a capture that the buyer’s bank declines leaves the choice of another way, until it comes in', async () => {
    const attempt = await paypal.approved()
    paypal.misbehave({ capture: 'declined' })
    expect(await paypal.provider.ask(attempt, true)).toEqual({ state: 'unpaid' })
    paypal.misbehave({})
    expect(await paypal.provider.ask(attempt, true)).toMatchObject({ state: 'paid' })
  })

  test('H5 a capture that PayPal refuses permanently ends the attempt, and its reason is logged', async () => {
    const attempt = await paypal.approved()
    paypal.misbehave({ capture: 'refused' })
    paypal.refused.length = 0
    expect(await paypal.provider.ask(attempt, true)).toEqual({ state: 'closed' })
    expect(paypal.refused).toEqual([{ no: attempt.no, code: 'COMPLIANCE_VIOLATION' }])
    paypal.misbehave({})
    expect(await paypal.provider.ask(attempt, false)).toEqual({ state: 'unpaid' })
    expect(paypal.ledger.find('paypal', attempt.no)?.ref).toBeNull()
  })

  test.each([
    ['PAYEE_ACCOUNT_RESTRICTED', 'closed'],
    ['PERMISSION_DENIED', 'closed'],
    ['PAYER_ACTION_REQUIRED', 'unpaid'],
    ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'unpaid'],
    ['RESOURCE_NOT_FOUND', 'absent'],
  ])('H5 a capture refused with %s is %s', async (code, state) => {
    const answers = [
      () => ({ id: 'O', status: OrderStatus.Approved, purchaseUnits: [{ customId: 'A1' }] }),
      () => {
        throw new ProviderRefused(code, code)
      },
      () => ({ id: 'O', status: OrderStatus.Approved }),
    ]
    const line: SendRequest = async () => answers.shift()?.() as never
    const attempt = paypal.attempt({ no: 'A1', providerOrder: 'O' })
    expect(await queryPaypalOrder(line, attempt, true)).toEqual({ state })
  })

  test('H5 an attempt that was captured although PayPal refused a capture is paid', async () => {
    const paid = { id: 'C', status: CaptureStatus.Completed, createTime: '2026-11-21T12:00:00Z' }
    const captures = [{ ...paid, amount: { currencyCode: 'USD', value: '12.90' } }]
    const answers = [
      () => ({ id: 'O', status: OrderStatus.Approved, purchaseUnits: [{ customId: 'A1' }] }),
      () => {
        throw new ProviderRefused('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'no')
      },
      () => ({ id: 'O', status: OrderStatus.Completed, purchaseUnits: [{ payments: { captures } }] }),
    ]
    const line: SendRequest = async () => answers.shift()?.() as never
    const attempt = paypal.attempt({ no: 'A1', providerOrder: 'O' })
    expect(await queryPaypalOrder(line, attempt, true)).toMatchObject({ state: 'paid' })
  })

  test('H8 a closed attempt that the buyer approved is not captured; PayPal drops it', async () => {
    const attempt = await paypal.approved()
    expect(await paypal.provider.close(attempt)).toEqual({ state: 'closed' })
    expect(paypal.ledger.find('paypal', attempt.no)?.state).toBe('approved')
    paypal.clock.advance(3 * 3_600_000)
    expect(await paypal.provider.ask(attempt, false)).toEqual({ state: 'absent' })
  })
})

describe('refunds', () => {
  test('H5 is done once under one number, in part and whole, and asked for by it', async () => {
    const attempt = await paypal.paid()
    const facts = { no: `${attempt.no}r1`, amount: 290, reason: '', attempt }
    expect(await paypal.provider.askRefund(facts)).toEqual({ state: 'absent' })
    const done = await paypal.provider.refund(facts)
    expect(done).toMatchObject({ state: 'done' })
    expect(await paypal.provider.refund(facts)).toEqual(done)
    expect(await paypal.provider.askRefund(facts)).toEqual(done)
    expect(await paypal.provider.ask(attempt, false)).toMatchObject({
      state: 'paid',
      payment: { amount: 1290 },
    })
    const rest = { ...facts, no: `${attempt.no}r2`, amount: 1000 }
    expect(await paypal.provider.refund(rest)).toMatchObject({ state: 'done' })
    expect(paypal.ledger.find('paypal', attempt.no)?.refunds).toHaveLength(2)
    expect(await paypal.provider.ask(attempt, false)).toEqual({ state: 'closed' })
  })

  test('H5 is done once also when PayPal has forgotten the request', async () => {
    const attempt = await paypal.paid()
    const facts = { no: `${attempt.no}r1`, amount: 290, reason: '', attempt }
    await paypal.provider.refund(facts)
    paypal.clock.advance(7 * 3_600_000)
    expect(await paypal.provider.refund(facts)).toMatchObject({ state: 'done' })
    expect(paypal.ledger.find('paypal', attempt.no)?.refunds).toHaveLength(1)
  })

  test('H5 a refund of more than was paid is refused permanently, with PayPal’s reason', async () => {
    const attempt = await paypal.paid()
    const result = await paypal.provider.refund({ no: `${attempt.no}r1`, amount: 1291, reason: '', attempt })
    expect(result).toEqual({ state: 'failed', code: 'REFUND_AMOUNT_EXCEEDED' })
  })

  test('H5 a refund that an earlier request makes meanwhile is done, although PayPal refuses the repetition', async () => {
    const attempt = await paypal.paid()
    const { ledger } = paypal
    const find = vi.spyOn(ledger, 'findByOrder')
    find.mockImplementationOnce((order) => {
      const trade = ledger.trades.find((one) => one.order === order)
      const before = structuredClone(trade)
      trade?.refunds.push({ no: `${attempt.no}r1`, amount: 1290, ref: 'EARLIER', at: 0 })
      return before
    })
    const result = await paypal.provider.refund({ no: `${attempt.no}r1`, amount: 1290, reason: '', attempt })
    find.mockRestore()
    expect(result).toEqual({ state: 'done', reference: 'EARLIER' })
  })
})

test('H5 the bill of a day lists money that PayPal took back, as an entry that only PayPal has', async () => {
  const other = await openTestPaypal()
  const attempt = await other.paid()
  const trade = other.ledger.find('paypal', attempt.no)
  if (trade) await other.gateway.reverse(trade)
  other.clock.advance(24 * 3_600_000)
  expect(await other.provider.bill('2026-11-21')).toEqual([
    { what: 'payment', no: attempt.no, amount: 1290, currency: 'USD' },
    { what: 'refund', no: attempt.no, amount: 1290, currency: 'USD' },
  ])
  await other.stop()
})

test.each([
  ['T1106', '-12.90', 'S', 'refund'],
  ['T1110', '-12.90', 'P', 'refund'],
  ['T1201', '-12.90', 'S', 'refund'],
  ['T1111', '12.90', 'S', 'payment'],
  ['T1202', '12.90', 'S', 'payment'],
  ['T1201', '-12.90', 'D', null],
  ['T1108', '0.50', 'S', null],
  ['T0403', '-12.90', 'S', null],
])('H5 a transaction of %s over %s (%s) is billed as %s', async (event, value, status, what) => {
  const info = {
    transactionEventCode: event,
    transactionStatus: status,
    transactionAmount: { currencyCode: 'USD', value },
    customField: 'A1',
    invoiceId: 'theirs',
  }
  expect(await billOf([info])).toEqual(
    what === null ? [] : [{ what, no: 'A1', amount: 1290, currency: 'USD' }],
  )
})

test('H5 a chargeback that names only the capture is the attempt’s; of another’s capture nothing is billed', async () => {
  const chargeback = {
    transactionEventCode: 'T1201',
    transactionStatus: 'S',
    transactionAmount: { currencyCode: 'USD', value: '-12.90' },
    paypalReferenceId: 'CAPTURE',
    paypalReferenceIdType: 'TXN',
  }
  expect(await billOf([chargeback], () => ({ customId: 'A1234567' }))).toMatchObject([
    { what: 'refund', no: 'A1234567' },
  ])
  expect(await billOf([chargeback], () => ({}))).toEqual([])
  const missing = () => {
    throw new ProviderRefused('RESOURCE_NOT_FOUND', 'none')
  }
  expect(await billOf([chargeback], missing)).toEqual([])
})

/** The lines of a day with these transactions; `next` is what the question after it is answered with. */
function billOf(infos: readonly object[], next = (): unknown => undefined) {
  const found = {
    lastRefreshedDatetime: '2026-11-22T00:00:00Z',
    transactionDetails: infos.map((transactionInfo) => ({ transactionInfo })),
  }
  const answers = [() => found, next]
  const line: SendRequest = async () => answers.shift()?.() as never
  return readBill(line, '2026-11-21')
}

test('H5 the bill of a day has its payments and refunds in full, from midnight to midnight in Shanghai', async () => {
  const other = await openTestPaypal()
  const attempt = await other.paid()
  const facts = { no: `${attempt.no}r1`, amount: 290, reason: '', attempt }
  await other.provider.refund(facts)
  expect(await other.provider.bill('2026-11-21')).toBeNull()
  other.clock.advance(24 * 3_600_000)
  expect(await other.provider.bill('2026-11-21')).toEqual([
    { what: 'payment', no: attempt.no, amount: 1290, currency: 'USD' },
    { what: 'refund', no: facts.no, amount: 290, currency: 'USD' },
  ])
  expect(await other.provider.bill('2026-11-20')).toEqual([])
  other.misbehave({ bill: 'omit' })
  expect(await other.provider.bill('2026-11-21')).toHaveLength(1)
  other.misbehave({ bill: 'other-amount' })
  expect((await other.provider.bill('2026-11-21'))?.[0]?.amount).toBe(99_999)
  other.misbehave({ bill: 'none' })
  expect(await other.provider.bill('2026-11-21')).toBeNull()
  await other.stop()
})
