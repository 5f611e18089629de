import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftCodeAlphabet, giftCodeLength, isGiftCode, showGiftCode, tidyGiftCode } from './gift-codes.ts'
import { fillVipCommand, isVipCommand, vipPlaceholders } from './vip-commands.ts'
import { endingNotice, extendedUntil, shortenedUntil } from './vip-term.ts'

const aCode = fc
  .array(fc.constantFrom(...giftCodeAlphabet.split('')), {
    minLength: giftCodeLength,
    maxLength: giftCodeLength,
  })
  .map((letters) => letters.join(''))

test('F4 a code is read however it is typed', () => {
  const code = 'ABCDEFGH23456789'
  for (const typed of ['ABCD-EFGH-2345-6789', ' abcd efgh\u00a02345\t6789\n', 'ABCD–EFGH—2345‑6789', code])
    expect(tidyGiftCode(typed)).toBe(code)
  expect(showGiftCode(code)).toBe('ABCD-EFGH-2345-6789')
  fc.assert(
    fc.property(aCode, (any) => {
      expect(isGiftCode(any)).toBe(true)
      expect(tidyGiftCode(showGiftCode(any).toLowerCase())).toBe(any)
    }),
  )
})

test.each([
  '',
  'ABCDEFGH2345678',
  'ABCDEFGH234567890',
  'ABCDEFGH2345678O',
  'ABCDEFGH2345678U',
  'abcdefgh23456789',
])('F4 %j is no code', (text) => expect(isGiftCode(text)).toBe(false))

test('F4 no letter of a code is taken for another, and nobody guesses one', () => {
  expect(giftCodeAlphabet).not.toMatch(/[01ILOU]/)
  expect(new Set(giftCodeAlphabet).size).toBe(giftCodeAlphabet.length)
  expect(Math.log2(giftCodeAlphabet.length) * giftCodeLength).toBeGreaterThan(75)
})

const day = 24 * 3_600_000

test.each([
  ['nobody yet', undefined, 1_030],
  ['one whose term is over', 500, 1_030],
  ['one who has 20 left', 1_020, 1_050],
])('F7 a term of 30 begins at the later of now and the end: %s', (_, expires, until) => {
  expect(extendedUntil(1_000, expires, 30)).toBe(until)
})

test('F7 VIP for good stays for good', () => {
  expect(extendedUntil(1_000, null, 30)).toBeNull()
})

const moment = fc.integer({ min: 0, max: 4e12 })
const term = fc.integer({ min: 1, max: 400 * day })

test('F7 no time is lost by extending early, and two terms make their sum in either order', () => {
  fc.assert(
    fc.property(moment, fc.option(moment, { nil: undefined }), term, term, (now, expires, one, other) => {
      const until = extendedUntil(now, expires, one)
      expect(until).toBeGreaterThanOrEqual(now + one)
      expect(until).toBeGreaterThanOrEqual((expires ?? 0) + one)
      expect(extendedUntil(now, until, other)).toBe(
        extendedUntil(now, extendedUntil(now, expires, other), one),
      )
    }),
  )
})

test.each([
  ['not begun: the whole of it', 1_100, { starts: 1_050, ends: 1_080 }, 1_070],
  ['under way: the rest of it', 1_100, { starts: 990, ends: 1_020 }, 1_080],
  ['over: nothing of it', 1_100, { starts: 900, ends: 930 }, 1_100],
  ['the only one: now', 1_020, { starts: 990, ends: 1_020 }, 1_000],
  ['more than is left: never before now', 1_010, { starts: 1_000, ends: 1_030 }, 1_000],
])('F7 a term taken back that is %s', (_, expires, terms, until) => {
  expect(shortenedUntil(1_000, expires, terms)).toBe(until)
})

test('F7 taking back what was just added gives the end there was before, or now', () => {
  fc.assert(
    fc.property(moment, moment, term, (now, expires, added) => {
      const ends = extendedUntil(now, expires, added) ?? 0
      const starts = Math.max(now, expires)
      expect(shortenedUntil(now, ends, { starts, ends })).toBe(starts)
    }),
  )
})

test.each([
  [4 * day, null],
  [3 * day + 1, null],
  [3 * day, 3],
  [2 * day, 3],
  [day + 1, 3],
  [day, 1],
  [1, 1],
  [0, null],
  [-day, null],
])('F7 %s ms before its end an end is told as %s days', (left, notice) => {
  expect(endingNotice(1e12 + left, 1e12)).toBe(notice)
})

const facts = { steamId: '76561197960265729', group: 'vip', until: 1_000_000_000_500 }

test.each([
  ['sm_addvip {steamid} {group}', 'sm_addvip 76561197960265729 vip'],
  ['css_addvip "{accountid}" {seconds}', 'css_addvip "1" 87'],
  ['vip {minutes} {days} {until}', 'vip 2 1 1000000001'],
  ['say hello', 'say hello'],
])('F8 %j is sent as %j', (template, line) => {
  expect(isVipCommand(template)).toBe(true)
  expect(fillVipCommand(template, facts, 1_000_000_000_500 - 86_500)).toBe(line)
})

test('F8 for good is 0, and one whose time is over has the least there is', () => {
  const every = vipPlaceholders.map((name) => `{${name}}`).join(' ')
  expect(fillVipCommand(every, { ...facts, until: null }, 5)).toBe('76561197960265729 1 vip 0 0 0 0')
  expect(fillVipCommand('{seconds} {minutes} {days}', { ...facts, until: 5 }, 10)).toBe('1 1 1')
})

test.each([
  'sm_addvip {steamid}; quit',
  'sm_addvip {steamid}\nquit',
  'say "open',
  'say {name}',
  'say {steamid',
  'say steamid}',
  'say {{steamid}}',
  'say {}',
  'say $(quit)',
  'say `quit`',
  'say 你好',
  'x'.repeat(201),
])('F8 %j is no command', (text) => {
  expect(isVipCommand(text)).toBe(false)
})

test('F8 whatever is a command makes one line of one console command', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'ab{}"; \n\r\t$`\\'.split(''), '{steamid}', '{until}', '{group}'),
  })
  fc.assert(
    fc.property(text, (template) => {
      fc.pre(isVipCommand(template))
      const line = fillVipCommand(template, facts, 0)
      expect(line).not.toMatch(/[;\n\r\t$`\\{}]/)
      expect((line.match(/"/g) ?? []).length % 2).toBe(0)
    }),
    { numRuns: 2_000 },
  )
  expect(isVipCommand('')).toBe(true)
})
