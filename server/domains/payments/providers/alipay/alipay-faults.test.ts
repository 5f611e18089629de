import { isProving } from '@clutch/tools/testing/test-options.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PaymentFaults, noPaymentFaults } from '@clutch/emulators/payments/index.ts'
import type { Provider } from '../provider.ts'
import {
  type AlipayFixture,
  attemptOf,
  now,
  openAlipayFixture,
  openPage,
  refundOf,
} from '../testing/alipay.ts'

/** For calls that must time out; calls that are answered get longer. */
const hastyMs = 250
const timeoutMs = 5_000
const silent = { name: 'ProviderUnavailable' }

let context: AlipayFixture
let alipay: Provider
let hasty: Provider
beforeAll(async () => {
  context = await openAlipayFixture()
  alipay = context.provider(timeoutMs)
  hasty = context.provider(hastyMs)
})
afterAll(() => context.stop())
beforeEach(() => {
  context.emulator.setFaults('alipay', noPaymentFaults)
  context.clock.now = now.getTime()
})

async function opened() {
  const attempt = attemptOf()
  await openPage(alipay, attempt)
  return attempt
}

const disbelieved: readonly [string, Partial<PaymentFaults>][] = [
  ['changed after signing', { answer: 'tampered' }],
  ['not signed', { answer: 'unsigned' }],
  ['signed ten minutes ago', { answer: 'stale' }],
  ['signed by a stranger', { answer: 'foreign-key' }],
  ['never given', { hang: 'undone' }],
  ['too late', { delayMs: hastyMs * 2 }],
  ['a 500', { status: 500 }],
  ['a 302', { status: 302 }],
  ['a 403 of nobody', { status: 403 }],
]

test.each(disbelieved)('H5 of an answer that is %s nothing follows', async (_, faults) => {
  const attempt = await opened()
  const paid = await opened()
  await context.emulator.pay('alipay', paid.no)
  const refund = refundOf(paid)
  context.emulator.setFaults('alipay', faults)
  const provider = faults.hang || faults.delayMs ? hasty : alipay
  await expect(provider.ask(attempt, true)).rejects.toMatchObject(silent)
  await expect(provider.ask(paid, true)).rejects.toMatchObject(silent)
  await expect(provider.close(attempt)).rejects.toMatchObject(silent)
  await expect(provider.askRefund(refund)).rejects.toMatchObject(silent)
  await expect(provider.refund(refund)).rejects.toMatchObject(silent)
  await expect(provider.bill('2026-11-19')).rejects.toMatchObject(silent)
})

test('H5 a refusal of another kind (an app that Alipay does not know) is no answer about a payment', async () => {
  const attempt = await opened()
  const unknown = context.provider(timeoutMs, { ALIPAY_APP_ID: '2021000199999999' })
  await expect(unknown.ask(attempt, true)).rejects.toThrow('invalid-app-id')
  await expect(unknown.ask(attempt, true)).rejects.toMatchObject(silent)
  await expect(unknown.close(attempt)).rejects.toMatchObject(silent)
  await expect(unknown.bill('2026-11-19')).rejects.toMatchObject(silent)
})

test('H5 a refund whose answer never came was made once, and the next try finds it', async () => {
  const attempt = await opened()
  await context.emulator.pay('alipay', attempt.no)
  context.emulator.setFaults('alipay', { hang: 'done' })
  await expect(hasty.refund(refundOf(attempt))).rejects.toMatchObject(silent)
  context.emulator.setFaults('alipay', { hang: 'no' })
  expect(await alipay.refund(refundOf(attempt))).toEqual({ state: 'done', reference: null })
  expect(context.emulator.trades.find(({ no }) => no === attempt.no)?.refunds).toHaveLength(1)
})

test('H5 no content of Alipay’s answers is in an error: neither people nor keys nor addresses', async () => {
  const attempt = await opened()
  context.emulator.setFaults('alipay', { answer: 'tampered' })
  const error: unknown = await alipay.ask(attempt, true).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: 'Alipay did not answer: 200 response-signature-verify-error' })
  expect(error).not.toHaveProperty('cause')
})

test('H3 while Alipay changes its key both hold; the one that is taken out does not', async () => {
  const attempt = await opened()
  const before = context.provider(timeoutMs)
  context.emulator.rotateKeys('alipay')
  const during = context.provider(timeoutMs)
  await expect(before.ask(attempt, true)).rejects.toMatchObject(silent)
  expect(await during.ask(attempt, true)).toEqual({ state: 'unpaid' })
  context.merchant.notifies.length = 0
  await context.emulator.pay('alipay', attempt.no)
  const [raw] = context.merchant.notifies
  if (!raw) throw new Error('no notify came')
  expect(await during.readNotify(raw)).toMatchObject({ no: attempt.no, ours: true })
  await expect(before.readNotify(raw)).rejects.toMatchObject({ name: 'WebhookUnverified' })

  context.emulator.forget('alipay')
  context.emulator.rotateKeys('alipay')
  context.emulator.forget('alipay')
  await expect(during.ask(attempt, true)).rejects.toMatchObject(silent)
  expect(await context.provider(timeoutMs).ask(attempt, true)).toMatchObject({ state: 'paid' })
  await expect(context.provider(timeoutMs).readNotify(raw)).rejects.toMatchObject({
    name: 'WebhookUnverified',
  })
})

test.runIf(isProving)('H5 a bill may take longer than one call does, and has an end of its own', async () => {
  const [patient, hurried] = [context.provider(3_000), context.provider(3_000, {}, 2_000)]
  const attempt = attemptOf()
  await openPage(patient, attempt)
  await context.emulator.pay('alipay', attempt.no)
  const day = new Date(context.clock.now).toISOString().slice(0, 10)
  context.clock.now += 86_400_000
  context.emulator.setFaults('alipay', { delayMs: 1_600 })
  expect(await patient.bill(day)).toContainEqual(expect.objectContaining({ no: attempt.no }))
  await expect(hurried.bill(day)).rejects.toMatchObject(silent)
})
