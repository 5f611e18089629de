import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { addressSubject, networkSubject } from './network-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::1:443', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('C20 a limit for %s counts for %s', (ip, subject) => {
  expect(addressSubject(ip)).toBe(subject)
})

test.each([
  '',
  'unknown',
  '_hidden',
  '203.0.113',
  '203.0.113.7.8',
  '203.0.113.007',
  '203.0.113.7:a',
  '2001:db8::1::2',
  '[2001:db8::1',
  '[203.0.113.7]x',
  '%',
  '/run/proxy.sock',
])('C20 %j is no address: all such count as one visitor', (ip) => {
  expect(addressSubject(ip)).toBe('unknown')
})

const group = fc.nat(0xffff)
const subjectOf = (groups: readonly number[]) =>
  groups
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')

/** One way of many to write an address of IPv6. */
const written = fc
  .record({
    groups: fc.array(fc.oneof(fc.constant(0), group), { minLength: 8, maxLength: 8 }),
    zerosBefore: fc.boolean(),
    upper: fc.boolean(),
    from: fc.nat(7),
    around: fc.constantFrom(
      (text: string) => text,
      (text: string) => `[${text}]`,
      (text: string) => `[${text}]:443`,
      (text: string) => `${text}%eth0`,
    ),
  })
  .map(({ groups, zerosBefore, upper, from, around }) => {
    const words = groups.map((part) => part.toString(16).padStart(zerosBefore ? 4 : 1, '0'))
    const end = groups.findIndex((part, at) => at > from && part !== 0)
    const zeros = groups[from] === 0 ? (end === -1 ? 8 : end) - from : 0
    const left = words.slice(0, from).join(':')
    const text = zeros > 1 ? `${left}::${words.slice(from + zeros).join(':')}` : words.join(':')
    return { groups, text: around(upper ? text.toUpperCase().replace('%ETH0', '%eth0') : text) }
  })

test('C20 however an address of IPv6 is written, it counts for its /64 and its /48', () => {
  fc.assert(
    fc.property(written, ({ groups, text }) => {
      fc.pre(groups.slice(0, 5).some((part) => part !== 0))
      expect(addressSubject(text)).toBe(subjectOf(groups))
      expect(networkSubject(addressSubject(text))).toBe(subjectOf(groups).split(':').slice(0, 3).join(':'))
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('C20 however IPv4 comes, it counts for itself and for nothing wider', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(65_535), (ip, port) => {
      const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number)
      const words = [a * 256 + b, c * 256 + d].map((word) => word.toString(16)).join(':')
      const ways = [ip, `${ip}:${port}`, `::ffff:${ip}`, `[::ffff:${ip}]:${port}`, `::FFFF:${words}`]
      expect(new Set(ways.map(addressSubject))).toEqual(new Set([ip]))
      expect(networkSubject(ip)).toBeNull()
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('C20 whatever text comes, it counts for an address that it is, else for the one unknown', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF:.[]% ')) }),
  )
  fc.assert(
    fc.property(odd, (text) => {
      const subject = addressSubject(text)
      const known = isIP(subject) === 4 || /^(?:[\da-f]{1,4}:){3}[\da-f]{1,4}$/.test(subject)
      expect(known || subject === 'unknown').toBe(true)
      if (isIP(text) !== 0) expect(known).toBe(true)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
