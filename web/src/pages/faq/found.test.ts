import { expect, test } from 'vitest'
import { isFound, marked, wordsOf } from './found.ts'

const vip = { question: '怎么购买 VIP？', text: 'Open the VIP page and pay.' }

test.each([
  ['', true],
  ['vip', true],
  ['VIP 购买', true],
  ['page 购买', true],
  ['page 退款', false],
  ['  pay  ', true],
])('J1 a search for “%s” looks through question and answer, each word on its own', (typed, found) => {
  expect(isFound(vip, wordsOf(typed))).toBe(found)
})

test('J1 what was searched for is marked in the question, as it is written there', () => {
  expect(marked('Is VIP a vip?', wordsOf('Vip'))).toEqual(['Is ', 'VIP', ' a ', 'vip', '?'])
  expect(marked('a+b (c)', wordsOf('+ (c)'))).toEqual(['a', '+', 'b ', '(c)', ''])
  expect(marked('vips and vip', wordsOf('vip vips'))).toEqual(['', 'vips', ' and ', 'vip', ''])
  expect(marked('anything', [])).toEqual(['anything'])
})
