import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import type { App } from '../../../platform/http/app.ts'
import { FulfilmentFailed } from '../../payments/index.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { createVipApp } from '../testing/app.ts'
import { fulfil, paidOrder, productOf, revoke } from '../testing/orders.ts'

let context: TestContext
let app: App
let ann: TestUser
const steamId = '76561198000000001'
const friend = '76561198000000002'
const day = 24 * 3_600_000
const month = 30 * day

beforeAll(async () => {
  context = await createTestContext()
  app = await createVipApp(context)
})
beforeEach(async () => {
  for (const table of ['gift_cards', 'orders', 'vip_terms'] as const)
    await context.database.deleteFrom(table).execute()
  await clearAccounts(context)
  ann = await signIn(context, steamId)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const now = () => context.clock.now().getTime()
/** Returns when a player's VIP ends (ms since 1970); undefined without VIP. */
async function ends(of = steamId): Promise<number | null | undefined> {
  const answer = await app.inject({ url: '/api/operator/memberships', headers: asOperator })
  const held = answer.json<{ rows: { steamId: string; group: string; expires: number | null }[] }>()
  return held.rows.find((one) => one.steamId === of && one.group === 'vip')?.expires
}
const setEnd = (expires: number | null) =>
  app.inject({
    method: 'PUT',
    url: `/api/operator/memberships/${steamId}/vip`,
    headers: asOperator,
    payload: { expires },
  })
const plan = (options: object = {}) =>
  productOf(context, 'vip').quote(ann, 'plan', { duration: '1m', paymentMethod: 'alipay', ...options })

test('F7 VIP counts from the later of now and the present end', async () => {
  await fulfil(context, 'vip', await paidOrder(context, ann, 'vip'))
  const first = now() + month
  expect(await ends()).toBe(first)
  context.clock.advance(10 * day)
  await fulfil(context, 'vip', await paidOrder(context, ann, 'vip', '3m'))
  expect(await ends()).toBe(first + 3 * month)
  context.clock.advance(200 * day)
  await fulfil(context, 'vip', await paidOrder(context, ann, 'vip'))
  expect(await ends()).toBe(now() + month)
})

test('F7 an order that is delivered again, and at the same time, counts once', async () => {
  const order = await paidOrder(context, ann, 'vip')
  await Promise.all(Array.from({ length: 8 }, () => fulfil(context, 'vip', order)))
  await fulfil(context, 'vip', order)
  expect(await ends()).toBe(now() + month)
})

test.each([true, false])('F7 orders paid at the same time all count (VIP before: %j)', async (before) => {
  if (before) await setEnd(now() + day)
  const orders = await Promise.all(Array.from({ length: 8 }, () => paidOrder(context, ann, 'vip')))
  await Promise.all(orders.map((order) => fulfil(context, 'vip', order)))
  expect(await ends()).toBe(now() + (before ? day : 0) + 8 * month)
})

test('F7 a refund revokes the rest of its term, once', async () => {
  const order = await paidOrder(context, ann, 'vip')
  await setEnd(now() + 5 * day)
  const before = now()
  await fulfil(context, 'vip', order)
  context.clock.advance(20 * day)
  await revoke(context, 'vip', order)
  expect(await ends()).toBe(undefined)
  await setEnd(before + 50 * day)
  await revoke(context, 'vip', order)
  expect(await ends()).toBe(before + 50 * day)
})

test('F7 a refund takes nothing of the terms after it, whatever the order of refunds', async () => {
  const startedAt = now()
  const [first, second, third] = [
    await paidOrder(context, ann, 'vip'),
    await paidOrder(context, ann, 'vip'),
    await paidOrder(context, ann, 'vip'),
  ]
  for (const order of [first, second, third]) await fulfil(context, 'vip', order)
  context.clock.advance(10 * day)
  await revoke(context, 'vip', first)
  expect(await ends()).toBe(startedAt + 70 * day)
  // The second runs from day 10 to day 40 by now.
  context.clock.advance(25 * day)
  await revoke(context, 'vip', second)
  expect(await ends()).toBe(startedAt + 65 * day)
  await revoke(context, 'vip', third)
  expect(await ends()).toBe(undefined)
})

const daysLeft = async () => {
  const end = await ends()
  return end === undefined || end === null ? end : (end - now()) / day
}
const buy = async () => {
  const order = await paidOrder(context, ann, 'vip')
  await fulfil(context, 'vip', order)
  return order
}
const removeVip = () =>
  app.inject({
    method: 'DELETE',
    url: `/api/operator/memberships/${steamId}/vip`,
    headers: asOperator,
  })

test('F7 a refund revokes nothing after an operator revoked the membership', async () => {
  const first = await buy()
  await removeVip()
  const second = await buy()
  await revoke(context, 'vip', first)
  expect(await daysLeft()).toBe(30)
  context.clock.advance(10 * day)
  await revoke(context, 'vip', second)
  expect(await daysLeft()).toBe(undefined)
})

test('F7 of a term that an operator cut short a refund takes what the operator left of it', async () => {
  const first = await buy()
  await setEnd(now() + 2 * day)
  await buy()
  expect(await daysLeft()).toBe(32)
  await revoke(context, 'vip', first)
  expect(await daysLeft()).toBe(30)
})

test('F7 a later term’s refund does not bring back what an operator took', async () => {
  await buy()
  await removeVip()
  const second = await buy()
  await revoke(context, 'vip', second)
  expect(await daysLeft()).toBe(undefined)
})

test('F7 of several terms shortened by an operator, one refund removes nothing while another term needs all the remaining time', async () => {
  const [first, second] = [await buy(), await buy()]
  await setEnd(now() + 10 * day)
  await revoke(context, 'vip', first)
  expect(await daysLeft()).toBe(10)
  await revoke(context, 'vip', second)
  expect(await daysLeft()).toBe(undefined)
})

test('F7 what an operator gave is no part of a term, and stays', async () => {
  const first = await buy()
  await setEnd(now() + 60 * day)
  const second = await buy()
  await revoke(context, 'vip', first)
  expect(await daysLeft()).toBe(60)
  await revoke(context, 'vip', second)
  expect(await daysLeft()).toBe(30)
})

test('F7 concurrent refunds and payments leave the terms that are paid and not refunded', async () => {
  const orders = await Promise.all(Array.from({ length: 12 }, () => paidOrder(context, ann, 'vip')))
  const [back, kept] = [orders.slice(0, 6), orders.slice(6)]
  for (const order of back) await fulfil(context, 'vip', order)
  await Promise.all([
    ...back.map((order) => revoke(context, 'vip', order)),
    ...kept.map((order) => fulfil(context, 'vip', order)),
  ])
  expect(await ends()).toBe(now() + 6 * month)
})

test('F4 a user buys VIP for themselves or for another player', async () => {
  expect(await plan()).toEqual({
    options: { duration: '1m', paymentMethod: 'alipay', recipient: steamId },
    duration: '1m',
    relocatable: false,
    method: 'alipay',
    recipient: steamId,
    description: { zh: 'VIP 会员（1 个月）', en: 'VIP membership, 1 month' },
  })
  expect(await plan({ recipient: friend })).toMatchObject({ recipient: friend })
  const order = { ...(await paidOrder(context, ann, 'vip')), recipient: friend }
  await fulfil(context, 'vip', order)
  expect(await ends()).toBe(undefined)
  expect(await ends(friend)).toBe(now() + month)
})

test.each([
  { duration: '4h' },
  { duration: '1M' },
  { paymentMethod: 'cash' },
  { recipient: 'me' },
  { recipient: '76561197960265728' },
  { price: 1 },
])('F4 H7 a plan with %j is refused', async (options) => {
  await expect(plan(options)).rejects.toMatchObject({ code: 'request.invalid' })
})

test('F4 nothing else is sold under the name of VIP', async () => {
  const options = { duration: '1m', paymentMethod: 'paypal' }
  for (const [type, id] of [
    ['vip', 'card'],
    ['vip_card', 'plan'],
  ] as const)
    await expect(productOf(context, type).quote(ann, id, options)).rejects.toMatchObject({
      code: 'product.not_sold',
    })
})

test('F4 an order for another player does not reveal that they are permanent VIP; if it was paid, fulfilment fails', async () => {
  const answer = await plan({ recipient: friend })
  await app.inject({
    method: 'PUT',
    url: `/api/operator/memberships/${friend}/vip`,
    headers: asOperator,
    payload: { expires: null },
  })
  expect(await plan({ recipient: friend })).toEqual(answer)
  const order = { ...(await paidOrder(context, ann, 'vip')), recipient: friend }
  await expect(fulfil(context, 'vip', order)).rejects.toBeInstanceOf(FulfilmentFailed)
})

test('F4 a permanent VIP cannot order VIP; an order already paid cannot be fulfilled', async () => {
  const order = await paidOrder(context, ann, 'vip')
  await setEnd(null)
  await expect(plan()).rejects.toMatchObject({ code: 'vip.permanent' })
  await expect(fulfil(context, 'vip', order)).rejects.toBeInstanceOf(FulfilmentFailed)
  expect(await plan({ recipient: friend })).toMatchObject({ recipient: friend })
  await setEnd(now() + day)
  await fulfil(context, 'vip', order)
  await setEnd(null)
  await fulfil(context, 'vip', order)
  await revoke(context, 'vip', order)
  expect(await ends()).toBe(null)
})

test('F7 VIP reaches no game server until a command is set and one has an RCON password', async () => {
  const { database } = context
  const reaches = () => productOf(context, 'vip').reachesServers?.(database)
  expect(await reaches()).toBe(false)
  const value = JSON.stringify({ vipCommands: { grant: 'css_vip_add {steamid}' } })
  await database
    .insertInto('portal_settings')
    .values({ key: 'portal', value, updated_at: new Date(now()) })
    .execute()
  expect(await reaches()).toBe(false)
  await database.deleteFrom('portal_settings').execute()
})
