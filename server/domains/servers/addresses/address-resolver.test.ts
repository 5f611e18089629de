import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AddressResolver } from './address-resolver.ts'
import { QueryFailed } from '../query/query-failed.ts'

/** A resolver with scripted DNS (null: failure) and a manual clock. */
function createResolver(first: string | null) {
  const state = { now: 0, answer: first, asked: 0 }
  const book = new AddressResolver({
    find: async () => {
      state.asked += 1
      if (state.answer === null) throw new Error('EAI_AGAIN')
      return Promise.resolve(state.answer)
    },
    monotonicMs: () => state.now,
  })
  return { book, state }
}

test('an address is asked again each minute, and stays while the DNS is in trouble', async () => {
  const { book, state } = createResolver('192.0.2.1')
  const resolve = async () => {
    const address = await book.resolve('cs.example')
    // The question behind it ends after the answer.
    await setImmediate()
    return address
  }
  expect(await Promise.all([resolve(), resolve()])).toEqual(['192.0.2.1', '192.0.2.1'])
  state.answer = null
  state.now = 59_999
  expect([await resolve(), state.asked]).toEqual(['192.0.2.1', 1])
  state.now = 60_000
  expect([await resolve(), state.asked]).toEqual(['192.0.2.1', 2])
  state.answer = '192.0.2.2'
  state.now = 120_000
  expect([await resolve(), state.asked]).toEqual(['192.0.2.1', 3])
  expect([await resolve(), state.asked]).toEqual(['192.0.2.2', 3])
})

test('a name without an address is silent, and not asked again at once', async () => {
  const { book, state } = createResolver(null)
  await expect(book.resolve('cs.example')).rejects.toThrow(QueryFailed)
  await expect(book.resolve('cs.example')).rejects.toThrow(QueryFailed)
  expect(state.asked).toBe(1)
  state.now = 10_000
  state.answer = '192.0.2.1'
  expect(await book.resolve('cs.example')).toBe('192.0.2.1')
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['localhost', expect.stringMatching(/^(127\.0\.0\.1|::1)$/)],
])('%s needs no DNS', async (host, address) => {
  expect(await new AddressResolver().resolve(host)).toEqual(address)
})
