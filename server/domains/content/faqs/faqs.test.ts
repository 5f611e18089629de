import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Faq, faqSchema } from '@clutch/contract/api/content/faqs.ts'
import { type OperatorFaq, operatorFaqSchema } from '@clutch/contract/api/content/operator-faqs.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { asOperator, createTestApp } from '../../../testing/http.ts'
import { registerContent } from '../index.ts'

let context: TestContext
let app: App
const acts: unknown[] = []

beforeAll(async () => {
  context = await createTestContext()
  app = await createTestApp(context, { onOperatorAction: async (act) => void acts.push(act) })
  await registerContent(context, app)
})
beforeEach(async () => {
  await context.database.deleteFrom('faqs').execute()
  acts.length = 0
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const operate = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
  app.inject({ method, url: `/api/operator/faqs${path}`, headers: asOperator, ...(payload && { payload }) })
const add = async (payload: object) =>
  z.parse(operatorFaqSchema, (await operate('POST', '', payload)).json<OperatorFaq>())
const inZh = (question: string, answer: string) => ({ question: { zh: question }, answer: { zh: answer } })
const listFaqs = async (language = 'zh') =>
  z.parse(z.array(faqSchema), (await app.inject(`/api/faqs?language=${language}`)).json<Faq[]>())
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code

test('J1 visitors read the published questions in their language, in the operator’s order', async () => {
  const second = await add({ ...inZh('二？', '<p>二</p>'), position: 20 })
  await add({ ...inZh('一？', '<p>一</p>'), position: 10 })
  await add({ ...inZh('藏', '<p>藏</p>'), published: false })
  await add({ question: { en: 'Only English?' }, answer: { en: '<p>Yes</p>', zh: '<p>没有问题的回答</p>' } })
  expect((await listFaqs()).map(({ question }) => question)).toEqual(['一？', '二？'])
  expect((await listFaqs('en')).map(({ question }) => question)).toEqual(['Only English?'])
  expect((await listFaqs())[1]).toEqual({
    id: second.id,
    question: '二？',
    answer: '<p>二</p>',
    updatedAt: context.clock.now().getTime(),
  })
  expect((await app.inject('/api/faqs')).json()).toHaveLength(2)
  expect((await app.inject('/api/faqs?language=fr')).statusCode).toBe(400)
})

test('J1 a question without a place comes last', async () => {
  const first = await add({ ...inZh('一', '一'), position: 40 })
  const last = await add(inZh('二', '二'))
  expect([first.position, last.position]).toEqual([40, 50])
  await add({ ...inZh('三', '三'), position: 10_000 })
  expect((await add(inZh('四', '四'))).position).toBe(10_000)
})

test('J1 an operator changes, hides and removes a question; its time is that of its words', async () => {
  const faq = await add(inZh('怎么买？', '<p>在 VIP 页</p>'))
  context.clock.advance(60_000)
  const moved = (await operate('PATCH', `/${faq.id}`, { position: 5, published: false })).json<OperatorFaq>()
  expect(moved).toEqual({ ...faq, position: 5, published: false, revision: faq.revision + 1 })
  expect(await listFaqs()).toEqual([])
  const answer = { en: '<p>On the page of VIP</p>' }
  const change = { question: { en: 'How?' }, answer, published: true }
  const changed = (await operate('PATCH', `/${faq.id}`, change)).json<OperatorFaq>()
  expect(changed).toMatchObject({
    question: { zh: '怎么买？', en: 'How?' },
    answer: { zh: '<p>在 VIP 页</p>', en: answer.en },
    updated: faq.updated + 60_000,
  })
  expect((await listFaqs('en'))[0]).toMatchObject({ question: 'How?', updatedAt: faq.updated + 60_000 })
  expect((await operate('DELETE', `/${faq.id}`)).statusCode).toBe(204)
  expect(await listFaqs()).toEqual([])
  for (const method of ['PATCH', 'DELETE'] as const) {
    const gone = await operate(method, `/${faq.id}`, method === 'PATCH' ? { position: 1 } : undefined)
    expect([gone.statusCode, codeOf(gone)]).toEqual([404, 'faq.not_found'])
  }
})

test('J1 of two operators the second gets a conflict, and none of their changes is saved', async () => {
  const { id, revision } = await add(inZh('谁？', '<p>先</p>'))
  const first = await operate('PATCH', `/${id}`, { answer: { zh: '<p>新</p>' }, revision })
  expect(first.statusCode).toBe(200)
  for (const late of [
    await operate('PATCH', `/${id}`, { answer: { zh: '<p>旧</p>' }, revision }),
    await operate('DELETE', `/${id}?revision=${revision}`),
  ])
    expect([late.statusCode, codeOf(late)]).toEqual([409, 'edit.conflict'])
  expect((await listFaqs())[0]?.answer).toBe('<p>新</p>')
  expect((await operate('DELETE', `/${id}?revision=${revision + 1}`)).statusCode).toBe(204)
})

test.each([
  [{ question: { zh: '问' } }],
  [{ question: { zh: '问' }, answer: { en: '<p>a</p>' } }],
  [inZh(' ', '<p>a</p>')],
  [inZh('问', '<p> </p><hr>')],
  [inZh('问', '<script>alert(1)</script>')],
  [inZh('问'.repeat(201), '答')],
  [inZh('问', '答'.repeat(20_001))],
  [inZh('两\n行', '答')],
  [{ ...inZh('问', '答'), position: -1 }],
  [{ ...inZh('问', '答'), position: 1.5 }],
  [{ ...inZh('问', '答'), unknown: 1 }],
])('J1 a question or answer that would not be readable is refused: %j', async (payload) => {
  const refused = await operate('POST', '', payload)
  expect([refused.statusCode, codeOf(refused)]).toEqual([400, 'request.invalid'])
  const { id } = await add(inZh('问', '答'))
  expect((await operate('PATCH', `/${id}`, { question: { zh: '' } })).statusCode).toBe(400)
  expect(await listFaqs()).toHaveLength(1)
})

test.each(['a\u0000b', '\ud800 x', '\u0007'])('J1 text no database can hold is refused: %j', async (text) => {
  const headers = { ...asOperator, 'content-type': 'application/json' }
  for (const payload of [inZh('问', text), inZh(text, '答')]) {
    const url = '/api/operator/faqs'
    const answer = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })
    expect(answer.statusCode).toBe(400)
  }
})

