import { setTimeout as wait } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { settleWithin } from './with-timeout.ts'
import { Signal } from './signal.ts'

const defaultRetryMs = 1_000

export interface WorkerOptions {
  /** Does what is due. Resolves with the time until the next pass, ms; 0 starts it at once. A notification ends the sleep. */
  pass: (stop: AbortSignal) => Promise<number>
  /** Logged with the error when a pass fails. The next pass starts after `retryMs`. */
  failureMessage: string
  retryMs?: number
  /** Channels of the database whose notifications end the sleep. A notification may be lost: a pass must find all that is due. */
  channels?: readonly string[]
  onNotify?: () => void
  /** Resolves when everything that the passes started has ended. */
  drain?: () => Promise<unknown>
  /** How long `stop` waits for the pass and for `drain`, ms; without it until both end. */
  stopTimeoutMs?: number
}

export interface Worker {
  /** Ends the sleep, or skips the next one when a pass runs. */
  notify: () => void
  /** Starts no further pass and waits for the running one. */
  stop: () => Promise<void>
}

/**
 * Runs passes one after the other until `stop`. Failures are logged and retried without end. Any number of processes may run
 * the same worker when its passes claim what they work on.
 */
export function startWorker(
  { database, log }: Pick<AppContext, 'database' | 'log'>,
  {
    pass,
    failureMessage,
    retryMs = defaultRetryMs,
    channels = [],
    onNotify,
    drain,
    stopTimeoutMs,
  }: WorkerOptions,
): Worker {
  const stopping = new AbortController()
  const stop = stopping.signal
  const signal = new Signal()
  const listening = new Map<string, () => void>()
  const listen = async () => {
    for (const channel of channels) {
      if (listening.has(channel)) continue
      const unlisten = await database.listen(channel, () => {
        onNotify?.()
        signal.notify()
      })
      listening.set(channel, unlisten)
    }
  }
  const run = async () => {
    while (!stop.aborted) {
      try {
        await listen()
        const sleepMs = await pass(stop)
        if (sleepMs > 0) await signal.wait(sleepMs, stop)
      } catch (error) {
        log.warn({ err: error }, failureMessage)
        await wait(retryMs, undefined, { signal: stop }).catch(() => undefined)
      }
    }
    for (const unlisten of listening.values()) unlisten()
    await drain?.()
  }
  const running = run()
  return {
    notify: () => signal.notify(),
    async stop() {
      stopping.abort()
      await (stopTimeoutMs === undefined ? running : settleWithin(stopTimeoutMs, running))
    },
  }
}
