import { type Counts, addCounts, zeroCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { maxTimestampLength, readTimestamp } from '../../log-parser/timestamp.ts'
import { type LogBatch, type StreamState, countBatch } from '../count-batch.ts'

const folder = join(import.meta.dirname, '../../testing/recorded')

/** The lines of a recorded log, each with its line end. */
export function readRecordedLines(name: 'inferno' | 'mirage'): string[] {
  return readFileSync(join(folder, `${name}.log`), 'utf8').split(/(?<=\n)/)
}

export type Batch = LogBatch & { at: number }

/** Lines as batches of these numbers of lines; the last takes the rest. */
export function toBatches(
  lines: readonly string[],
  sizes: readonly number[] = [],
  rules: Partial<LogBatch> = {},
): Batch[] {
  const batches: Batch[] = []
  let [from, begins] = [0, 0]
  for (const size of [...sizes, lines.length]) {
    const body = Buffer.from(lines.slice(from, from + size).join(''))
    if (body.length === 0) break
    const at = readTimestamp(body.toString('latin1', 0, maxTimestampLength))
    const standard = { numbered: true, board: 'retakes', freeForAll: false, minHumans: 2 } as const
    batches.push({ ...standard, at, begins, ends: begins + body.length, body, ...rules })
    from += size
    begins += body.length
  }
  return batches
}

/** Counts a stream batch by batch, its state stored in between as the database does. */
export class StreamCounter {
  state: StreamState | null = null
  missing = 0
  readonly players = new Map<string, Counts>()

  count(batches: readonly LogBatch[]): this {
    for (const batch of batches) {
      const { after, players, missing } = countBatch(this.state, batch)
      this.state = JSON.parse(JSON.stringify(after)) as StreamState
      this.missing += missing
      for (const { steamId, counts } of players) {
        const sum = this.players.get(steamId) ?? zeroCounters()
        addCounts(sum, counts)
        this.players.set(steamId, sum)
      }
    }
    return this
  }

  of(steamId: string): Counts {
    return this.players.get(steamId) ?? zeroCounters()
  }
}

/** A line of the scoreboard that the game writes at each round's start. */
export interface Score {
  steamId: string
  kills: number
  deaths: number
}

/** The scoreboards in these lines, each with the number of lines up to the score that follows it. */
export function findScoreboards(lines: readonly string[]): { end: number; scores: Score[] }[] {
  const found: { end: number; scores: Score[] }[] = []
  let scores: Score[] = []
  let isComplete = false
  for (const [index, line] of lines.entries()) {
    if (line.includes(': JSON_BEGIN{')) scores = []
    const [account = '', , , kills, deaths] = /"player_\d+" : "([^"]*)"/.exec(line)?.[1]?.split(',') ?? []
    if (Number(account) > 0) {
      scores.push({ steamId: toSteamId(account.trim()), kills: Number(kills), deaths: Number(deaths) })
    }
    if (line.includes('}}JSON_END')) isComplete = true
    if (isComplete && line.includes('MatchStatus: Score')) {
      found.push({ end: index + 1, scores })
      isComplete = false
    }
  }
  return found
}
