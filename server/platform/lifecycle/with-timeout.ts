import { setTimeout as wait } from 'node:timers/promises'

/**
 * Resolves with the result of the work, or rejects with `lateError` after `ms`. The work continues: the caller does not learn
 * its outcome. Work that takes a signal is aborted.
 */
export async function withTimeout<T>(
  ms: number,
  work: Promise<T> | ((signal: AbortSignal) => Promise<T>),
  lateError: () => Error,
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const controller = new AbortController()
  const timer = setTimeout(() => {
    late.reject(lateError())
    controller.abort()
  }, ms)
  try {
    return await Promise.race([typeof work === 'function' ? work(controller.signal) : work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until the work has ended, at most `ms`. Rejects when it fails within that time. */
export async function settleWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController()
  const late = wait(ms, undefined, { signal: ended.signal }).catch(() => undefined)
  try {
    await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}
