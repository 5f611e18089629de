import { expect, test } from 'vitest'
import { matchesSearch, splitMatches, searchWords } from './faq-search.ts'

const vip = { question: '怎么购买 VIP？', text: 'Open the VIP page and pay.' }

test.each([
  ['', true],
  ['vip', true],
  ['VIP 购买', true],
  ['page 购买', true],
  ['page 退款', false],
  ['  pay  ', true],
])('J1 a search for “%s” looks through question and answer, each word on its own', (typed, found) => {
  expect(matchesSearch(vip, searchWords(typed))).toBe(found)
})

test('J1 the matched text is highlighted in the question, in its original spelling', () => {
  expect(splitMatches('Is VIP a vip?', searchWords('Vip'))).toEqual(['Is ', 'VIP', ' a ', 'vip', '?'])
  expect(splitMatches('a+b (c)', searchWords('+ (c)'))).toEqual(['a', '+', 'b ', '(c)', ''])
  expect(splitMatches('vips and vip', searchWords('vip vips'))).toEqual(['', 'vips', ' and ', 'vip', ''])
  expect(splitMatches('anything', [])).toEqual(['anything'])
})
