import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './page-search.ts'

test('D9 lists stay readable and values stay strings', () => {
  const search = parseSearch('?s=128&modes=retakes,public&hide_full=false&from=vip')
  expect(search).toEqual({ s: '128', modes: 'retakes,public', hide_full: 'false', from: 'vip' })
  expect(stringifySearch(search)).toBe('?s=128&modes=retakes,public&hide_full=false&from=vip')
  expect(stringifySearch({})).toBe('')
})

test('the first of repeated parameters counts, and non-strings are left out', () => {
  expect(parseSearch('?s=a&s=b')).toEqual({ s: 'a' })
  expect(stringifySearch({ s: 'a', modes: undefined, from: 7 })).toBe('?s=a')
})

test.each(['?%E0%A4%A', '?__proto__=x', '?=&&=', '?a[]=1&a=2', '%'])(
  '%s is read without an error',
  (query) => {
    expect(Object.values(parseSearch(query)).every((value) => typeof value === 'string')).toBe(true)
  },
)

test('A6 whatever is written is read back', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' })
  const search = fc.dictionary(name, fc.string({ unit: 'grapheme' }), { noNullPrototype: true })
  fc.assert(
    fc.property(search, (written) => {
      const read = parseSearch(stringifySearch(written))
      expect(read).toEqual(written)
    }),
  )
})
