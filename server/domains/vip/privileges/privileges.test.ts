import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator } from '../../../testing/http.ts'
import { createVipApp } from '../testing/app.ts'

let context: TestContext
let app: App

beforeAll(async () => {
  context = await createTestContext()
  app = await createVipApp(context)
})
beforeEach(() => context.database.deleteFrom('privileges').execute())
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const url = '/api/operator/privileges'
const add = (payload: object) => app.inject({ method: 'POST', url, headers: asOperator, payload })
const change = (id: string, payload: object) =>
  app.inject({ method: 'PATCH', url: `${url}/${id}`, headers: asOperator, payload })
const remove = (id: string) => app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: asOperator })
const seen = async (language: string) =>
  (await app.inject({ url: `/api/privileges?language=${language}` })).json<object[]>()
const unknown = '0195ffff-ffff-7fff-bfff-ffffffffffff'
const slots = {
  order: 2,
  content: { zh: '预留位', en: 'Reserved slots' },
  detail: { zh: '满员时可进', en: 'Join a full server' },
  flags: { vip: 1, pro: 2 },
}

test('F5 the table is a list in order, in one language, with a flag for each category', async () => {
  const { id } = (await add(slots)).json<{ id: string }>()
  const first = (await add({ order: 1, content: { zh: '', en: 'Chat' } })).json<{ id: string }>()
  expect(await seen('zh')).toEqual([
    { id: first.id, order: 1, content: 'Chat', detail: '', normal: 0, vip: 0, pro: 0, kol: 0, op: 0 },
    { id, order: 2, content: '预留位', detail: '满员时可进', normal: 0, vip: 1, pro: 2, kol: 0, op: 0 },
  ])
  expect(await seen('en')).toMatchObject([{ content: 'Chat' }, { content: 'Reserved slots' }])
  const answer = await app.inject({ url: '/api/privileges' })
  expect(answer.json()).toMatchObject([{ content: 'Chat' }, { content: '预留位' }])
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test('F5 a text missing in one language is shown in the other, each text separately', async () => {
  await add({ order: 1, content: { zh: '聊天', en: ' ' }, detail: { en: 'Colours' } })
  expect(await seen('en')).toMatchObject([{ content: '聊天', detail: 'Colours' }])
  expect(await seen('zh')).toMatchObject([{ content: '聊天', detail: 'Colours' }])
})

test('F5 an operator changes the given fields, down to one flag, and removes a row', async () => {
  const { id } = (await add(slots)).json<{ id: string }>()
  const changed = await change(id, { content: { en: 'Slots' }, flags: { kol: 1, pro: 0 } })
  const expected = {
    id,
    ...slots,
    content: { zh: '预留位', en: 'Slots' },
    flags: { normal: 0, vip: 1, pro: 0, kol: 1, op: 0 },
    revision: 2,
  }
  expect(changed.json()).toEqual(expected)
  expect((await app.inject({ url, headers: asOperator })).json()).toEqual([expected])
  expect((await change(id, { order: 9, detail: { zh: '' } })).json()).toMatchObject({
    order: 9,
    detail: { zh: '' },
  })
  expect((await remove(id)).statusCode).toBe(204)
  expect((await remove(id)).json()).toMatchObject({ code: 'privilege.not_found' })
  expect((await change(unknown, {})).json()).toMatchObject({ code: 'privilege.not_found' })
})

test('F5 a row without text is refused', async () => {
  expect((await add({ ...slots, content: { zh: '', en: '' } })).statusCode).toBe(400)
  expect((await add({ ...slots, content: { zh: ' ', en: '' } })).statusCode).toBe(400)
  const { id } = (await add(slots)).json<{ id: string }>()
  expect((await change(id, { content: { zh: '', en: ' ' } })).json()).toMatchObject({
    code: 'request.invalid',
  })
  for (const flags of [{ vip: 3 }, { vip: -1 }, { vip: 0.5 }])
    expect((await change(id, { flags })).statusCode).toBe(400)
  expect((await app.inject({ url, headers: asOperator })).json()).toMatchObject([{ content: slots.content }])
})

test.each(['GET', 'POST'] as const)('F5 only an operator may %s', async (method) => {
  expect((await app.inject({ method, url, payload: slots })).statusCode).toBe(401)
})

test('F5 J of two operators who change or remove a row, the second gets a conflict', async () => {
  const { id, revision } = (await add(slots)).json<{ id: string; revision: number }>()
  expect((await change(id, { order: 3, revision })).json()).toMatchObject({
    order: 3,
    revision: revision + 1,
  })
  const late = await change(id, { order: 4, revision })
  expect([late.statusCode, late.json()]).toEqual([409, expect.objectContaining({ code: 'edit.conflict' })])
  const removed = (seenNow: number) =>
    app.inject({ method: 'DELETE', url: `${url}/${id}?revision=${seenNow}`, headers: asOperator })
  expect((await removed(revision)).json()).toMatchObject({ code: 'edit.conflict' })
  expect(await seen('zh')).toMatchObject([{ order: 3 }])
  expect((await removed(revision + 1)).statusCode).toBe(204)
})
