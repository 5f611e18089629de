import { setTimeout as wait } from 'node:timers/promises'
import type { BoardMode } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import { sendPost } from '@clutch/gamesim/http-post.ts'
import { type SimulatedLogOptions, type ServerLog, simulateLogs } from './simulated-logs.ts'
import { serveTasks } from '../harness/child-program.ts'

export interface PlayedLogs {
  modes: BoardMode[]
  kills: number
  lines: number
  batches: number
  bytes: number
}

export interface SentLogs {
  /** Of the answers that were not 200, how often each. */
  refused: Record<string, number>
  seconds: number
}

/** Share of the batches that are sent twice. */
const repeatShare = 0.02
const retryMs = 50
/** Statuses after which a batch is sent again; 0 means no answer. */
const retryStatuses = new Set([0, 429, 503])
let logs: ServerLog[] = []

/** Game servers that send their logs, one batch at a time each, as fast as the portal accepts them. */
export const servedTasks = serveTasks({
  async play(wanted: SimulatedLogOptions): Promise<PlayedLogs> {
    logs = await simulateLogs(wanted)
    const batches = logs.flatMap((log) => log.batches)
    return {
      modes: logs.map(({ mode }) => mode),
      kills: logs.reduce((sum, log) => sum + log.kills, 0),
      lines: logs.reduce((sum, log) => sum + log.lines, 0),
      batches: batches.length,
      bytes: batches.reduce((sum, { length }) => sum + length, 0),
    }
  },
  async send(addresses: string[]): Promise<SentLogs> {
    const refused: Record<string, number> = {}
    const started = performance.now()
    await Promise.all(logs.map((log, index) => sendLog(log, addresses[index] ?? '', refused)))
    return { refused, seconds: (performance.now() - started) / 1_000 }
  },
})

async function sendLog({ batches }: ServerLog, url: string, refused: Record<string, number>): Promise<void> {
  const token = url.slice(-16)
  let begin = 0
  for (const [index, body] of batches.entries()) {
    const headers = {
      'Content-Type': 'text/plain',
      'Content-Length': String(body.length),
      'X-Server-Instance-Token': token,
      'X-LogBytes-BeginOffset': String(begin),
      'X-LogBytes-EndOffset': String(begin + body.length),
    }
    begin += body.length
    const isRepeated = index % Math.round(1 / repeatShare) === 0
    for (let left = isRepeated ? 2 : 1; left > 0;) {
      const status = await sendPost({ url, headers, body, timeoutMs: 30_000 })
      if (status === 200) left -= 1
      else if (!retryStatuses.has(status)) throw new Error(`a batch was answered with ${status}`)
      else {
        refused[status] = (refused[status] ?? 0) + 1
        await wait(retryMs)
      }
    }
  }
}
