import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { giftCardLifetimeMs } from '@clutch/contract/limits.ts'
import {
  giftCodeAlphabet,
  isGiftCode,
  formatGiftCode,
  normalizeGiftCode,
} from '@clutch/contract/rules/vip/gift-codes.ts'
import type { GiftCard } from '@clutch/contract/api/vip/vip.ts'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import { updateUser } from '../../accounts/users/users.store.ts'
import type { App } from '../../../platform/http/app.ts'
import { insertSighting } from '../../leaderboard/testing/player-sighting.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { KeyRing, makeSecretKey } from '../../../platform/keys/keys.ts'
import { redeemCode } from './cards.service.ts'
import { makeGiftCode } from './gift-code.ts'
import { createCards } from './operator-cards.service.ts'
import { createVipApp } from '../testing/app.ts'
import { fulfil, paidOrder, productOf, revoke } from '../testing/orders.ts'

let context: TestContext
let app: App
let [ann, bob]: TestUser[] = []
const day = 24 * 3_600_000

beforeAll(async () => {
  context = await createTestContext()
  app = await createVipApp(context)
})
beforeEach(async () => {
  for (const table of ['gift_cards', 'orders', 'vip_terms'] as const)
    await context.database.deleteFrom(table).execute()
  await clearAccounts(context)
  ann = await signIn(context, '76561198000000001')
  bob = await signIn(context, '76561198000000002')
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const now = () => context.clock.now().getTime()
function of(person: TestUser | undefined): TestUser {
  if (!person) throw new Error('no such user')
  return person
}
const redeem = (code: string, by = ann, ip = '203.0.113.7') =>
  app.inject({
    method: 'POST',
    url: '/api/vip/redeem',
    headers: of(by).headers,
    payload: { code },
    remoteAddress: ip,
  })
const cards = async (by = ann) =>
  (await app.inject({ url: '/api/vip/cards', headers: of(by).headers })).json<GiftCard[]>()
const operate = (method: 'GET' | 'POST', path: string, payload?: object) =>
  app.inject({
    method,
    url: `/api/operator/gift-cards${path}`,
    headers: asOperator,
    ...(payload && { payload }),
  })
const list = async (query: string) =>
  (await operate('GET', query)).json<{ rows: { id: string; begins: string }[]; total: number }>()
async function make(count = 1, duration = '1m'): Promise<string[]> {
  const answer = await operate('POST', '', { count, duration, batch: 'cup' })
  return answer.json<{ codes: string[] }>().codes
}
async function buy(): Promise<{ order: Awaited<ReturnType<typeof paidOrder>>; code: string }> {
  const order = await paidOrder(context, of(ann), 'vip_card')
  await fulfil(context, 'vip_card', order)
  const card = (await cards()).find(({ orderId }) => orderId === order.id)
  return { order, code: card?.code ?? '' }
}

test('F4 a purchased card is listed for its buyer, with its code, and for no one else', async () => {
  const { order, code } = await buy()
  expect(isGiftCode(code)).toBe(true)
  expect(await cards()).toEqual([
    {
      id: expect.any(String),
      code,
      duration: '1m',
      state: 'unused',
      created: now(),
      expires: now() + giftCardLifetimeMs,
      used: null,
      orderId: order.id,
    },
  ])
  expect(await cards(bob)).toEqual([])
  const stored = JSON.stringify(await context.database.selectFrom('gift_cards').selectAll().execute())
  expect(stored).not.toContain(code)
})

test('F4 an order of a card that is delivered again makes one card', async () => {
  const { order } = await buy()
  await Promise.all(Array.from({ length: 8 }, () => fulfil(context, 'vip_card', order)))
  expect(await cards()).toHaveLength(1)
})

test('F4 a card is quoted without a recipient', async () => {
  const options = { duration: '1y', paymentMethod: 'wechat' }
  const quote = (more: object = {}) =>
    productOf(context, 'vip_card').quote(of(ann), 'card', { ...options, ...more })
  expect(await quote()).toEqual({
    options,
    duration: '1y',
    relocatable: false,
    method: 'wechat',
    recipient: null,
    description: { zh: 'VIP 礼品卡（1 年）', en: 'VIP gift card, 1 year' },
  })
  await expect(quote({ recipient: of(bob).steamId })).rejects.toMatchObject({ code: 'request.invalid' })
})

test('F4 a user who redeems a code is VIP from then on, however it is typed', async () => {
  const { code } = await buy()
  const typed = ` ${formatGiftCode(code).toLowerCase()} `
  expect((await redeem(typed, bob)).json()).toEqual({ duration: '1m', expireDate: now() + 30 * day })
  expect(await cards()).toMatchObject([{ state: 'used', used: now(), code }])
  const url = `/api/auth/vip-status/${of(bob).steamId}`
  expect((await app.inject({ url, headers: of(bob).headers })).json()).toMatchObject({
    type: 'vip',
    expireDate: now() + 30 * day,
  })
})

test('F4 twenty redemptions of one code at once are one', async () => {
  const [code = ''] = await make()
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      signIn(context, String(76_561_198_000_000_100n + BigInt(index))),
    ),
  )
  const answers = await Promise.all(
    people.map((person, index) => redeem(code, person, `198.51.100.${index}`)),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array<number>(19).fill(409),
  ])
  expect(answers.filter(({ body }) => body.includes('card.used'))).toHaveLength(19)
  expect(await context.database.selectFrom('memberships').selectAll().execute()).toHaveLength(1)
})

