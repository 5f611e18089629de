import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseStepReason } from './step-reason.ts'

test.each([
  ['ordered', { word: 'ordered', rest: '', refused: false }],
  ['paid by 0123abc', { word: 'paidBy', rest: '0123abc', refused: false }],
  ['paid late by 0123abc', { word: 'paidLate', rest: '0123abc', refused: false }],
  ['by alipay', { word: 'by', rest: 'alipay', refused: false }],
  ['ord-20261121-aaaaaa is paid', { word: 'otherPaid', rest: 'ord-20261121-aaaaaa', refused: false }],
  ['refused: the provider has closed it', { word: 'providerClosed', rest: '', refused: true }],
  ['服务器停机 (76561197960265729)', { word: null, rest: '服务器停机 (76561197960265729)', refused: false }],
  ['', { word: null, rest: '', refused: false }],
])('J the reason of a step %j is said in the operator’s language', (reason, read) => {
  expect(parseStepReason(reason)).toEqual(read)
})

test('J every reason that the portal itself writes is known', () => {
  const folder = join(import.meta.dirname, '../../../../../../server/domains/payments')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const written = sources.flatMap((source) =>
    [...source.matchAll(/reason(?::| =) '([a-z][^']+)'/g)].map(([, text = '']) => text),
  )
  expect(written.length).toBeGreaterThan(8)
  for (const text of written) expect([text, parseStepReason(text).word]).not.toEqual([text, null])
})
