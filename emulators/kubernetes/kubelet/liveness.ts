import { setTimeout as delay } from 'node:timers/promises'
import type { LivenessProbe } from './pod-types.ts'

/** Asks a container until `signal` aborts, and calls `fail` once it failed as often as its probe allows. `port` is that of this machine. */
export async function watchLiveness(
  { httpGet, initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 }: LivenessProbe,
  { port, fail, signal }: { port: number; fail: () => void; signal: AbortSignal },
): Promise<void> {
  const url = `http://127.0.0.1:${port}${httpGet.path}`
  let failures = 0
  try {
    await delay(initialDelaySeconds * 1_000, undefined, { signal })
    while (failures < failureThreshold) {
      const isAlive = await fetch(url, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(1_000)]),
      }).then(
        ({ ok }) => ok,
        () => false,
      )
      failures = isAlive ? 0 : failures + 1
      if (failures < failureThreshold) await delay(periodSeconds * 1_000, undefined, { signal })
    }
    fail()
  } catch {
    // The container has ended.
  }
}
