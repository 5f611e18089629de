import { expect, test } from 'vitest'
import { findExpiryNotice } from './expiry-notice.ts'

const hour = 3_600_000
const ends = Date.UTC(2027, 1, 18)
const vip = { groups: ['vip' as const], expireDate: ends }

test.each([
  ['73 hours before', ends - 73 * hour, null],
  ['72 hours before', ends - 72 * hour, `${ends} 3`],
  ['25 hours before', ends - 25 * hour, `${ends} 3`],
  ['24 hours before', ends - 24 * hour, `${ends} 1`],
  ['at the end', ends, null],
])('F7 the end of VIP is announced 3 days and 1 day before, once each: %s', (_, now, key) => {
  expect(findExpiryNotice(vip, now)?.key ?? null).toBe(key)
})

test('F7 a new end date is announced again', () => {
  const later = { ...vip, expireDate: ends + hour }
  expect(findExpiryNotice(later, ends - hour)?.key).not.toBe(findExpiryNotice(vip, ends - hour)?.key)
})

test('F7 no notice without a membership that ends', () => {
  expect(findExpiryNotice({ groups: ['vip'], expireDate: null }, ends - hour)).toBe(null)
  expect(findExpiryNotice({ groups: ['pro'], expireDate: ends }, ends - hour)).toBe(null)
})

test('F7 a membership that a server rented for hours brought is not said to end soon', () => {
  const granted = ends - 4 * hour
  expect(findExpiryNotice({ ...vip, grantedDate: granted }, ends - hour)).toBe(null)
  expect(findExpiryNotice({ ...vip, grantedDate: ends - 48 * hour }, ends - hour)?.key).toBe(`${ends} 1`)
})
