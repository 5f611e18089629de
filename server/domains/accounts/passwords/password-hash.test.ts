import { availableParallelism } from 'node:os'
import { expect, test, vi } from 'vitest'

/** Hashing and checking that take as long as a test wants. */
const library = vi.hoisted(() => {
  const gate = Promise.withResolvers<void>()
  return { gate, asked: [] as string[] }
})
vi.mock('@node-rs/argon2', () => ({
  default: {
    hash: async (password: string) => {
      library.asked.push(password)
      await library.gate.promise
      return `hash of ${password}`
    },
    verify: async (against: string, password: string) => {
      library.asked.push(password)
      await library.gate.promise
      return against === `hash of ${password}`
    },
  },
}))

const { hashPassword, passwordMatches } = await import('./password-hash.ts')

test('C20 however many passwords wait to be hashed, those of sign-ins are still checked, in the order they came', async () => {
  const outcomes = { hash: { done: 0, refused: 0 }, check: { done: 0, refused: 0 } }
  const ask = (kind: 'hash' | 'check', at: number) =>
    (kind === 'hash'
      ? hashPassword(`hash ${at}`)
      : passwordMatches(`hash of check ${at}`, `check ${at}`)
    ).then(
      () => (outcomes[kind].done += 1),
      () => (outcomes[kind].refused += 1),
    )
  const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
  const hashes = Array.from({ length: 150 }, (_, at) => ask('hash', at))
  const checks = Array.from({ length: 120 }, (_, at) => ask('check', at))
  library.gate.resolve()
  await Promise.all([...hashes, ...checks])
  expect(outcomes.hash).toEqual({ done: 100 + atOnce, refused: 50 - atOnce })
  expect(outcomes.check).toEqual({ done: 100, refused: 20 })
  const numbers = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind} ${at}`)
  expect(library.asked.slice(1)).toEqual([...numbers('hash', 100 + atOnce), ...numbers('check', 100)])
  expect(await passwordMatches('hash of mine', 'mine')).toBe(true)
  expect(await passwordMatches('hash of mine', 'theirs')).toBe(false)
  expect(await passwordMatches(null, 'no user has this password')).toBe(false)
})
