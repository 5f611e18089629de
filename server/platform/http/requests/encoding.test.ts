import { expect, test } from 'vitest'
import { chooseEncoding } from './encoding.ts'
import { matchesTag } from './etag.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=1.0, br ; q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000 ,gzip;q=0', null],
  ['brx, xgzip', null],
] as const)('Accept-Encoding %s gets %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test.each([
  [undefined, false],
  ['W/"a"', true],
  ['"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('If-None-Match %s has W/"a": %s', (header, has) => {
  expect(matchesTag(header, 'W/"a"')).toBe(has)
})
