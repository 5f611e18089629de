import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createIdempotencyKey } from './idempotency-key.ts'

afterEach(() => vi.unstubAllGlobals())

test('J H2 a key is made on plain http too, where a browser has no randomUUID', () => {
  const { crypto: real } = globalThis
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes)
  vi.stubGlobal('crypto', { getRandomValues })
  const keys = Array.from({ length: 50 }, createIdempotencyKey)
  expect(keys.map((key) => z.safeParse(z.uuidv4(), key).success)).not.toContain(false)
  expect(new Set(keys).size).toBe(50)
})
