import {
  type Counts,
  addCounts,
  subtractCounts,
  zeroCounters,
} from '@clutch/contract/rules/leaderboard/statistics.ts'
import { hasRounds } from '@clutch/contract/rules/leaderboard/board-modes.ts'
import type { PlayerCounts } from '../../processing/counted-batch.ts'
import type { LogBatch } from '../log-batch.ts'
import { MatchLedger } from './match-ledger.ts'
import type { MatchRounds, PendingCounts, StreamState } from '../stream-state.ts'
import { sanitizeText, maxNameLength } from '../sanitize-text.ts'

/** As much as is remembered while it is not known whether a match is on. */
const maxPending = 256

type CountingRules = Pick<LogBatch, 'board' | 'freeForAll' | 'minHumans'>

/** What a batch adds to each player, and whether a match is on, which decides if it counts (I9, docs/decisions/0030). */
export class MatchCounts {
  #phase: StreamState['phase']
  readonly #rules: string
  /** Null where no round is ever decided, and none can be played again. */
  readonly #ledger: MatchLedger | null
  readonly #rows = new Map<string, PlayerCounts>()
  #pending: PendingCounts['people']

  constructor(state: StreamState, rules: CountingRules) {
    const { phase, pending } = state
    this.#rules = `${rules.board ?? ''} ${rules.freeForAll} ${rules.minHumans}`
    const takeBack = (steamId: string, name: string, counts: Partial<Counts>) =>
      subtractCounts(this.#row(steamId, name).counts, counts)
    this.#ledger = hasRounds(rules.board) ? new MatchLedger(state, this.#rules, takeBack) : null
    this.#phase = phase
    // Counts pending under other rules belong to no board of these.
    this.#pending = pending?.rules === this.#rules ? structuredClone(pending.people) : {}
  }

  get players(): PlayerCounts[] {
    return [...this.#rows.values()]
  }

  get phase(): StreamState['phase'] {
    return this.#phase
  }

  get kept(): { pending?: PendingCounts; match?: MatchRounds } {
    const people = this.#pending
    const match = this.#ledger?.match
    return {
      ...(Object.keys(people).length > 0 && { pending: { rules: this.#rules, people } }),
      ...(match && { match }),
    }
  }

  /** Whether what players do now counts, or may turn out to count. */
  get mayCount(): boolean {
    return this.#phase !== 'off'
  }

  /** Whether a kill or a death now counts, or may turn out to count. */
  get mayFight(): boolean {
    return this.mayCount && this.#ledger?.isSealed !== true
  }

  /** Whether what players do now is on the boards at once. */
  get counts(): boolean {
    return this.#phase === 'live' || this.#phase === 'presumed'
  }

  /**
   * Handles missing lines. With rounds, the next decided round shows whether a match is on; play between two
   * gaps without one is not counted. In a deathmatch no line shows this until its end: a match is presumed.
   */
  miss(bytes: number): void {
    if (!this.#ledger) {
      if (this.#phase !== 'unknown') this.#phase = 'presumed'
      return
    }
    this.#pending = {}
    this.#phase = 'unknown'
    this.#ledger.miss(bytes)
  }

  /**
   * A match begins. With players in the game the running one is replayed, and the game removes its counts
   * from the scoreboard; without players it was abandoned. `isAttended` is null where unknown.
   */
  startMatch(isAttended: boolean | null): void {
    this.#discardPresumed(isAttended)
    this.#phase = 'live'
  }

  startWarmup(isAttended: boolean | null): void {
    this.#discardPresumed(isAttended)
    this.#phase = 'off'
  }

  /** The running match is abandoned; its counts stay. */
  giveUpMatch(): void {
    this.#ledger?.close()
  }

  /** The match will restart from 0:0: its counts are subtracted. */
  restartMatch(): void {
    if (this.#phase === 'live') this.#ledger?.discardAll()
    else this.#ledger?.discardDoubtful()
  }

  /** A backup is loaded: the running round is void. */
  reloadMatch(): void {
    if (this.#phase === 'unknown') this.#pending = {}
    this.#ledger?.reload()
  }

  beginRound(): void {
    this.#ledger?.beginRound()
  }

  startRound(): void {
    this.#ledger?.startRound()
  }

  /** The log reports how many rounds are played: a match is on. */
  recordScore(played: number): void {
    this.#confirm(played, () => this.#ledger?.tell(played))
  }

  decideRound(played: number | null): void {
    this.#confirm(played, () => this.#ledger?.decide(played))
  }

  /** A round is over: an unconfirmed match is confirmed. */
  confirmMatch(): void {
    this.#confirm(null, () => undefined)
  }

  /** The game reports the end of the match. */
  endMatch(): void {
    this.confirmMatch()
    this.leaveMatch()
  }

  /** Another map is loaded: presumed counts stay, pending ones are dropped. */
  leaveMatch(): void {
    this.#pending = {}
    this.#ledger?.close()
    this.#phase = 'off'
  }

  /** Records the name of a player that a line names. */
  see(steamId: string, name: string): void {
    const row = this.#row(steamId, name)
    if (row.name !== name) row.name = sanitizeText(name, maxNameLength)
  }

  add(steamId: string, name: string, counts: Partial<Counts>): void {
    addCounts(this.#row(steamId, name).counts, counts)
  }

  /** Adds what counts only in a match; to be called only while one may be on. */
  addInMatch(steamId: string, name: string, counts: Partial<Counts>): void {
    const row = this.#row(steamId, name)
    if (this.counts) addCounts(row.counts, counts)
    if (this.#phase === 'live') return this.#ledger?.add(steamId, row.name, counts)
    const known = this.#pending[steamId]
    if (known) addCounts(known.counts, counts)
    else if (Object.keys(this.#pending).length < maxPending) {
      this.#pending[steamId] = { name: row.name, counts: { ...counts } }
    }
  }

  /** A match is on, with `played` rounds decided. Pending counts belong to the last of them. */
  #confirm(played: number | null, note: () => void): void {
    if (this.#phase === 'off') return
    const wasUnknown = this.#phase === 'unknown'
    const pending = wasUnknown ? Object.entries(this.#pending) : []
    this.#pending = {}
    this.#phase = 'live'
    note()
    if (!wasUnknown) return
    const counting = this.#ledger ? this.#ledger.settle(played, pending) : pending
    for (const [steamId, { name, counts }] of counting) this.add(steamId, name, counts)
  }

  /** No match was on: presumed counts are subtracted. */
  #discardPresumed(isAttended: boolean | null): void {
    if (this.#phase === 'presumed') {
      for (const [steamId, { name, counts }] of Object.entries(this.#pending)) {
        subtractCounts(this.#row(steamId, name).counts, counts)
      }
    }
    this.#pending = {}
    if (this.#phase === 'unknown' || isAttended === null) this.#ledger?.discardDoubtful()
    else if (isAttended) this.#ledger?.discardAll()
    else this.#ledger?.close()
  }

  #row(steamId: string, name: string): PlayerCounts {
    const known = this.#rows.get(steamId)
    if (known) return known
    const player = { steamId, name: sanitizeText(name, maxNameLength), counts: zeroCounters() }
    this.#rows.set(steamId, player)
    return player
  }
}
