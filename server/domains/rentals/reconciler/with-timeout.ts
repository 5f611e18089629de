import { HostUnreachable } from '../drivers/driver.ts'

/** Waits for an answer so long, ms; then nobody knows whether it happened: throws NodeSilent. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new HostUnreachable(`nothing was answered in ${ms} ms`)), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
