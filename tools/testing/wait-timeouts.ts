import { vi } from 'vitest'

/**
 * Default wait of the tests, ms. A wait ends when its condition holds: this only has to exceed the slowest
 * case on the busiest machine, and vitest's one second does not.
 */
const defaultWaitMs = 30_000

const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options) => waitFor(callback, options ?? defaultWaitMs)
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? defaultWaitMs)
