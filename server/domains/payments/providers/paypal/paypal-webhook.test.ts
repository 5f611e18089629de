import { crc32 } from 'node:zlib'
import type { Trade } from '@clutch/emulators/payments/trades/trade.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RawWebhook } from '../provider.ts'
import { type Paypal, openTestPaypal } from '../testing/paypal.ts'

let paypal: Paypal
beforeAll(async () => {
  paypal = await openTestPaypal()
})
beforeEach(() => paypal.misbehave({}))
afterAll(() => paypal.stop())

const unverified = { name: 'WebhookUnverified' }

/** The newest webhook that came. */
function newest(): RawWebhook {
  const webhook = paypal.webhooks.at(-1)
  if (!webhook) throw new Error('none came')
  return webhook
}

function tradeOf(no: string): Trade {
  const trade = paypal.ledger.find('paypal', no)
  if (!trade) throw new Error(`PayPal knows no ${no}`)
  return trade
}

/** Returns PayPal's webhook about an attempt in its current state. */
async function buildWebhook(no: string): Promise<RawWebhook> {
  await paypal.gateway.sendWebhook(tradeOf(no))
  return newest()
}

function withHeaders({ headers, body }: RawWebhook, changes: Record<string, string | undefined>): RawWebhook {
  return { body, headers: { ...headers, ...changes } }
}

test('H3 a webhook is a hint at its attempt, and says nothing of money', async () => {
  const attempt = await paypal.approved()
  const hint = { ours: true, money: null, no: attempt.no }
  const approved = await paypal.provider.readNotify(newest())
  expect(approved).toMatchObject({ ...hint, kind: 'CHECKOUT.ORDER.APPROVED' })
  expect(approved.providerOrder).toBe(attempt.providerOrder)
  const paid = await paypal.paid()
  const captured = await paypal.provider.readNotify(await buildWebhook(paid.no))
  expect(captured).toMatchObject({ ...hint, no: paid.no, kind: 'PAYMENT.CAPTURE.COMPLETED' })
  expect(captured.providerOrder).toBe(paid.providerOrder)
  await paypal.provider.refund({ no: `${paid.no}r1`, amount: 100, reason: '', attempt: paid })
  const refunded = await paypal.provider.readNotify(await buildWebhook(paid.no))
  expect(refunded).toMatchObject({ ...hint, no: paid.no, kind: 'PAYMENT.CAPTURE.REFUNDED' })
  expect(new Set([approved.event, captured.event, refunded.event]).size).toBe(3)
})

/** What those webhooks say of money taken back that came after the first `count`. */
async function reversalsAfter(count: number) {
  const read = paypal.webhooks.slice(count).map((raw) => paypal.provider.readNotify(raw))
  return (await Promise.all(read)).filter(({ about }) => about === 'reversal')
}

