import { withTimeout } from '../../../platform/lifecycle/with-timeout.ts'
import { HostUnreachable } from '../drivers/driver.ts'

/** Waits for the answer of a host, at most `ms`; then its outcome is unknown. Throws HostUnreachable. */
export function waitForHost<T>(ms: number, work: Promise<T>): Promise<T> {
  return withTimeout(ms, work, () => new HostUnreachable(`no answer within ${ms} ms`))
}
