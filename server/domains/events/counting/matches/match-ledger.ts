import {
  type Counts,
  addCounts,
  packCounts,
  unpackCounts,
} from '@clutch/contract/rules/leaderboard/statistics.ts'
import { toAccountNumber, toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { MatchRound, MatchRounds, StreamState } from '../stream-state.ts'

/** No match is longer; beyond it the oldest rounds stay counted. */
const maxRounds = 64
/**
 * A restore writes more until the first kill after it: scores, the freeze time and the statistics of the round, 1.6 kB
 * without any player. A smaller gap hides none.
 */
const minRestoreBytes = 1_200
/** More than play on any server; what goes beyond it stays counted. */
const maxPlayers = 64

type PlayerEntries = readonly [steamId: string, { name: string; counts: Partial<Counts> }][]

type SubtractCounts = (steamId: string, name: string, counts: Partial<Counts>) => void

/**
 * What each round of the running match added to each player. The game takes rounds off its scoreboard when it loads a
 * backup or restarts the match; the boards take them off as well (docs/decisions/0030).
 */
export class MatchLedger {
  readonly #rules: string
  readonly #subtract: SubtractCounts
  #played: number | null = null
  #recheck = false
  #rounds: MatchRound[] = []
  #names: Record<string, string> = {}
  /** The counts of the last round, by SteamID64, while this batch changes them. */
  #open: Map<string, Partial<Counts>> | null = null
  #sealed = false
  #missed = 0

  /** `rules` are those of the batch: counts made under other rules are not subtracted. */
  constructor({ match }: StreamState, rules: string, takeBack: SubtractCounts) {
    this.#rules = rules
    this.#subtract = takeBack
    if (match?.rules !== rules) return
    this.#played = match.played
    this.#recheck = match.recheck
    this.#sealed = match.sealed === true
    this.#missed = match.missed ?? 0
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
      ...(this.#missed > 0 && { missed: this.#missed }),
      ...(this.#sealed && { sealed: true }),
      rounds: this.#rounds,
      names: this.#names,
    }
  }

  /** Whether kills and deaths count for no round until the next one begins. */
  get isSealed(): boolean {
    return this.#sealed
  }

  add(steamId: string, name: string, counts: Partial<Counts>): void {
    const open = this.#current()
    const known = open.get(steamId)
    if (known) addCounts(known, counts)
    else if (open.size < maxPlayers) {
      open.set(steamId, { ...counts })
      this.#names[toAccountNumber(steamId)] = name
    }
  }

  /** The players respawn for the next round. */
  beginRound(): void {
    this.#sealed = false
    const last = this.#rounds.at(-1)
    if (!last || (last.stage !== 'decided' && this.#isEmpty(last))) return
    this.#push()
  }

  /** The round runs: a new one, unless it began with the freeze time before it. */
  startRound(): void {
    this.#sealed = false
    if (this.#recheck || this.#rounds.at(-1)?.stage === 'decided') this.beginRound()
    if (this.#rounds.length === 0) this.#push()
    const last = this.#rounds.at(-1)
    if (last) last.stage = 'started'
  }

  /** The running round is decided; `played` is the number in its own line. */
  decide(played: number | null): void {
    if (played !== null && this.#recheck) this.#discardVoidRounds(played - 1, true)
    this.#current()
    this.#closeRound(played)
    this.#played = played
  }

  /** The log reports `played` rounds. */
  tell(played: number): void {
    const last = this.#rounds.at(-1)
    if (this.#recheck) {
      // No score is reported within a round: a started one is over, and its decision was missed.
      const isOver = last?.stage === 'started'
      this.#discardVoidRounds(isOver ? played - 1 : played, isOver)
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

  /**
   * `played` rounds precede the running one: rounds beyond that score are void. Outside a round (`isWithin`
   * false) the next one cannot have any events yet.
   */
  #discardVoidRounds(played: number, isWithin: boolean): void {
    this.#recheck = false
    const last = this.#rounds.at(-1)
    const isNext = last?.stage === 'fresh' && last.number === played + 1
    const isRunning = last?.stage === 'started' || (isNext && (isWithin || this.#isEmpty(last)))
    this.#discard((round) => (round.number ?? 0) > played && !(isRunning && round === last))
    this.#played = played
    if (!isRunning) this.#push()
  }

  /** A backup is loaded: the running round is void, and the next score shows which earlier ones are. */
  reload(): void {
    const last = this.#rounds.at(-1)
    if (last && last.stage !== 'decided') this.#discard((round) => round === last)
    this.#push()
    this.#recheck = true
  }

  /**
   * Handles the first score, or end of a round (null), after missing lines; `people` are the counts before
   * it. The lines may hide that the round was replayed: it was if a player who died before them kills or dies
   * after them, and then only the play with more kills and deaths counts. Returns the part of `people` that
   * counts.
   */
  settle(played: number | null, people: PlayerEntries): PlayerEntries {
    const isSame = (round: MatchRound) =>
      played === null ? round === this.#rounds.at(-1) : round.number === null || round.number >= played
    this.#pack()
    const mayHide = this.#missed >= minRestoreBytes
    this.#missed = 0
    const held = mayHide ? this.#rounds.filter((round) => round.counts !== '' && isSame(round)) : []
    const died = held.flatMap((round) => this.#unpack(round)).filter(([, { deaths = 0 }]) => deaths > 0)
    const again = new Set(
      people.filter(([, { counts }]) => hasKillOrDeath(counts)).map(([steamId]) => steamId),
    )
    if (!died.some(([steamId]) => again.has(steamId))) held.length = 0
    const isTwice = held.length > 0
    const before = held.flatMap((round) => this.#unpack(round)).map(([, counts]) => counts)
    if (
      held.length > 0 &&
      sumKillsAndDeaths(before) >= sumKillsAndDeaths(people.map(([, { counts }]) => counts))
    ) {
      this.#sealed = true
      return []
    }
    if (people.length === 0) return []
    this.#discard((round) => held.includes(round))
    if (isTwice) this.#openDecided(played)
    for (const [steamId, { name, counts }] of people) this.add(steamId, name, counts)
    return people
  }

  /** The last round becomes one that is decided and holds nothing. */
  #openDecided(number: number | null): void {
    const last = this.#rounds.at(-1)
    if (last && this.#isEmpty(last) && last.stage !== 'decided') this.#rounds.pop()
    if (!last || !this.#isEmpty(last) || last.stage !== 'decided') this.#push()
    this.#closeRound(number)
  }

  /** Lines are missing: the match may have been restarted or reloaded unseen. */
  miss(bytes: number): void {
    this.#missed += bytes
    const last = this.#rounds.at(-1)
    if (last?.stage === 'started') last.stage = 'fresh'
    this.#sealed = false
    this.#recheck = true
  }

  /** The match is played again from its start. */
  discardAll(): void {
    this.#discard(() => true)
    this.close()
  }

  /**
   * A match begins after missing lines, which may hide the end of the last one. The running round is void,
   * and so is a single one: no match ends after one round, but a knife round does.
   */
  discardDoubtful(): void {
    const running = this.#rounds.at(-1)
    const isSingle = (this.#played ?? this.#rounds.length) <= 1
    this.#discard((round) => isSingle || (round === running && round.stage !== 'decided'))
    this.close()
  }

  /** The match is over or abandoned: its counts stay. */
  close(): void {
    this.#open = null
    this.#sealed = false
    this.#missed = 0
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
    if (this.#rounds.length > maxRounds) this.#rounds.shift()
  }

  #isEmpty(last: MatchRound): boolean {
    return this.#open ? this.#open.size === 0 : last.counts === ''
  }

  #discard(isVoid: (round: MatchRound) => boolean): void {
    this.#pack()
    this.#open = null
    for (const round of this.#rounds.filter(isVoid)) {
      for (const [steamId, counts] of this.#unpack(round)) {
        this.#subtract(steamId, this.#names[toAccountNumber(steamId)] ?? '', counts)
      }
    }
    this.#rounds = this.#rounds.filter((round) => !isVoid(round))
  }

  #pack(): void {
    const last = this.#rounds.at(-1)
    if (!this.#open || !last) return
    last.counts = [...this.#open]
      .map(([steamId, counts]) => `${toAccountNumber(steamId)}:${packCounts(counts)}`)
      .join(' ')
  }

  #unpack(round: MatchRound | undefined): [string, Partial<Counts>][] {
    if (!round || round.counts === '') return []
    return round.counts.split(' ').map((text) => {
      const [account = '', counts = ''] = text.split(':')
      return [toSteamId(account), unpackCounts(counts)]
    })
  }
}

/** The dead of a round neither kill nor die in it again. */
function hasKillOrDeath({ kills = 0, deaths = 0 }: Partial<Counts>): boolean {
  return kills + deaths > 0
}

/** How much was done in a round: its kills and deaths. */
function sumKillsAndDeaths(all: readonly Partial<Counts>[]): number {
  return all.reduce((sum, { kills = 0, deaths = 0 }) => sum + kills + deaths, 0)
}
