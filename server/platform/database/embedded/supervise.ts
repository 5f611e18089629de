import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RunningCluster } from './cluster.ts'

const firstPauseMs = 500
const longestPauseMs = 30_000

/** Starts PostgreSQL again whenever it ends without being asked to, for as long as it takes, until `stop`. */
export function keepRunning(
  first: RunningCluster,
  start: () => Promise<RunningCluster>,
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current: RunningCluster | undefined = first

  async function restart(): Promise<RunningCluster | undefined> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return undefined
      try {
        return await start()
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL does not start')
      }
    }
  }

  async function watch(): Promise<void> {
    while (current) {
      await current.exited
      if (stopping.signal.aborted) return
      log.error('the embedded PostgreSQL ended unexpectedly, starting it again')
      current = undefined
      current = await restart()
      if (stopping.signal.aborted) await current?.stop()
    }
  }

  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await current?.stop()
      await watching
    },
  }
}
