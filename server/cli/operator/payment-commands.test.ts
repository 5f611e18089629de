import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registerAccounts } from '../../domains/accounts/index.ts'
import { clearAccounts } from '../../domains/accounts/testing/clear-accounts.ts'
import type { App } from '../../platform/http/app.ts'
import { registerPayments } from '../../domains/payments/index.ts'
import { billingProvider } from '../../domains/payments/testing/billing-provider.ts'
import { aBuyer, insertAttempt, insertOrder } from '../../domains/payments/testing/rows.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { createTestApp } from '../../testing/http.ts'
import { type CommandLine, openCommandLine } from './testing/command-line.ts'

const alipay = billingProvider()
let context: TestContext
let app: App
let shell: CommandLine
beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context)
  registerAccounts(context, app)
  await registerPayments(context, app, { products: [], providers: [alipay] })
  shell = await openCommandLine(context, app)
})
beforeEach(async () => {
  const { database } = context
  await database.updateTable('orders').set({ paid_by: null }).execute()
  for (const table of ['money_steps', 'refunds', 'payment_attempts', 'order_questions', 'orders'] as const)
    await database.deleteFrom(table).execute()
  for (const table of ['prices', 'coupons', 'money_alerts', 'money_reports'] as const)
    await database.deleteFrom(table).execute()
  await clearAccounts(context)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
  shell.close()
})

const operator: CommandLine['operator'] = (...line) => shell.operator(...line)
const rows = async (line: string) => (await operator(line)).out.split('\n').map((row) => row.split(/ {2,}/))
const json = async <T>(line: string) => JSON.parse((await operator(line)).out) as T

/** An order of ¥88 that Alipay holds the money of. */
async function paidOrder(): Promise<{ id: string; no: string }> {
  const { database, clock } = context
  const now = clock.now()
  const { userId } = await aBuyer(context)
  const id = await insertOrder(database, now, { user_id: userId, number: 'ord-20261121-8f3k2q' })
  const attempt = await insertAttempt(database, now, { order_id: id, reference: '2026112122001' })
  await database
    .updateTable('orders')
    .set({ state: 'paid', paid_at: now, paid_by: attempt.id })
    .where('id', '=', id)
    .execute()
  return { id, no: attempt.no }
}

test('H1 a price is set in yuan or in fen, listed as people write it, and removed', async () => {
  expect((await operator('price set vip 1m CNY --amount 29.00')).code).toBe(0)
  expect(await json('price set server_rental 4h USD --amount 120 --relocatable true --json')).toEqual({
    product: 'server_rental',
    duration: '4h',
    relocatable: true,
    currency: 'USD',
    amount: 120,
    revision: expect.any(Number) as number,
  })
  expect(await rows('price list')).toEqual([
    ['product', 'duration', 'relocatable', 'currency', 'amount'],
    ['vip', '1m', 'false', 'CNY', '29.00'],
    ['server_rental', '4h', 'true', 'USD', '1.20'],
  ])
  expect((await operator('price remove server_rental 4h USD')).err).toMatch(/price\.invalid/)
  expect((await operator('price remove server_rental 4h USD --relocatable true')).out).toBe('done')
  expect(await rows('price list')).toHaveLength(2)
})

test('J all matching orders are printed as lines of JSON', async () => {
  const { id } = await paidOrder()
  const { code, out } = await operator('order export --state paid')
  expect([code, JSON.parse(out)]).toMatchObject([0, { id, amount: 8_800 }])
  expect(await operator('order export --state closed')).toEqual({ code: 0, out: '', err: '' })
  expect((await operator('order export --state nowhere')).code).toBe(1)
})

test.each([
  ['price set vip 1m CNY', /missing: --amount/],
  ['price set vip 1m CNY --amount 29.001', /amount: money, such as/],
  ['price set vip 1m CNY --amount ¥29', /amount: money, such as/],
  ['price set vip 1m CNY --amount -1.00', /amount/],
  ['price set vip 1m EUR --amount 1', /<currency> is invalid/],
  ['price set vip 4h CNY --amount 1', /price\.invalid/],
  ['coupon set SPRING --percent 10 --products vip,skin', /products: some of vip,vip_card,server_rental/],
  ['coupon set SPRING --percent 10 --for 3d --ends 5', /only one of --for, --until, --ends/],
  ['coupon set SPRING', /request\.invalid/],
  ['coupon set - --percent 10', /<code> is invalid/],
  ['money report alipay yesterday', /<day> is invalid/],
  ['money report wechat 2026-11-20', /payment\.not_configured/],
  ['order refund 5 --reason x', /<id> is invalid/],
  ['order show 0195ffff-ffff-7fff-bfff-ffffffffffff', /order\.not_found/],
  ['question answer 0195ffff-ffff-7fff-bfff-ffffffffffff --answer x', /question\.not_found/],
  ['money dismiss 0195ffff-ffff-7fff-bfff-ffffffffffff', /alert\.not_found/],
])('H1 %s fails with one line', async (line, message) => {
  const { code, err, out } = await operator(line)
  expect([code, out, err.split('\n').length]).toEqual([1, '', 1])
  expect(err).toMatch(message)
})

