import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSanitizedName, sanitizeName, hasDirectionMarks, removeControlCharacters } from './names.ts'

test.each([
  ['Kite', 'Kite'],
  ['  北方的狼 ', '北方的狼'],
  ['admin\u202enimda', 'adminnimda'],
  ['a\u200bb\u2066c\ufeff', 'abc'],
  ['a\u2028b', 'ab'],
  ['\u3164', ''],
  ['\u2800\u115f', ''],
  [`Z${'\u0301'.repeat(31)}`, `Z${'\u0301'.repeat(3)}`],
  ['한국인 é', '한국인 é'],
  ['❤️ 1v1', '❤️ 1v1'],
  ['\ud800x', '\ufffdx'],
])('J2 the name %j is shown as %j', (text, shown) => {
  expect(sanitizeName(text)).toBe(shown)
})

test.each(['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'])(
  'D13 the control character %j reverses the text next to a name',
  (control) => {
    expect(hasDirectionMarks(`Admin${control}`)).toBe(true)
    expect(removeControlCharacters(`a${control}\nb`)).toBe('ab')
  },
)

test('D13 names of every script turn nothing', () => {
  for (const name of ['北方的狼', 'שרת', 'خادم', 'Сервер', '❤️ 1v1'])
    expect(hasDirectionMarks(name)).toBe(false)
})

test('J2 a tidy name stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(isSanitizedName(sanitizeName(text))).toBe(true)
    }),
  )
})
