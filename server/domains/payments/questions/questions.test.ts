import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { mailConfig, readQueuedMails } from '../../accounts/email/testing/email-fixture.ts'
import { registerAccounts } from '../../accounts/index.ts'
import { clearAccounts } from '../../accounts/testing/clear-accounts.ts'
import type { TestUser } from '../../accounts/testing/test-users.ts'
import { updateUser } from '../../accounts/users/users.store.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { registerQuestionRoutes } from './questions.routes.ts'
import { answerQuestion } from './questions.service.ts'
import { aBuyer, insertOrder } from '../testing/rows.ts'
import { createPaymentsContext } from '../payments-context.ts'

const steamId = '76561197960265729'

let context: TestContext
let app: App
let buyer: TestUser
let order: string
beforeAll(async () => {
  context = await createTestContext({ config: mailConfig })
  app = await createTestApp(context)
  registerAccounts(context, app)
  registerQuestionRoutes(createPaymentsContext(context, { products: [], providers: [] }), app)
})
beforeEach(async () => {
  await context.database.deleteFrom('order_questions').execute()
  await context.database.deleteFrom('orders').execute()
  await clearAccounts(context)
  buyer = await aBuyer(context, steamId)
  order = await insertOrder(context.database, context.clock.now(), { user_id: buyer.userId, number: 'ord-1' })
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const ask = (text: string, { headers }: { headers?: TestUser['headers'] } = buyer, id = order) =>
  app.inject({
    method: 'POST',
    url: `/api/payment/orders/${id}/questions`,
    headers: { ...headers },
    payload: { text },
  })
const list = async (query = '') =>
  (await app.inject({ url: `/api/operator/order-questions${query}`, headers: asOperator })).json<
    { id: string; text: string }[]
  >()
const reply = (id: string, answer: string) =>
  app.inject({
    method: 'POST',
    url: `/api/operator/order-questions/${id}`,
    headers: asOperator,
    payload: { answer },
  })

test('H2 a buyer asks about an order and finds the answer at it', async () => {
  const asked = context.clock.now().getTime()
  const view = (await ask('  钱付了，\nVIP 呢？ ')).json<OrderView>()
  expect([view.id, view.questions]).toEqual([
    order,
    [{ text: '钱付了，\nVIP 呢？', asked, answer: null, answered: null }],
  ])
  const [question] = await list()
  expect(question).toEqual({
    id: question?.id,
    orderId: order,
    number: 'ord-1',
    steamId,
    buyerName: '',
    text: '钱付了，\nVIP 呢？',
    asked,
    answer: null,
    answered: null,
  })
  await updateUser(context.database, buyer.userId, { username: '阿杰' })
  expect(await list()).toMatchObject([{ buyerName: '阿杰' }])
  context.clock.advance(60_000)
  const answered = context.clock.now().getTime()
  expect((await reply(question?.id ?? '', ' It is there now ')).json()).toMatchObject({
    answer: 'It is there now',
    buyerName: '阿杰',
  })
  expect(await list()).toEqual([])
  expect((await ask('Thanks')).json<OrderView>().questions).toEqual([
    { text: '钱付了，\nVIP 呢？', asked, answer: 'It is there now', answered },
    { text: 'Thanks', asked: answered, answer: null, answered: null },
  ])
  expect((await list()).map(({ text }) => text)).toEqual(['Thanks'])
  expect((await list('?all=true')).map(({ text }) => text)).toEqual(['Thanks', '钱付了，\nVIP 呢？'])
})

test("H2 a user cannot ask about another user's order", async () => {
  const other = await aBuyer(context, '76561197960265730')
  for (const answer of [await ask('?', other), await ask('?', buyer, randomUUIDv7())])
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'order.not_found'])
  expect((await ask('?', {})).statusCode).toBe(401)
  for (const text of ['', '  ', 'x'.repeat(1_001), 'a\u0000b'])
    expect((await ask(text)).json()).toMatchObject({ code: 'request.invalid' })
  expect(await list()).toEqual([])
})

test('C20 ten questions an hour, then one has to wait', async () => {
  for (let at = 0; at < 10; at++) expect((await ask('?')).statusCode).toBe(200)
  expect((await ask('?')).json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
  context.clock.advance(6 * 60_000)
  expect((await ask('?')).statusCode).toBe(200)
})

test('H2 an answer is mailed for three days where an address is known, and nowhere else', async () => {
  await ask('?')
  const [question] = await list()
  const id = question?.id ?? ''
  await reply(id, 'First')
  expect(await readQueuedMails(context)).toEqual([])
  await updateUser(context.database, buyer.userId, { email: 'ann@mail.example', password_hash: '-' })
  await reply(id, 'Second')
  expect(await readQueuedMails(context)).toEqual([
    {
      to: 'ann@mail.example',
      language: 'both',
      content: { kind: 'order-answered', number: 'ord-1', answer: 'Second' },
      until: new Date(context.clock.now().getTime() + 3 * 24 * 3_600_000).toISOString(),
      player: { steamId: buyer.steamId, unsubscribe: null },
    },
  ])
  const silent = { ...context, config: { ...context.config, smtpUrl: undefined } }
  expect(await answerQuestion(silent, id, 'Third')).toMatchObject({ answer: 'Third' })
  expect(await readQueuedMails(context)).toHaveLength(1)
})

test('H2 only the operator answers, a question there is, in one line', async () => {
  await ask('?')
  const [question] = await list()
  const id = question?.id ?? ''
  expect((await reply(randomUUIDv7(), 'x')).json()).toMatchObject({ code: 'question.not_found' })
  for (const answer of ['', ' ', 'a\nb', 'x'.repeat(1_001)])
    expect((await reply(id, answer)).json()).toMatchObject({ code: 'request.invalid' })
  const url = `/api/operator/order-questions/${id}`
  const answer = await app.inject({ method: 'POST', url, headers: buyer.headers, payload: { answer: 'x' } })
  expect(answer.statusCode).toBe(403)
  expect((await app.inject({ url: '/api/operator/order-questions' })).statusCode).toBe(401)
})
