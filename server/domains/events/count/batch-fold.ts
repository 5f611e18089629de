import { getWeaponClass } from '@clutch/contract/rules/weapons.ts'
import {
  type LogEvent,
  type LogEventOf,
  type LogPlayer,
  isArrivalOfNobody,
  parseStamped,
} from '../log/parse.ts'
import { stampOf } from '../log/stamp.ts'
import { ConductBook } from './conduct.ts'
import { Credits } from './credits.ts'
import type { Folded, LogBatch, Said } from './batch.ts'
import { People } from './people.ts'
import { PlayClock } from './play-clock.ts'
import { Rounds } from './rounds.ts'
import { keyOf } from './seat.ts'
import type { StreamState } from './state.ts'
import { keptText, nameMax } from './text.ts'

type Match =
  | 'match-commencing'
  | 'match-restarting'
  | 'match-reloaded'
  | 'match-started'
  | 'warmup-started'
  | 'game-over'
type Rules = Pick<LogBatch, 'board' | 'freeForAll' | 'minHumans'>

/** More than any restore of a backup writes. */
const unknownBytes = 1_000_000

/** Says what each line of one batch changes. What is counted and what is known is with those it has. */
export class BatchFold {
  readonly #rules: Rules
  readonly #clock: PlayClock
  readonly #credits: Credits
  readonly #people: People
  readonly #rounds: Rounds
  readonly #conduct: ConductBook
  readonly #said: Said[] = []
  #map: string
  #justLeft: string | null

  constructor(state: StreamState, rules: Rules) {
    this.#rules = rules
    this.#clock = new PlayClock(state.at)
    this.#credits = new Credits(state, rules)
    this.#people = new People(state, this.#clock, this.#credits)
    this.#rounds = new Rounds(state, this.#people)
    this.#conduct = new ConductBook(state)
    this.#map = state.map
    this.#justLeft = state.justLeft
  }

  /** The log begins anew, as it does with every map. */
  beginLog(): void {
    this.#people.beginLog()
  }

  /** Lines are missing: nothing is certain any more. */
  miss(bytes: number): void {
    this.#credits.miss(bytes)
    this.#people.miss()
    this.#rounds.miss()
    this.#justLeft = null
  }

  read(line: string): void {
    const at = stampOf(line)
    if (Number.isNaN(at)) return
    this.#clock.tick(at)
    const event = parseStamped(line, at)
    if (!event) {
      if (isArrivalOfNobody(line)) this.#rounds.meetNameless()
      return
    }
    const justLeft = this.#justLeft
    this.#justLeft = event.kind === 'left' ? keyOf(event.player) : null
    if (event.kind === 'suicide' && event.weapon === 'world' && keyOf(event.player) === justLeft) return
    this.#count(event)
  }

