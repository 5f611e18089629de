import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PortalError } from '@clutch/contract/errors.ts'
import type { RateLimitName } from '@clutch/contract/rules/accounts/rate-limits.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import {
  consumeRateLimit,
  rateLimits,
  tryConsumeAddressRateLimit,
  tryConsumeRateLimit,
} from './rate-limits.service.ts'
import { clearAccounts } from '../testing/clear-accounts.ts'

const minute = 60_000

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
beforeEach(() => clearAccounts(context))
afterAll(() => context.destroy())

/** Returns how many of `tries` attempts are granted now. */
async function granted(name: RateLimitName, subject: string, tries: number, by = context): Promise<number> {
  let count = 0
  for (let at = 0; at < tries; at += 1) if (await tryConsumeRateLimit(by, name, subject)) count += 1
  return count
}

test('C20 the full number of attempts is granted at once, then one more each time one is refilled', async () => {
  expect(await granted('login guesses', 'a@mail.example', 15)).toBe(10)
  context.clock.advance(90_000 - 1)
  expect(await granted('login guesses', 'a@mail.example', 5)).toBe(0)
  context.clock.advance(1)
  expect(await granted('login guesses', 'a@mail.example', 5)).toBe(1)
  context.clock.advance(3 * 90_000)
  expect(await granted('login guesses', 'a@mail.example', 5)).toBe(3)
  context.clock.advance(15 * minute)
  expect(await granted('login guesses', 'a@mail.example', 15)).toBe(10)
})

test('C20 resting for long gives no more than the whole number', async () => {
  expect(await granted('second-factor session', 'x', 1)).toBe(1)
  context.clock.advance(365 * 24 * 60 * minute)
  expect(await granted('second-factor session', 'x', 20)).toBe(10)
})

test('C20 refused attempts cost nothing: hammering does not delay the next granted attempt', async () => {
  await granted('login guesses', 'a@mail.example', 200)
  context.clock.advance(90_000)
  expect(await granted('login guesses', 'a@mail.example', 5)).toBe(1)
})

test('C20 a limited subject gets 429; other subjects and the subject’s other limits are unaffected', async () => {
  await granted('login guesses', 'a@mail.example', 10)
  const error = await consumeRateLimit(context, 'login guesses', 'a@mail.example').catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(PortalError)
  expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429 })
  await consumeRateLimit(context, 'login guesses', 'b@mail.example')
  await consumeRateLimit(context, 'register guesses', 'a@mail.example')
})

test('C20 of many tries at once on two processes no more are granted than there are', async () => {
  const second = { ...context }
  const tries = Array.from({ length: 40 }, (_, at) =>
    tryConsumeRateLimit(at % 2 ? context : second, 'login guesses', 'a@mail.example'),
  )
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(10)
  expect(await granted('login guesses', 'a@mail.example', 3, second)).toBe(0)
})

test('C20 whom a limit is for is stored by a keyed hash only', async () => {
  await consumeRateLimit(context, 'login guesses', 'a@mail.example')
  const [row] = await context.database.selectFrom('rate_limits').selectAll().execute()
  expect(row?.subject).toHaveLength(32)
  expect(row?.subject.toString('latin1')).not.toContain('mail')
})

/** What a limit is, as a bucket of tries that fills up again. */
class Bucket {
  readonly #times: number
  readonly #everyMs: number
  #left: number
  #at = 0

  constructor({ times, perMs }: { times: number; perMs: number }) {
    this.#times = times
    this.#everyMs = perMs / times
    this.#left = times
  }

  take(now: number): boolean {
    this.#left = Math.min(this.#times, this.#left + (now - this.#at) / this.#everyMs)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}

test('C20 however tries come, they are granted as a bucket that fills up again grants them', async () => {
  // Whole seconds in which one try is free again, so that the model counts without fractions of a try.
  const names = (['login guesses', 'check address', 'game-bind account'] as const).filter(
    (name) => (rateLimits[name].perMs / rateLimits[name].times) % 1_000 === 0,
  )
  expect(names).toHaveLength(3)
  const steps = fc.array(fc.record({ rest: fc.nat(40), tries: fc.integer({ min: 1, max: 12 }) }), {
    maxLength: 8,
  })
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), steps, async (name, each) => {
      const subject = `round ${(round += 1)}`
      const bucket = new Bucket(rateLimits[name])
      const began = context.clock.now().getTime()
      for (const { rest, tries } of each) {
        context.clock.advance((rest * rateLimits[name].perMs) / rateLimits[name].times / 4)
        const now = context.clock.now().getTime() - began
        for (let at = 0; at < tries; at += 1)
          expect(await tryConsumeRateLimit(context, name, subject)).toBe(bucket.take(now))
      }
    }),
    { numRuns: 30 },
  )
})

test('C20 all addresses of an IPv6 /64 share one limit', async () => {
  const from = (host: number) => `2001:db8:1:2::${host.toString(16)}`
  const tries = Array.from({ length: 61 }, (_, host) =>
    tryConsumeAddressRateLimit(context, 'login address', from(host)),
  )
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(60)
  expect(await tryConsumeAddressRateLimit(context, 'login address', '2001:db8:1:3::1')).toBe(true)
})

/** How many of `count` attempts were granted; so few at once that none waits long for a connection of the pool. */
async function countGranted(count: number, attempt: (at: number) => Promise<boolean>): Promise<number> {
  let granted = 0
  for (let begun = 0; begun < count; begun += 50) {
    const length = Math.min(50, count - begun)
    const answers = await Promise.all(Array.from({ length }, (_, at) => attempt(begun + at)))
    granted += answers.filter(Boolean).length
  }
  return granted
}

test('C20 an IPv6 /48 has twenty times the attempts of a /64; networks outside it are unaffected', async () => {
  const from = (network: number) =>
    tryConsumeAddressRateLimit(context, 'bind address', `2001:db8:1:${network.toString(16)}::1`)
  expect(await countGranted(1_250, from)).toBe(1_200)
  expect(await tryConsumeAddressRateLimit(context, 'bind address', '2001:db8:2::1')).toBe(true)
})

test('C20 attempts refused for a network do not count against the wider one', async () => {
  for (let at = 0; at < 200; at += 1)
    await tryConsumeAddressRateLimit(context, 'bind address', '2001:db8:1:1::1')
  const others = await countGranted(1_200, (at) =>
    tryConsumeAddressRateLimit(context, 'bind address', `2001:db8:1:${(at + 16).toString(16)}::1`),
  )
  expect(others).toBe(1_200 - 60)
})

test('C20 values that are not addresses share one visitor’s limit', async () => {
  const tries = Array.from({ length: 61 }, (_, at) =>
    tryConsumeAddressRateLimit(context, 'login address', `visitor-${at}`),
  )
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(60)
})