test('H5 money that is refunded, reversed or disputed is distinguished from a payment, and linked to its attempt', async () => {
  const paid = await paypal.paid()
  expect(await paypal.provider.readNotify(await buildWebhook(paid.no))).toMatchObject({ about: 'payment' })
  const refund = { no: `${paid.no}r1`, amount: 100, reason: '', attempt: paid }
  await paypal.provider.refund(refund)
  expect(await paypal.provider.readNotify(await buildWebhook(paid.no))).toMatchObject({ about: 'refund' })
  const before = paypal.webhooks.length
  await paypal.gateway.reverse(tradeOf(paid.no))
  expect(await reversalsAfter(before)).toMatchObject([
    { about: 'reversal', kind: 'CUSTOMER.DISPUTE.CREATED', no: paid.no, money: null },
    { about: 'reversal', kind: 'PAYMENT.CAPTURE.REVERSED', no: paid.no, money: null },
  ])
  // Both name only the capture: without PayPal’s answer its owner is unknown.
  const webhook = newest()
  const warm = paypal.with({}, 500)
  await warm.readNotify(webhook)
  paypal.misbehave({ status: 503 })
  await expect(warm.readNotify(webhook)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
})

test('H5 a dispute about a payment that is not ours is linked to no attempt', async () => {
  const paid = await paypal.paid()
  const before = paypal.webhooks.length
  await paypal.gateway.reverse({ ...tradeOf(paid.no), no: 'another-shop', ref: 'ELSEWHERE' })
  expect(await reversalsAfter(before)).toMatchObject([
    { about: 'reversal', no: null, providerOrder: null },
    { about: 'reversal', no: null, providerOrder: null },
  ])
})

test('H5 a repeat is the same event, signed again', async () => {
  const { no } = await paypal.approved()
  const first = newest()
  const second = await buildWebhook(no)
  expect(second.headers['paypal-transmission-id']).not.toBe(first.headers['paypal-transmission-id'])
  const [one, other] = await Promise.all([first, second].map((raw) => paypal.provider.readNotify(raw)))
  expect(one).toEqual(other)
})

test('H3 a webhook that is forged, changed or meant for another is refused', async () => {
  for (const notify of ['forged', 'tampered', 'foreign'] as const) {
    paypal.misbehave({ notify })
    const { no } = await paypal.approved()
    await expect(paypal.provider.readNotify(newest())).rejects.toMatchObject(unverified)
    await expect(paypal.provider.readNotify(await buildWebhook(no))).rejects.toMatchObject(unverified)
  }
  paypal.misbehave({})
  await paypal.approved()
  const other = paypal.with({ PAYPAL_WEBHOOK_ID: 'WHOTHER' })
  await expect(other.readNotify(newest())).rejects.toMatchObject(unverified)
  const { headers, body } = newest()
  const changed = { headers, body: Buffer.concat([body, Buffer.from(' ')]) }
  await expect(paypal.provider.readNotify(changed)).rejects.toMatchObject(unverified)
})

test('H3 a certificate is fetched from PayPal’s own hosts and folder only', async () => {
  await paypal.approved()
  const webhook = newest()
  const url = String(webhook.headers['paypal-cert-url'])
  const [, file = ''] =
    /^https:\/\/api\.sandbox\.paypal\.com\/v1\/notifications\/certs\/(.+)$/.exec(url) ?? []
  const mobile = `https://api-m.sandbox.paypal.com/v1/notifications/certs/${file}`
  expect(await paypal.provider.readNotify(withHeaders(webhook, { 'paypal-cert-url': mobile }))).toBeTruthy()
  const urls = [
    url.replace('https', 'http'),
    url.replace('api.sandbox.paypal.com', 'api.paypal.com'),
    url.replace('api.sandbox.paypal.com', 'evil.example.org'),
    url.replace('api.sandbox.paypal.com', 'api.sandbox.paypal.com.example.org'),
    url.replace('api.sandbox.paypal.com', 'apixsandbox.paypal.com'),
    url.replace('api.sandbox.paypal.com', 'api.sandbox.paypal.com:8443'),
    url.replace('https://', 'https://api.sandbox.paypal.com@evil.example.org/'),
    url.replace('certs/', 'certs/../certs/'),
    url.replace('certs/', 'certs/%2e%2e/'),
    url.replace('/v1/notifications/certs/', '/v1/notifications/certs//'),
    `${url}?x=1`,
    `${url}#x`,
    `${url}\n`,
    '/v1/notifications/certs/CERT',
    '',
  ]
  const pending = urls.map((forged) =>
    paypal.provider
      .readNotify(withHeaders(webhook, { 'paypal-cert-url': forged }))
      .catch((error: unknown) => [forged, String(error)]),
  )
  const refusal = 'WebhookUnverified: cert-url is not PayPal’s'
  expect(await Promise.all(pending)).toEqual(urls.map((forged) => [forged, refusal]))
  const live = paypal.with({ PAYPAL_ENVIRONMENT: 'live' })
  await expect(live.readNotify(webhook)).rejects.toMatchObject(unverified)
  const missing = withHeaders(webhook, { 'paypal-cert-url': `${url}0` })
  await expect(paypal.provider.readNotify(missing)).rejects.toMatchObject(unverified)
})

test('H3 every header is required, and the signature covers what was received', async () => {
  await paypal.approved()
  const webhook = newest()
  const changes = [
    ...['id', 'time', 'sig'].map((name) => `paypal-transmission-${name}`),
    'paypal-cert-url',
    'paypal-auth-algo',
  ].map((name) => ({ [name]: undefined }))
  const others = [
    { 'paypal-auth-algo': 'SHA1withRSA' },
    { 'paypal-transmission-id': '5f4c0b6e-0000-4000-8000-000000000000' },
    { 'paypal-transmission-time': '2026-11-21T11:59:59Z' },
    { 'paypal-transmission-time': 'yesterday' },
    { 'paypal-transmission-sig': `${'A'.repeat(342)}==` },
  ]
  for (const change of [...changes, ...others])
    await expect(paypal.provider.readNotify(withHeaders(webhook, change))).rejects.toMatchObject(unverified)
})

test('H3 a webhook may be as late as PayPal repeats it, and no later', async () => {
  const own = await openTestPaypal()
  await own.approved()
  const [webhook] = own.webhooks
  if (!webhook) throw new Error('none came')
  own.clock.advance(-11 * 60_000)
  await expect(own.provider.readNotify(webhook)).rejects.toMatchObject(unverified)
  own.clock.advance(11 * 60_000 + 3 * 24 * 3_600_000)
  expect(await own.provider.readNotify(webhook)).toMatchObject({ ours: true })
  own.clock.advance(24 * 3_600_000)
  await expect(own.provider.readNotify(webhook)).rejects.toMatchObject(unverified)
  await own.stop()
})

test('H3 the signing key may change: old and new hold, and the old no longer once PayPal drops it', async () => {
  await paypal.approved()
  const old = newest()
  await paypal.provider.readNotify(old)
  paypal.gateway.rotateKeys()
  await paypal.approved()
  const fresh = newest()
  expect(fresh.headers['paypal-cert-url']).not.toBe(old.headers['paypal-cert-url'])
  expect(await paypal.provider.readNotify(fresh)).toMatchObject({ ours: true })
  expect(await paypal.with({}).readNotify(old)).toMatchObject({ ours: true })
  paypal.gateway.forget()
  await expect(paypal.with({}).readNotify(old)).rejects.toMatchObject(unverified)
  paypal.clock.advance(3_600_000)
  await expect(paypal.provider.readNotify(old)).rejects.toMatchObject(unverified)
  expect(await paypal.provider.readNotify(fresh)).toMatchObject({ ours: true })
})

test('H3 a certificate that cannot be had now is no refusal: PayPal is to repeat', async () => {
  await paypal.approved()
  const webhook = newest()
  for (const faults of [{ status: 503 }, { answer: 'foreign-key' }, { answer: 'unsigned' }] as const) {
    paypal.misbehave(faults)
    const pending = paypal.with({}).readNotify(webhook)
    await expect(pending).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  }
  paypal.misbehave({ hang: 'undone' })
  const asked = paypal.with({}, 500).readNotify(webhook)
  await expect(asked).rejects.toMatchObject({ name: 'ProviderUnavailable' })
})

test('H5 a body that was made to fit the CRC-32 of a genuine one changes nothing', async () => {
  const victim = await paypal.approved()
  const paid = await paypal.paid()
  const webhook = await buildWebhook(paid.no)
  const genuine = await paypal.provider.readNotify(webhook)
  const event = JSON.parse(webhook.body.toString()) as { resource: Record<string, unknown> }
  Object.assign(event.resource, { custom_id: victim.no, amount: { currency_code: 'USD', value: '999.00' } })
  const forged = { headers: webhook.headers, body: withCrc(event, crc32(webhook.body)) }
  expect(JSON.parse(forged.body.toString())).toMatchObject({ resource: { amount: { value: '999.00' } } })
  const hint = await paypal.provider.readNotify(forged)
  expect(hint).toEqual({ ...genuine, no: victim.no })
  expect(hint.money).toBeNull()
  expect(await paypal.provider.ask(victim, false)).toEqual({ state: 'unpaid' })
  expect(await paypal.provider.ask(paid, false)).toMatchObject({ state: 'paid', payment: { amount: 1290 } })
})

/**
 * Returns the JSON of a value with a filler that gives it this CRC-32. The CRC is linear: of letters that may
 * each be `A` or `B`, those are chosen whose changes combine (by exclusive or) to the required difference.
 */
function withCrc(value: object, expected: number): Buffer {
  const filler = 'A'.repeat(64)
  const body = Buffer.from(JSON.stringify({ filler, ...value }))
  const start = body.indexOf(filler)
  const flip = (places: readonly number[]) => {
    const changed = Buffer.from(body)
    for (const index of places) changed[start + index] = 'B'.charCodeAt(0)
    return changed
  }
  const now = crc32(body)
  const basis: { change: number; places: Set<number> }[] = []
  const reduce = (change: number, places: Set<number>) => {
    for (const row of basis)
      if (highest(change) >= 0 && ((change >>> highest(row.change)) & 1) === 1) {
        change = (change ^ row.change) >>> 0
        places = places.symmetricDifference(row.places)
      }
    return { change, places }
  }
  for (let index = 0; index < filler.length; index += 1) {
    const row = reduce((crc32(flip([index])) ^ now) >>> 0, new Set([index]))
    if (row.change === 0) continue
    basis.push(row)
    basis.sort((one, other) => other.change - one.change)
  }
  const { change, places } = reduce((expected ^ now) >>> 0, new Set())
  expect(change).toBe(0)
  return flip([...places])
}

function highest(bits: number): number {
  return 31 - Math.clz32(bits)
}
