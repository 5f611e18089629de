import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { type PaymentFaults, noPaymentFaults } from '@clutch/emulators/payments/faults/faults.ts'
import { Ledger } from '@clutch/emulators/payments/trades/ledger.ts'
import { WebhookSender } from '@clutch/emulators/payments/webhook-sender.ts'
import { openPaypalGateway } from '@clutch/emulators/payments/paypal/index.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../../platform/config/config.ts'
import { paypalProvider } from './paypal.ts'
import type { Provider } from '../provider.ts'
import { type Paypal, openTestPaypal } from '../testing/paypal.ts'

let paypal: Paypal
/** One that waits so short that a test can wait for it. */
let hasty: Provider
beforeAll(async () => {
  paypal = await openTestPaypal()
  hasty = paypal.with({}, 2_000)
})
afterEach(() => paypal.misbehave({}))
afterAll(() => paypal.stop())

const silent = expect.objectContaining({ name: 'ProviderUnavailable' }) as Error

const faults: [string, Partial<PaymentFaults>][] = [
  ['cut off', { answer: 'tampered' }],
  ['of a host with another name', { answer: 'unsigned' }],
  ['certified by a stranger', { answer: 'foreign-key' }],
  ['certified until years ago', { answer: 'stale' }],
  // 401 has the SDK sign in again; every other status goes the same way.
  ...(isProving ? [400, 401, 403, 404, 408, 422, 429, 500, 503] : [401, 429, 500]).map(
    (status): [string, Partial<PaymentFaults>] => [`${status} and nothing of PayPal’s`, { status }],
  ),
]

describe.each(faults)('H5 an answer that is %s', (_, fault) => {
  test('counts as no answer, for every call, and the next valid one is accepted', async () => {
    const [attempt, approved, paid] = [paypal.attempt(), await paypal.approved(), await paypal.paid()]
    const refund = { no: `${paid.no}r1`, amount: 1290, reason: '', attempt: paid }
    // Before and after it has signed in: the SDK would keep a sign-in that failed.
    for (const provider of [paypal.provider, paypal.with({})]) {
      paypal.misbehave(fault)
      const calls = [
        provider.begin(attempt),
        provider.ask(approved, true),
        provider.close(approved),
        provider.refund(refund),
        provider.askRefund(refund),
        provider.bill('2026-11-20'),
      ]
      expect(await Promise.all(calls.map((call) => call.catch((error: unknown) => error)))).toEqual(
        calls.map(() => silent),
      )
      paypal.misbehave({})
      expect((await provider.begin(attempt)).providerOrder).not.toBeNull()
    }
    expect(await paypal.provider.ask(approved, true)).toMatchObject({ state: 'paid' })
    expect(await paypal.provider.refund(refund)).toMatchObject({ state: 'done' })
    expect(paypal.ledger.find('paypal', paid.no)?.refunds).toHaveLength(1)
  })
})

test('H5 an order that was made and not answered is the same when it is begun again', async () => {
  const attempt = paypal.attempt()
  await hasty.begin(paypal.attempt())
  paypal.misbehave({ hang: 'done' })
  await expect(hasty.begin(attempt)).rejects.toEqual(silent)
  paypal.misbehave({})
  const order = paypal.ledger.find('paypal', attempt.no)?.order
  expect(order).toEqual(expect.any(String))
  expect((await paypal.provider.begin(attempt)).providerOrder).toBe(order)
})

test('H5 money that moved and was not answered is found by asking again, and moved once', async () => {
  const [approved, paid] = [await paypal.approved(), await paypal.paid()]
  const refund = { no: `${paid.no}r1`, amount: 1290, reason: '', attempt: paid }
  // PayPal sends its webhook before it answers, and the merchant does not respond: money has moved and no
  // answer arrives.
  paypal.misbehave({ notify: 'before' })
  paypal.deafen(true)
  await expect(hasty.ask(approved, true)).rejects.toEqual(silent)
  await expect(hasty.refund(refund)).rejects.toEqual(silent)
  paypal.deafen(false)
  expect(paypal.ledger.find('paypal', approved.no)?.state).toBe('paid')
  expect(paypal.ledger.find('paypal', paid.no)?.refunds).toHaveLength(1)
  expect(await paypal.provider.ask(approved, true)).toMatchObject({ state: 'paid' })
  expect(await paypal.provider.refund(refund)).toMatchObject({ state: 'done' })
  expect(paypal.ledger.find('paypal', paid.no)?.refunds).toHaveLength(1)
})

