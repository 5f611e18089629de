import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getInitial, chooseTint } from './avatar-art.ts'

test.each([
  ['kite_07', 'K'],
  ['北岸', '北'],
  ['[TAG] nova', 'T'],
  ['ß', 'SS'],
  ['  ', '?'],
  ['', '?'],
  ['★', '★'],
])('the first character of %j is %s', (name, initial) => {
  expect(getInitial(name)).toBe(initial)
})

test('any name has a character, and an id always the same tint', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(getInitial(text)).not.toBe('')
      expect(chooseTint(text)).toBe(chooseTint(text))
    }),
  )
})