  /** What was counted, and what is known now beside where in the log that is. */
  finish(): Omit<Folded, 'missing' | 'after'> & { known: Omit<StreamState, 'end' | 'begunAt'> } {
    const people = this.#people.settle()
    const { phase, kept, players } = this.#credits
    const { unsure, nameless, round } = this.#rounds
    const { strangers } = this.#people
    const { conduct, found: anomalies } = this.#conduct
    const course = { at: this.#clock.at, map: this.#map, phase, ...kept, justLeft: this.#justLeft }
    const known = { ...course, people, strangers, unsure, nameless, round, conduct }
    return { known, players, anomalies, said: this.#said }
  }

  #count(event: LogEvent): void {
    switch (event.kind) {
      case 'killed':
        return this.#kill(event)
      case 'suicide':
      case 'bombed':
        return this.#ownDeath(event)
      case 'connected':
      case 'entered':
      case 'left':
      case 'switched':
      case 'said':
        return this.#person(event)
      case 'freed':
        this.#people.free(event.userId, event.name)
        return this.#rounds.look()
      case 'map-loading':
      case 'map-started':
        return this.#loadMap(event.map)
      case 'round-started':
      case 'round-ended':
      case 'round-won':
      case 'freeze-started':
      case 'score':
        return this.#round(event)
      case 'log-started':
        // Until now nothing was written: what happened in a running match meanwhile is missing.
        if (this.#credits.mayCount) this.miss(unknownBytes)
        return
      case 'match-commencing':
      case 'match-restarting':
      case 'match-reloaded':
      case 'match-started':
      case 'warmup-started':
      case 'game-over':
        return this.#match(event.kind)
    }
  }

  #person(event: LogEventOf<'connected' | 'entered' | 'left' | 'switched' | 'said'>): void {
    const { kind, player } = event
    this.#see(player)
    if (kind === 'connected') this.#people.connect(player)
    else if (kind === 'entered') this.#people.enter(player)
    else if (kind === 'left') {
      this.#people.leave(player)
      this.#rounds.look()
    } else if (kind === 'switched') {
      this.#rounds.switched(this.#people.get(player)?.team ?? 'Unassigned', event.to)
      this.#people.act(player, event.to)
    } else {
      this.#people.act(player)
      const { steamId, name } = player
      if (steamId === null) return
      const text = keptText(event.text, event.text.length)
      this.#said.push({ steamId, name: keptText(name, nameMax), text, toTeam: event.toTeam })
    }
  }

  #kill({ killer, victim, weapon, headshot, at }: LogEventOf<'killed'>): void {
    for (const player of [killer, victim]) {
      this.#see(player)
      this.#people.act(player)
    }
    this.#rounds.killed(this.#people.get(victim))
    if (killer.steamId === null || victim.steamId === null || !this.#counts(killer, victim)) return
    const sort = getWeaponClass(weapon)
    this.#credits.addInMatch(killer.steamId, killer.name, {
      kills: 1,
      headshots: headshot ? 1 : 0,
      rifleKills: sort === 'rifle' ? 1 : 0,
      awpKills: sort === 'awp' ? 1 : 0,
      pistolKills: sort === 'pistol' ? 1 : 0,
    })
    this.#credits.addInMatch(victim.steamId, victim.name, { deaths: 1 })
    if (this.#credits.counts) this.#conduct.kill(killer.steamId, victim.steamId, headshot, at, this.#map)
  }

  /** Whether a kill between two people counts: in a match, not of a comrade, with enough people there (I3, I10). */
  #counts(killer: LogPlayer, victim: LogPlayer): boolean {
    const { freeForAll, minHumans } = this.#rules
    if (!this.#credits.mayFight || killer.steamId === victim.steamId) return false
    if (killer.team === victim.team && !freeForAll) return false
    // The two of them are there; only for more it is to be seen who else is.
    return minHumans <= 2 || this.#people.humans >= minHumans
  }

  #ownDeath({ player }: LogEventOf<'suicide' | 'bombed'>): void {
    this.#see(player)
    this.#people.act(player)
    const seat = this.#people.get(player)
    if (seat) this.#rounds.died(seat)
    if (player.steamId === null || !this.#credits.mayFight) return
    this.#credits.addInMatch(player.steamId, player.name, { deaths: 1 })
  }

  #loadMap(map: string): void {
    this.#map = keptText(map, nameMax)
    this.#credits.leaveMatch()
    this.#people.loadMap()
    this.#rounds.loadMap()
    this.#conduct.startMap()
  }

  /** How the rounds of a match go on. */
  #round(
    event: LogEventOf<'round-started' | 'round-ended' | 'round-won' | 'freeze-started' | 'score'>,
  ): void {
    switch (event.kind) {
      case 'freeze-started':
        return this.#credits.beginRound()
      case 'round-started':
        this.#people.startRound()
        this.#credits.startRound()
        return this.#rounds.start()
      case 'round-ended':
        return this.#credits.confirmMatch()
      case 'score':
        if (event.played < 0) this.#credits.startWarmup(this.#people.isAttended)
        else this.#credits.tellScore(event.played)
        return
      case 'round-won':
        this.#credits.decideRound(event.played)
        if (this.#credits.counts) this.#rounds.won(event.side, event.notice, this.#credits)
    }
  }

  /** How matches begin and end. */
  #match(kind: Match): void {
    switch (kind) {
      case 'match-commencing':
        return this.#credits.giveUpMatch()
      case 'match-restarting':
        return this.#credits.restartMatch()
      case 'match-reloaded':
        this.#credits.reloadMatch()
        return this.#rounds.abandon()
      case 'match-started':
        this.#credits.startMatch(this.#people.isAttended)
        this.#people.startMatch()
        return this.#rounds.abandon()
      case 'warmup-started':
        this.#credits.startWarmup(this.#people.isAttended)
        return this.#rounds.abandon()
      case 'game-over':
        this.#credits.endMatch()
        return this.#rounds.abandon()
    }
  }

  #see({ steamId, name }: LogPlayer): void {
    if (steamId !== null) this.#credits.see(steamId, name)
  }
}