const out = 'target="_blank" rel="noopener noreferrer"'

test.each([
  ['<p>Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
  ['<img src=x onerror=alert(1)>text', 'text'],
  ['<p style="color:red" class="x" id="y" onclick="alert(1)">a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', `<a ${out}>a</a>`],
  ['<a href="jav&#x09;ascript:alert(1)">a</a>', `<a ${out}>a</a>`],
  ['<a href="data:text/html,x">a</a>', `<a ${out}>a</a>`],
  ['<a href="//evil.example">a</a>', `<a ${out}>a</a>`],
  ['<a href="/vip">a</a>', `<a ${out}>a</a>`],
  ['<a href="https:auth/link?token=x">a</a>', `<a ${out}>a</a>`],
  ['<a href="https:evil">a</a>', `<a ${out}>a</a>`],
  ['<a href="https:/evil">a</a>', `<a ${out}>a</a>`],
  [
    '<a href="https://a.example/?b=1" target="_self" rel="opener">a</a>',
    `<a href="https://a.example/?b=1" ${out}>a</a>`,
  ],
  ['<a href="mailto:help@a.example">a</a>', `<a href="mailto:help@a.example" ${out}>a</a>`],
  ['<b>a</b><i>b</i>', '<strong>a</strong><em>b</em>'],
  ['<iframe src="https://a.example"></iframe><svg onload=alert(1)><p>a</p></svg>', '<p>a</p>'],
  ['<style>p{}</style><form action=x><input name=y>a</form>', 'a'],
  ['<ul><li>a</li></ul><pre><code>b</code></pre>', '<ul><li>a</li></ul><pre><code>b</code></pre>'],
  [
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td colspan="9">b</td></tr></tbody></table>',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
  ],
  ['1 < 2 & <p>open', '1 &lt; 2 &amp; <p>open</p>'],
])('J1 an answer is sanitised when it is saved: %s', async (written, stored) => {
  const faq = await add(inZh('问', written))
  expect(faq.answer.zh).toBe(stored)
  const changed = await operate('PATCH', `/${faq.id}`, { answer: { en: written }, question: { en: 'q' } })
  expect(changed.json<OperatorFaq>().answer).toEqual({ zh: stored, en: stored })
  expect((await listFaqs())[0]?.answer).toBe(stored)
})

test('J1 a question is plain text: it comes back as it was typed', async () => {
  const question = '<img src=x onerror=alert(1)> & <b>?'
  await add(inZh(question, '答'))
  expect((await listFaqs())[0]?.question).toBe(question)
})

test('C12 an operator’s change to a question records its old and new contents', async () => {
  const { id } = await add(inZh('问', '答'))
  await operate('PATCH', `/${id}`, { published: false })
  await operate('DELETE', `/${id}`)
  await operate('DELETE', `/${randomUUIDv7()}`)
  expect(acts).toMatchObject([
    { subject: '问', after: { question: { zh: '问' } } },
    { params: { id }, subject: '问', before: { published: true }, after: { published: false } },
    { subject: '问', before: { published: false }, after: null },
    { refused: 'faq.not_found' },
  ])
})
