import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('J a table is written as spreadsheets read it: quotes doubled, one line per row, marked as UTF-8', () => {
  const table = toCsv(
    ['name', 'amount'],
    [
      ['上海 #1', 12],
      ['a "b", c\nd', null],
      ['', true],
      ['-', null],
    ],
  )
  expect(table).toBe('\uFEFFname,amount\r\n上海 #1,12\r\n"a ""b"", c\nd",\r\n,true\r\n-,\r\n')
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＠SUM',
  '\u3000=1',
  '\u200B=1',
  '\uFEFF-1',
])('J %j is text, not a formula', (text) => {
  const cell = toCsv(['x'], [[text]]).slice('\uFEFFx\r\n'.length)
  expect(cell.replace(/^"/, '')).toMatch(/^'/)
})

test('J a number below nothing stays a number', () => {
  expect(toCsv(['x'], [[-5]])).toBe('\uFEFFx\r\n-5\r\n')
})

/** A dash alone means an empty value. */
const textButDash = fc.string().filter((text) => text !== '-')

test('J no cell that is text begins as a formula', () => {
  fc.assert(
    fc.property(textButDash, (text) => {
      const cell = toCsv(['x'], [[text]])
        .slice('\uFEFFx\r\n'.length)
        .replace(/^"/, '')
      return !/^[\s\p{Cf}]*[=+@＝＋－＠-]/u.test(cell)
    }),
  )
})