test.runIf(isProving)(
  'H5 every call ends in time where PayPal does not answer, and an end of the portal ends them at once',
  async () => {
    paypal.misbehave({ hang: 'undone' })
    const started = performance.now()
    await expect(hasty.ask({ ...paypal.attempt(), providerOrder: 'X' }, true)).rejects.toEqual(silent)
    expect(performance.now() - started).toBeLessThan(8_000)
    const stopped = paypal.with({}, 60_000)
    const call = stopped.begin(paypal.attempt())
    stopped.stop()
    await expect(call).rejects.toEqual(silent)
  },
)

test('H3 wrong credentials are no answer, and no error contains a secret', async () => {
  const { PAYPAL_CLIENT_ID: id = '', PAYPAL_CLIENT_SECRET: secret = '' } = paypal.gateway.environment()
  const wrong = paypal.with({ PAYPAL_CLIENT_SECRET: 'not-the-secret' })
  const errors = [await wrong.begin(paypal.attempt()).catch((error: unknown) => error)]
  paypal.misbehave({ status: 500 })
  errors.push(await paypal.provider.begin(paypal.attempt()).catch((error: unknown) => error))
  expect(errors).toEqual([silent, silent])
  const shown = inspect(errors, { depth: null, showHidden: true })
  for (const hidden of [secret, 'not-the-secret', btoa(`${id}:${secret}`), 'Bearer', 'Basic', 'https:'])
    expect(shown).not.toContain(hidden)
})

test('H5 a sign-in that PayPal has forgotten is done again', async () => {
  const keyFolder = mkdtempSync(join(tmpdir(), 'paypal-'))
  const context = {
    ledger: new Ledger(),
    getFaults: () => noPaymentFaults,
    webhooks: new WebhookSender(() => noPaymentFaults, []),
    now: () => paypal.clock.now().getTime(),
    pageUrl: 'http://127.0.0.1:1',
    keyFolder,
  }
  const first = await openPaypalGateway({ ...context, port: 0 })
  const environment = first.environment()
  const provider = paypalProvider(readConfig({ CLUTCH_ENV: 'development', ...environment }), {
    now: () => paypal.clock.now(),
  })
  await provider?.begin(paypal.attempt())
  await first.stop()
  const second = await openPaypalGateway({ ...context, port: Number(new URL(first.url).port) })
  expect(second.environment()).toEqual(environment)
  expect((await provider?.begin(paypal.attempt()))?.providerOrder).toEqual(expect.any(String))
  provider?.stop()
  await second.stop()
  rmSync(keyFolder, { recursive: true })
})

/** Payments of a day that take several pages of a bill. */
function manyPayments(count: number): void {
  const at = Date.parse('2026-10-01T12:00:00+08:00')
  for (let number = 0; number < count; number += 1)
    paypal.ledger.save({
      provider: 'paypal',
      no: `M${number}`,
      order: `M${number}`,
      amount: 100,
      currency: 'USD',
      subject: '',
      state: 'paid',
      ref: `M${number}`,
      created: at,
      expires: null,
      paidAt: at,
      notifyUrl: '',
      returnUrl: '',
      refunds: [],
    })
}

test.runIf(isProving)(
  'H5 a long bill may take longer than one call does, and has an end of its own',
  async () => {
    manyPayments(1_001)
    const [patient, hurried] = [paypal.with({}, 2_500), paypal.with({}, 2_500, 1_800)]
    await Promise.all([patient.begin(paypal.attempt()), hurried.begin(paypal.attempt())])
    paypal.misbehave({ delayMs: 1_000 })
    expect(await patient.bill('2026-10-01')).toHaveLength(1_001)
    await expect(hurried.bill('2026-10-01')).rejects.toEqual(silent)
    paypal.misbehave({ delayMs: 3_500 })
    await expect(patient.bill('2026-10-01')).rejects.toEqual(silent)
  },
)
