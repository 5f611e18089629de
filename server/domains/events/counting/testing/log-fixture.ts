import type { Counts } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { formatTimestamp } from '@clutch/gamesim/log/log-lines.ts'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { type CountResult, type LogBatch, type StreamState, countBatch } from '../count-batch.ts'

export const noon = Date.UTC(2026, 10, 21, 12)

/** A line by its second after noon. */
export type Line = readonly [second: number, text: string]

export type Rules = Partial<Pick<LogBatch, 'board' | 'freeForAll' | 'minHumans' | 'numbered'>>

/** A log as it is written, line by line, and counted in the batches it is sent in. */
export class LogFixture {
  state: StreamState | null = null
  last: CountResult | null = null
  #end = 0
  readonly #sums = new Map<string, Counts>()

  /** Counts a batch of these lines. */
  send(lines: readonly Line[], rules: Rules = {}): CountResult {
    const batch = batchAt(this.#end, lines, rules)
    this.#end = batch.ends
    return this.count(batch)
  }

  /** Lines that never arrive. */
  lose(bytes = 100): void {
    this.#end += bytes
  }

  /** The log of the next map begins at offset 0 again. */
  beginLog(): void {
    this.#end = 0
  }

  count(batch: LogBatch): CountResult {
    const folded = countBatch(this.state, batch)
    this.state = folded.after
    this.last = folded
    for (const { steamId, counts } of folded.players) {
      const sum = this.#sums.get(steamId)
      this.#sums.set(steamId, sum ? plus(sum, counts) : counts)
    }
    return folded
  }

  /** All that is counted of a player so far, without zeros. */
  of(account: number): Partial<Counts> {
    const counts = this.#sums.get(toSteamId(account)) ?? {}
    return Object.fromEntries(Object.entries(counts).filter(([, amount]) => amount !== 0))
  }
}

export function batchAt(begins: number, lines: readonly Line[], rules: Rules = {}): LogBatch {
  const body = Buffer.from(
    lines.map(([second, text]) => `${formatTimestamp(noon + second * 1000)} - ${text}\n`).join(''),
  )
  const standard = { board: 'dm', freeForAll: false, minHumans: 2, numbered: true } as const
  return { begins, ends: begins + body.length, body, ...standard, ...rules }
}

export const ct = (account: number) => identity(account, 'CT')
export const t = (account: number) => identity(account, 'TERRORIST')
export const bot = (number: number, team: string) => `"Bot<${number}><BOT><${team}>"`

function identity(account: number, team: string): string {
  return `"P${account}<${account}><[U:1:${account}]><${team}>"`
}

export const kills = (killer: string, victim: string, weapon = 'ak47', how = '') =>
  `${killer} [1 2 3] killed ${victim} [4 5 6] with "${weapon}"${how}`
export const connects = (account: number) => `${identity(account, '')} connected, address "192.0.2.1:5"`
export const enters = (account: number) => `${identity(account, '')} entered the game`
export const joins = (account: number, team: string) =>
  `"P${account}<${account}><[U:1:${account}]>" switched from team <Unassigned> to <${team}>`
export const leaves = (account: number) => `${identity(account, 'CT')} disconnected (reason "Disconnect")`
export const dies = (account: number, weapon = 'world') =>
  `${identity(account, 'CT')} [1 2 3] committed suicide with "${weapon}"`
export const matchStart = 'World triggered "Match_Start" on "de_dust2"'
export const roundStart = 'World triggered "Round_Start"'
export const roundEnd = 'World triggered "Round_End"'
export const gameOver = 'Game Over: competitive de_dust2 score 13:7 after 31 min'
export const loading = 'Loading map "de_dust2"'
export const started = 'Started map "de_dust2"'
export const wins = (side: string, notice: string) =>
  `Team "${side}" triggered "SFUI_Notice_${notice}" (CT "1") (T "0")`

function plus(one: Counts, other: Counts): Counts {
  const sum = { ...one }
  for (const field of Object.keys(sum) as (keyof Counts)[]) sum[field] += other[field]
  return sum
}