test('H7 a coupon is set until a day, for some products, listed and removed', async () => {
  await operator('coupon set spring --percent 20 --products vip,vip_card --uses 100 --until 2026-12-31')
  await operator('coupon set FIVE --amount 5.00 --currency CNY uses_each=1 usesEach=1')
  await operator('coupon set FIVE --amount 5.00 --currency CNY --uses-each 1 products=')
  expect(await rows('coupon list')).toEqual([
    ['code', 'percent', 'amount', 'currency', 'products', 'uses', 'usesEach', 'used', 'starts', 'ends'],
    ['FIVE', '-', '5.00', 'CNY', '[]', '-', '1', '0', '-', '-'],
    ['SPRING', '20', '-', '-', '["vip","vip_card"]', '100', '-', '0', '-', '2027-01-01 00:00:00'],
  ])
  expect((await operator('coupon remove Spring')).out).toBe('done')
  expect((await operator('coupon remove Spring')).err).toMatch(/coupon\.unknown/)
})

test('H3 an order is found by its numbers, shown with its history, and refunded in part and whole', async () => {
  const { id, no } = await paidOrder()
  for (const find of ['ord-20261121-8f3k2q', no, '2026112122001'])
    expect((await rows(`order list --find ${find}`))[1]?.slice(0, 4)).toEqual([
      id,
      'ord-20261121-8f3k2q',
      'paid',
      '76561197960265729',
    ])
  expect((await operator('order list --state open')).out).toBe('none')
  expect(await json(`order show ${id}`)).toMatchObject({
    order: { state: 'paid', amount: '88.00', paid: '2026-11-21 20:00:00' },
    attempts: [{ no, state: 'paid', amount: '88.00', paid: '2026-11-21 20:00:00', next: null }],
  })
  expect((await operator(`order refund ${id}`)).err).toMatch(/missing: --reason/)
  expect(await json(`order refund ${id} --amount 8.50 --reason '服务器停机 一天'`)).toMatchObject({
    refunds: [{ state: 'asked', amount: '8.50', reason: '服务器停机 一天', by: 'operator' }],
  })
  expect((await operator(`order refund ${id} --amount 79.51 --reason x`)).err).toMatch(/refund\.too_much/)
  expect(await json(`order refund ${id} --reason x --json`)).toMatchObject({
    refunds: [{ amount: 850 }, { amount: 7_950 }],
  })
})

test('H5 an order is asked about and delivered again', async () => {
  const { id } = await paidOrder()
  expect((await operator(`order check ${id}`)).code).toBe(0)
  expect((await operator(`order fulfil ${id}`)).code).toBe(0)
})

test('H2 questions are listed and answered', async () => {
  const { id } = await paidOrder()
  const question = { id: '0195ffff-ffff-7fff-bfff-ffffffffffff', order_id: id, text: '两行\n文字' }
  await context.database
    .insertInto('order_questions')
    .values({ ...question, asked_at: context.clock.now() })
    .execute()
  const { out } = await operator('question list')
  expect(out).toContain('2026-11-21 20:00:00')
  expect(out.split('\n')).toHaveLength(2)
  await operator(`question answer ${question.id} --answer 'It is there now'`)
  expect((await operator('question list')).out).toBe('none')
  expect((await operator('question list --all true')).out).toContain('It is there now')
})

test('H5 a day is compared with the bill, and its differences are alerts', async () => {
  const { no } = await paidOrder()
  alipay.bills.set('2026-11-21', [{ what: 'payment', no, amount: 8_801, currency: 'CNY' }])
  expect(await json('money report alipay 2026-11-21')).toMatchObject({
    state: 'differs',
    ours: { payments: 1, paid: '88.00' },
    theirs: { payments: 1, paid: '88.01' },
    differences: [{ kind: 'amount', ours: '88.00', theirs: '88.01' }],
  })
  expect((await rows('money reports'))[1]?.slice(0, 4)).toEqual([
    'alipay',
    '2026-11-21',
    'differs',
    '2026-11-21 20:00:00',
  ])
  const [, alert] = await rows('money alerts')
  expect(alert?.slice(1, 4)).toEqual(['bill-differs', 'alipay 2026-11-21', '1'])
  expect((await operator(`money dismiss ${alert?.[0]}`)).out).toBe('done')
  expect((await operator('money alerts')).out).toBe('none')
  expect((await rows('provider list'))[1]?.slice(0, 3)).toEqual(['alipay', 'true', 'gateway.example'])
})