test('F4 two cards redeemed at once both count', async () => {
  const codes = await make(4)
  await Promise.all(codes.map((code) => redeem(code)))
  expect((await redeem((await make())[0] ?? '')).json()).toMatchObject({ expireDate: now() + 150 * day })
})

test('F4 an invalid, used, voided or expired code gives nothing', async () => {
  expect((await redeem(makeGiftCode())).json()).toMatchObject({ code: 'card.unknown' })
  for (const code of ['', 'ABCD', '0000000000000000', 'x'.repeat(65)])
    expect((await redeem(code)).json()).toMatchObject({ code: 'request.invalid' })
  const [used = '', made = '', old = ''] = await make(3)
  await redeem(used)
  expect((await redeem(used)).json()).toMatchObject({ code: 'card.used' })
  const [card] = (await list(`?find=${made.slice(0, 4)}`)).rows
  await operate('POST', `/${card?.id}/void`)
  expect((await redeem(made)).json()).toMatchObject({ code: 'card.over' })
  context.clock.advance(giftCardLifetimeMs)
  const later = await signIn(context, '76561198000000003')
  expect((await redeem(old, later)).json()).toMatchObject({ code: 'card.over' })
})

test('F4 a permanent VIP keeps the card for another player', async () => {
  const [code = ''] = await make()
  const url = `/api/operator/memberships/${of(ann).steamId}/vip`
  await app.inject({ method: 'PUT', url, headers: asOperator, payload: { expires: null } })
  expect((await redeem(code)).json()).toMatchObject({ code: 'vip.permanent' })
  expect((await redeem(code, bob)).statusCode).toBe(200)
})

test('F4 a refund makes an unused card void, and takes back what a used one gave', async () => {
  const [unused, used] = [await buy(), await buy()]
  await redeem(used.code, bob)
  for (const { order } of [unused, used, unused, used]) await revoke(context, 'vip_card', order)
  expect(await cards()).toMatchObject([
    { state: 'used', code: used.code },
    { state: 'void', code: null },
  ])
  expect((await redeem(unused.code)).json()).toMatchObject({ code: 'card.over' })
  const { body } = await app.inject({ url: `/api/auth/vip-status/${of(bob).steamId}` })
  expect(body).toContain('"none"')
})

test('F4 a code that was made by an older key is found as long as that key is in the ring', async () => {
  const [older, newer] = [makeSecretKey(), makeSecretKey()]
  const withKeys = (text: string) => ({ ...context, keys: new KeyRing(text) })
  const batch = { count: 2, duration: '1m', batch: 'old' } as const
  const { codes } = await createCards(withKeys(older), batch)
  const redeemed = redeemCode(
    withKeys(`${newer},${older}`),
    of(ann).steamId,
    normalizeGiftCode(codes[0] ?? ''),
  )
  expect(await redeemed).toMatchObject({ duration: '1m' })
  await expect(
    redeemCode(withKeys(newer), of(ann).steamId, normalizeGiftCode(codes[1] ?? '')),
  ).rejects.toMatchObject({
    code: 'card.unknown',
  })
})

test('C20 an account tries twenty codes an hour, an address sixty', async () => {
  for (let tries = 0; tries < 20; tries++) await redeem(makeGiftCode())
  const refused = await redeem((await make())[0] ?? '')
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }),
  ])
  for (let tries = 0; tries < 40; tries++) {
    if (tries % 20 === 0) bob = await signIn(context, String(76_561_198_000_001_000n + BigInt(tries)))
    await redeem(makeGiftCode(), bob)
  }
  const carol = await signIn(context, '76561198000000009')
  expect((await redeem(makeGiftCode(), carol)).statusCode).toBe(429)
  expect((await redeem(makeGiftCode(), carol, '198.51.100.9')).json()).toMatchObject({ code: 'card.unknown' })
})

