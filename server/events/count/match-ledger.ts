import { accountOf, steamIdOfAccount } from '@clutch/contract/rules/steam-id.ts'
import type { Counts } from '../counted.ts'
import { addCounts, packCounts, unpackCounts } from './counts.ts'
import type { MatchRound, MatchRounds, StreamState } from './state.ts'

/** No match is longer; beyond it the oldest rounds stay counted. */
const roundsMax = 64
/** More than play on any server; what goes beyond it stays counted. */
const peopleMax = 64

type TakeBack = (steamId: string, name: string, counts: Partial<Counts>) => void

/**
 * What each round of the running match added to each player. The game takes rounds off its scoreboard when it loads a
 * backup or restarts the match; the boards take them off as well (docs/decisions/0030).
 */
export class MatchLedger {
  readonly #rules: string
  readonly #takeBack: TakeBack
  #played: number | null = null
  #recheck = false
  #rounds: MatchRound[] = []
  #names: Record<string, string> = {}
  /** The counts of the last round, by SteamID64, while this batch changes them. */
  #open: Map<string, Partial<Counts>> | null = null

  /** `rules` are those the batch is counted by: what was counted under others is not taken back. */
  constructor({ match }: StreamState, rules: string, takeBack: TakeBack) {
    this.#rules = rules
    this.#takeBack = takeBack
    if (match?.rules !== rules) return
    this.#played = match.played
    this.#recheck = match.recheck
    this.#rounds = match.rounds.map((round) => ({ ...round }))
    this.#names = { ...match.names }
  }

  get match(): MatchRounds | undefined {
    this.#pack()
    if (this.#played === null && this.#rounds.length === 0) return undefined
    return {
      rules: this.#rules,
      played: this.#played,
      recheck: this.#recheck,
      rounds: this.#rounds,
      names: this.#names,
    }
  }

  add(steamId: string, name: string, counts: Partial<Counts>): void {
    const open = this.#current()
    const known = open.get(steamId)
    if (known) addCounts(known, counts)
    else if (open.size < peopleMax) {
      open.set(steamId, { ...counts })
      this.#names[accountOf(steamId)] = name
    }
  }

  /** The players respawn for the next round. */
  beginRound(): void {
    const last = this.#rounds.at(-1)
    if (!last || (last.stage !== 'decided' && this.#isEmpty(last))) return
    this.#push()
  }

  /** The round runs: a new one, unless it began with the freeze time before it. */
  startRound(): void {
    if (this.#recheck || this.#rounds.at(-1)?.stage === 'decided') this.beginRound()
    if (this.#rounds.length === 0) this.#push()
    const last = this.#rounds.at(-1)
    if (last) last.stage = 'started'
  }

  /** The running round is decided; `played` as its own line tells. */
  decide(played: number | null): void {
    if (played !== null && this.#recheck) this.#review(played - 1)
    this.#current()
    this.#closeRound(played)
    this.#played = played
  }

  /** So many rounds are played now. */
  tell(played: number): void {
    const last = this.#rounds.at(-1)
    if (this.#recheck) {
      // No score is told within a round: one that had started is over, and its decision was not seen.
      const isOver = last?.stage === 'started'
      this.#review(isOver ? played - 1 : played)
      if (isOver) this.#closeRound(played)
    } else if (last) last.number = last.stage === 'decided' ? played : played + 1
    this.#played = played
  }

  #closeRound(number: number | null): void {
    const last = this.#rounds.at(-1)
    if (!last) return
    last.stage = 'decided'
    last.number = number ?? last.number
  }

  /** So many rounds were played before the running one: those that the score no longer includes are void. */
  #review(played: number): void {
    this.#recheck = false
    const last = this.#rounds.at(-1)
    const isRunning = last?.stage === 'started' || (last?.stage === 'fresh' && last.number === played + 1)
    this.#discard((round) => (round.number ?? 0) > played && !(isRunning && round === last))
    this.#played = played
    if (!isRunning) this.#push()
  }

  /** A backup is loaded: the running round is void, and the next score tells which before it are. */
  reload(): void {
    const last = this.#rounds.at(-1)
    if (last && last.stage !== 'decided') this.#discard((round) => round === last)
    this.#push()
    this.#recheck = true
  }

  /** Takes what happened behind missing lines. Who dies twice in a round played it twice: its first play is void. */
  absorb(people: readonly [steamId: string, { name: string; counts: Partial<Counts> }][]): void {
    const open = this.#current()
    const died = (counts: Partial<Counts> | undefined) => (counts?.deaths ?? 0) > 0
    if (people.some(([steamId, { counts }]) => died(counts) && died(open.get(steamId)))) {
      for (const [steamId, counts] of open) {
        this.#takeBack(steamId, this.#names[accountOf(steamId)] ?? '', counts)
      }
      open.clear()
    }
    for (const [steamId, { name, counts }] of people) this.add(steamId, name, counts)
  }

  /** Lines are missing: the match may have been restarted or reloaded unseen. */
  miss(): void {
    const last = this.#rounds.at(-1)
    if (last?.stage === 'started') last.stage = 'fresh'
    this.#recheck = true
  }

  /** The match is played again from its start. */
  discardAll(): void {
    this.#discard(() => true)
    this.close()
  }

  /**
   * A match begins behind missing lines, which may have told that the last one was over. The running round is void, and
   * so is a single one: no match is over after it, but a knife round is.
   */
  discardDoubtful(): void {
    const running = this.#rounds.at(-1)
    const isSingle = (this.#played ?? this.#rounds.length) <= 1
    this.#discard((round) => isSingle || (round === running && round.stage !== 'decided'))
    this.close()
  }

  /** The match is over, or given up: what it counted stays. */
  close(): void {
    this.#open = null
    this.#played = null
    this.#recheck = false
    this.#rounds = []
    this.#names = {}
  }

  #current(): Map<string, Partial<Counts>> {
    if (this.#open) return this.#open
    if (this.#rounds.length === 0) this.#push()
    const open = new Map(this.#unpack(this.#rounds.at(-1)))
    this.#open = open
    return open
  }

  #push(): void {
    this.#pack()
    this.#open = null
    const number = this.#played === null ? null : this.#played + 1
    this.#rounds.push({ number, stage: 'fresh', counts: '' })
    if (this.#rounds.length > roundsMax) this.#rounds.shift()
  }

  #isEmpty(last: MatchRound): boolean {
    return this.#open ? this.#open.size === 0 : last.counts === ''
  }

  #discard(isVoid: (round: MatchRound) => boolean): void {
    this.#pack()
    this.#open = null
    for (const round of this.#rounds.filter(isVoid)) {
      for (const [steamId, counts] of this.#unpack(round)) {
        this.#takeBack(steamId, this.#names[accountOf(steamId)] ?? '', counts)
      }
    }
    this.#rounds = this.#rounds.filter((round) => !isVoid(round))
  }

  #pack(): void {
    const last = this.#rounds.at(-1)
    if (!this.#open || !last) return
    last.counts = [...this.#open]
      .map(([steamId, counts]) => `${accountOf(steamId)}:${packCounts(counts)}`)
      .join(' ')
  }

  #unpack(round: MatchRound | undefined): [string, Partial<Counts>][] {
    if (!round || round.counts === '') return []
    return round.counts.split(' ').map((text) => {
      const [account = '', counts = ''] = text.split(':')
      return [steamIdOfAccount(account), unpackCounts(counts)]
    })
  }
}
