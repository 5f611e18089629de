import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFilter, removeUnknownValues, parseFilter, parseCommaList } from './filter-query.ts'
import { defaultFilter } from './server-filter.ts'

test('D9 an empty address is the default filter, and the default filter an empty address', () => {
  expect(parseFilter({})).toEqual(defaultFilter)
  expect(formatFilter(defaultFilter)).toEqual({})
})

test('D9 hide_full and hide_offline are switched off by false, hide_empty on by true, nothing else', () => {
  expect(parseFilter({ hide_full: 'false', hide_empty: 'true', hide_offline: 'false' })).toMatchObject({
    hideFull: false,
    hideEmpty: true,
    hideOffline: false,
  })
  expect(parseFilter({ hide_full: '0', hide_empty: '1', hide_offline: 'no' })).toEqual(defaultFilter)
})

test.each([
  ['上海 1', '上海 1'],
  ['Retakes', 'Retakes'],
  ['<b>', ''],
  ['#1', '#1'],
  ['de_dust2', 'de_dust2'],
  ['v1.6-beta', 'v1.6-beta'],
  ['Москва', 'Москва'],
  ['서울 ①', '서울 ①'],
  ['हिन्दी', 'हिन्दी'],
  ['a\u202eb', ''],
  ['a;b', ''],
  ['%00', ''],
  ['👾', ''],
])('D10 search %j from the address becomes %j', (s, search) => {
  expect(parseFilter({ s }).search).toBe(search)
})

test('D10 lists keep only known values', () => {
  const options = { modes: ['retakes'], maps: ['de_mirage'], regions: ['ap-shanghai'] }
  const filter = parseFilter({ modes: 'retakes,nonsense', maps: 'de_nope', regions: 'ap-shanghai' })
  expect(removeUnknownValues(filter, options)).toMatchObject({
    modes: ['retakes'],
    maps: [],
    regions: ['ap-shanghai'],
  })
  expect(removeUnknownValues(defaultFilter, options)).toBe(defaultFilter)
})

test('D13 a comma list is trimmed, without blanks and repetitions', () => {
  expect(parseCommaList(' a, b,,a ,')).toEqual(['a', 'b'])
  expect(parseCommaList(undefined)).toEqual([])
})

test('D9 every filter a page can show survives its address', () => {
  const word = fc.stringMatching(/^[a-z0-9_]{1,8}$/)
  const list = fc.uniqueArray(word, { maxLength: 3 })
  fc.assert(
    fc.property(
      fc.record({
        search: fc.constantFrom('', 'mirage', '上海 #1', 'de_dust2 v1.6-b', 'Київ'),
        modes: list,
        maps: list,
        regions: list,
        hideFull: fc.boolean(),
        hideEmpty: fc.boolean(),
        hideOffline: fc.boolean(),
      }),
      (filter) => {
        expect(parseFilter(formatFilter(filter))).toEqual(filter)
      },
    ),
  )
})

test('D10 a search that the address could not be read back with is left out of it', () => {
  expect(formatFilter({ ...defaultFilter, search: '上海 &1' })).toEqual({})
  expect(formatFilter({ ...defaultFilter, search: '上海 #1' })).toEqual({ s: '上海 #1' })
  fc.assert(
    fc.property(fc.string(), (search) => {
      const address = formatFilter({ ...defaultFilter, search })
      expect(formatFilter(parseFilter(address))).toEqual(address)
    }),
  )
})

test('D10 no string breaks the address', () => {
  const text = fc.option(fc.string({ unit: 'binary' }), { nil: undefined })
  fc.assert(
    fc.property(fc.record({ s: text, modes: text, hide_full: text }), (raw) => {
      const address = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined))
      const filter = parseFilter(address)
      expect(filter.search).toMatch(/^[^<>"'&;%]*$/)
    }),
  )
})