test('F4 an operator creates a batch whose codes are returned once, lists it and voids a card', async () => {
  const answer = await operate('POST', '', { count: 3, duration: '3m', batch: ' cup 2026 ' })
  const { codes, expires } = answer.json<{ codes: string[]; expires: number }>()
  expect(new Set(codes).size).toBe(3)
  expect(expires).toBe(now() + giftCardLifetimeMs)
  const { rows: listed } = await list('?batch=cup%202026')
  const sorted = (texts: string[]) => texts.toSorted()
  expect(sorted(listed.map(({ begins }) => begins))).toEqual(sorted(codes.map((code) => code.slice(0, 4))))
  expect(listed.map(({ id }) => id)).toEqual(sorted(listed.map(({ id }) => id)).toReversed())
  expect(JSON.stringify(listed)).not.toContain(codes[0])
  expect(listed[0]).toMatchObject({
    state: 'unused',
    batch: 'cup 2026',
    usedBy: null,
    orderId: null,
    duration: '3m',
  })
  expect(await list('?size=1&page=3')).toEqual({ rows: listed.slice(2), total: 3 })
  expect(await list('?find=%25')).toEqual({ rows: [], total: 0 })
  await redeem(codes.find((code) => code.startsWith(listed[2]?.begins ?? ' ')) ?? '')
  expect((await operate('POST', `/${listed[2]?.id}/void`)).json()).toMatchObject({ code: 'card.used' })
  for (let times = 0; times < 2; times++)
    expect((await operate('POST', `/${listed[1]?.id}/void`)).json()).toEqual({ ...listed[1], state: 'void' })
  expect((await operate('POST', '/0195ffff-ffff-7fff-bfff-ffffffffffff/void')).json()).toMatchObject({
    code: 'card.unknown',
  })
})

test('F4 J a batch that is asked for twice under one key is made once, also of two at once', async () => {
  const wish = { count: 5, duration: '1m', batch: 'twice', key: crypto.randomUUID() }
  const answers = await Promise.all([operate('POST', '', wish), operate('POST', '', wish)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  for (const more of [{}, { count: 6 }])
    expect((await operate('POST', '', { ...wish, ...more })).json()).toMatchObject({
      code: 'request.repeated',
    })
  expect((await list('?batch=twice')).total).toBe(5)
  expect((await operate('POST', '', { ...wish, key: 'x' })).json()).toMatchObject({ code: 'request.invalid' })
  expect((await operate('POST', '', { ...wish, key: crypto.randomUUID() })).statusCode).toBe(200)
  expect((await list('?batch=twice')).total).toBe(10)
})

test('F4 J an operator finds cards by batch, code, buyer, user, state and duration', async () => {
  const { order, code } = await buy()
  const [used = '', left = ''] = await make(2, '3m')
  await redeem(used, bob)
  const found = async (query: string) => (await list(`?${query}`)).rows.map(({ begins }) => begins).toSorted()
  const begins = (...codes: string[]) => codes.map((one) => one.slice(0, 4)).toSorted()
  expect(await found('')).toEqual(begins(code, used, left))
  expect(await found('find=CUP')).toEqual(begins(used, left))
  expect(await found(`find=${left.slice(0, 4).toLowerCase()}`)).toEqual(begins(left))
  expect(await found(`find=${of(ann).steamId}`)).toEqual(begins(code))
  expect(await found(`find=${of(bob).steamId}`)).toEqual(begins(used))
  await insertSighting(context, of(bob).steamId, '阿博')
  await updateUser(context.database, of(ann).userId, { username: 'Ann' })
  expect(await found('find=ann')).toEqual(begins(code))
  expect(await found(`find=${encodeURIComponent('阿')}`)).toEqual(begins(used))
  expect((await list('?state=used')).rows).toMatchObject([
    { boughtBy: null, boughtByName: '', usedBy: of(bob).steamId, usedByName: '阿博' },
  ])
  expect(await found('state=used')).toEqual(begins(used))
  expect(await found('state=unused&duration=3m')).toEqual(begins(left))
  context.clock.advance(giftCardLifetimeMs)
  expect(await found('state=over')).toEqual(begins(code, left))
  const [bought] = (await list('?duration=1m')).rows
  expect(bought).toMatchObject({ boughtByName: 'Ann', usedByName: '' })
  expect(bought).toMatchObject({ boughtBy: of(ann).steamId, orderId: order.id, batch: null, state: 'over' })
  const batches = await app.inject({ url: '/api/operator/gift-card-batches', headers: asOperator })
  expect(batches.json()).toMatchObject([{ batch: 'cup', cards: 2, unused: 0, used: 1 }])
})

test.each([
  { count: 0, duration: '1m', batch: 'x' },
  { count: 501, duration: '1m', batch: 'x' },
  { count: 1, duration: '4h', batch: 'x' },
  { count: 1, duration: '1m', batch: ' ' },
])('F4 a batch of %j is refused', async (payload) => {
  expect((await operate('POST', '', payload)).statusCode).toBe(400)
})

test('F4 every letter of a code is as likely as any other', () => {
  const count = 2_000
  const seen = new Map<string, number>()
  for (const letter of Array.from({ length: count }, makeGiftCode).join(''))
    seen.set(letter, (seen.get(letter) ?? 0) + 1)
  const expected = (count * 16) / giftCodeAlphabet.length
  const chi = giftCodeAlphabet
    .split('')
    .reduce((sum, letter) => sum + ((seen.get(letter) ?? 0) - expected) ** 2 / expected, 0)
  // Of 30 letters: more than this happens once in a billion runs.
  expect(chi).toBeLessThan(100)
})
