import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { findServerOnlySpans, markPure, removeSpans } from './slim-calls.ts'

const slim = (code: string) => removeSpans(code, findServerOnlySpans(parseSync('calls.js', code).program))

test('the properties of a call that only the server reads are not in the page; its reply and address are', () => {
  const code = `export const change = defineCall({
  method: 'PATCH', path: '/api/things/:id', who: 'operator', tag: 'operator', audit: 'changeThing',
  summary: 'Changes, among others, { this }.',
  params: z.object({ id }), body: z.strictObject({ body: z.string(), errors: z.string() }),
  reply: z.object({ query: z.string() }),
  limits: [{ name: 'change account', by: 'domain' }],
  errors: ['request.invalid'],
})
const other = { body: 1 }`
  expect(slim(code).replaceAll(/\s+/g, ' ')).toBe(
    `export const change = defineCall({ method: 'PATCH', path: '/api/things/:id', who: 'operator', reply: z.object({ query: z.string() }), }) const other = { body: 1 }`,
  )
})

test('a call whose last property goes is still one', () => {
  expect(slim(`defineCall({ path: 'x', errors: [] })`)).toBe(`defineCall({ path: 'x',  })`)
})

test('values that are made by calls are marked as free of side effects; functions stay', () => {
  const code = `const a = z.string().check(x)
export const b = { a, c: z.int() }, d = () => z.int()
export function e() { const f = z.int() }`
  expect(markPure(code, parseSync('calls.js', code).program))
    .toBe(`const a = /* @__PURE__ */ (() => (z.string().check(x)))()
export const b = /* @__PURE__ */ (() => ({ a, c: z.int() }))(), d = () => z.int()
export function e() { const f = z.int() }`)
})
