import { vi } from 'vitest'

/**
 * How long tests wait for what comes by itself, ms, where they say nothing else. Waiting ends when it is there: this only has to
 * be longer than anything takes on the busiest machine, and a second, as vitest has it, is not.
 */
const defaultWaitMs = 30_000

const { waitFor, waitUntil } = vi

vi.waitFor = (callback, options) => waitFor(callback, options ?? defaultWaitMs)
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? defaultWaitMs)
