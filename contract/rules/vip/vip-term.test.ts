import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  giftCodeAlphabet,
  giftCodeLength,
  isGiftCode,
  formatGiftCode,
  normalizeGiftCode,
} from './gift-codes.ts'
import { fillVipCommand, isVipCommand, vipPlaceholders } from './vip-commands.ts'
import {
  type VipTerm,
  truncateTerm,
  getDueVipReminder,
  getExtendedExpiry,
  getRemainingMs,
  revokeTerm,
} from './vip-term.ts'

const aCode = fc
  .array(fc.constantFrom(...giftCodeAlphabet.split('')), {
    minLength: giftCodeLength,
    maxLength: giftCodeLength,
  })
  .map((letters) => letters.join(''))

test('F4 a code is read however it is typed', () => {
  const code = 'ABCDEFGH23456789'
  for (const typed of ['ABCD-EFGH-2345-6789', ' abcd efgh\u00a02345\t6789\n', 'ABCD–EFGH—2345‑6789', code])
    expect(normalizeGiftCode(typed)).toBe(code)
  expect(formatGiftCode(code)).toBe('ABCD-EFGH-2345-6789')
  fc.assert(
    fc.property(aCode, (any) => {
      expect(isGiftCode(any)).toBe(true)
      expect(normalizeGiftCode(formatGiftCode(any).toLowerCase())).toBe(any)
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

test('F4 a code has no ambiguous letters and cannot be guessed', () => {
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
  expect(getExtendedExpiry(1_000, expires, 30)).toBe(until)
})

test('F7 permanent VIP stays permanent', () => {
  expect(getExtendedExpiry(1_000, null, 30)).toBeNull()
})

const moment = fc.integer({ min: 0, max: 4e12 })
const term = fc.integer({ min: 1, max: 400 * day })

test('F7 no time is lost by extending early, and two terms make their sum in either order', () => {
  fc.assert(
    fc.property(moment, fc.option(moment, { nil: undefined }), term, term, (now, expires, one, other) => {
      const until = getExtendedExpiry(now, expires, one)
      expect(until).toBeGreaterThanOrEqual(now + one)
      expect(until).toBeGreaterThanOrEqual((expires ?? 0) + one)
      expect(getExtendedExpiry(now, until, other)).toBe(
        getExtendedExpiry(now, getExtendedExpiry(now, expires, other), one),
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
  expect(revokeTerm(1_000, expires, terms, []).expires).toBe(until)
})

test('F7 revoking the last added term restores the previous end, or now', () => {
  fc.assert(
    fc.property(moment, moment, term, (now, expires, added) => {
      const ends = getExtendedExpiry(now, expires, added) ?? 0
      const starts = Math.max(now, expires)
      expect(revokeTerm(now, ends, { starts, ends }, []).expires).toBe(starts)
    }),
  )
})

interface Bought extends VipTerm {
  revoked: boolean
}
type MembershipChange =
  | { kind: 'buy'; ms: number }
  | { kind: 'refund'; at: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'end'; ms: number }

const membershipChange: fc.Arbitrary<MembershipChange> = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), ms: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ kind: fc.constant('refund' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 60 }) }),
  // The operator sets another end; 0 takes the membership away.
  fc.record({ kind: fc.constant('end' as const), ms: fc.nat(120) }),
)

/** A membership with its terms, as the server stores them. */
class Membership {
  now = 1_000
  expires = 0
  /** What the operator has added (ms). */
  given = 0
  bought: Bought[] = []

  get left(): number {
    return Math.max(0, this.expires - this.now)
  }

  /** What the terms that are not refunded still have to run. */
  get owed(): number {
    return this.bought.reduce((sum, term) => sum + (term.revoked ? 0 : getRemainingMs(term, this.now)), 0)
  }

  buy(ms: number): void {
    const ends = getExtendedExpiry(this.now, this.expires, ms) ?? 0
    const standing = this.bought.filter(({ revoked }) => !revoked)
    for (const term of standing) Object.assign(term, truncateTerm(term, ends - ms))
    this.bought.push({ starts: ends - ms, ends, revoked: false })
    this.expires = ends
  }

  setEnd(ms: number): void {
    this.given += Math.max(0, ms - this.left)
    this.expires = this.now + ms
  }

  refund(term: Bought): void {
    const others = this.bought.filter((one) => one !== term && !one.revoked)
    const { expires, others: moved } = revokeTerm(this.now, this.expires, term, others)
    others.forEach((one, index) => Object.assign(one, moved[index]))
    term.revoked = true
    this.expires = expires
  }
}

/** Plays what happens; `seen` looks at each refund with what held before it. */
function play(
  changes: readonly MembershipChange[],
  seen: (before: { left: number; term: number; owed: number }, after: Membership) => void = () => undefined,
): Membership {
  const member = new Membership()
  for (const one of changes) {
    if (one.kind === 'buy') member.buy(one.ms)
    else if (one.kind === 'wait') member.now += one.ms
    else if (one.kind === 'end') member.setEnd(one.ms)
    else {
      const term = member.bought[one.at]
      if (!term || term.revoked) continue
      const left = getRemainingMs(term, member.now)
      const before = { left: member.left, term: left, owed: member.owed - left }
      member.refund(term)
      seen(before, member)
    }
  }
  return member
}

test('F7 a refund takes no more than its term has left, and nothing that other terms still have to run', () => {
  fc.assert(
    fc.property(fc.array(membershipChange, { maxLength: 20 }), (changes) => {
      play(changes, (before, member) => {
        expect(member.left).toBeLessThanOrEqual(before.left)
        expect(member.left).toBeGreaterThanOrEqual(before.left - before.term)
        expect(member.left).toBeGreaterThanOrEqual(Math.min(before.left, before.owed))
        expect(member.owed).toBe(before.owed)
      })
    }),
    { numRuns: 2_000 },
  )
})

test('F7 once something is bought, what an operator took before is owed no more', () => {
  fc.assert(
    fc.property(fc.array(membershipChange, { maxLength: 20 }), (changes) => {
      const member = play([...changes, { kind: 'buy', ms: 30 }])
      expect(member.owed).toBeLessThanOrEqual(member.left)
    }),
    { numRuns: 2_000 },
  )
})

test("F7 without an operator's changes a membership is the sum of purchased, unrefunded and unexpired terms", () => {
  const bought = membershipChange.filter(({ kind }) => kind !== 'end')
  fc.assert(
    fc.property(fc.array(bought, { maxLength: 20 }), (changes) => {
      const member = play(changes)
      expect(member.left).toBe(member.owed)
    }),
    { numRuns: 2_000 },
  )
})

test('F7 once all is refunded nothing is left but what an operator gave', () => {
  fc.assert(
    fc.property(fc.array(membershipChange, { maxLength: 20 }), (changes) => {
      const member = play(changes)
      for (const term of member.bought) if (!term.revoked) member.refund(term)
      expect(member.left).toBeLessThanOrEqual(member.given)
    }),
    { numRuns: 2_000 },
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
])('F7 %s ms before its end a reminder says %s days', (left, notice) => {
  expect(getDueVipReminder(1e12 + left, 1e12)).toBe(notice)
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

test('F8 permanent is 0, and an expired one has the minimum', () => {
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
