import { getWeaponClass } from '@clutch/contract/rules/leaderboard/weapons.ts'
import {
  type LogEvent,
  type LogEventOf,
  type LogPlayer,
  type Team,
  isUnreadableArrival,
  parseTimedLine,
} from '../log-parser/log-parser.ts'
import { readTimestamp } from '../log-parser/timestamp.ts'
import { AnomalyDetector } from './anomaly-detector.ts'
import { MatchCounts } from './matches/match-counts.ts'
import type { CountResult, LogBatch, ChatMessage, PlayerArrival } from './log-batch.ts'
import { PlayerTracker } from './players/player-tracker.ts'
import { PlayClock } from './players/play-clock.ts'
import { RoundTracker } from './matches/round-tracker.ts'
import { playerKey } from './players/tracked-player.ts'
import type { LogScore, StreamState } from './stream-state.ts'
import { sanitizeText, maxNameLength } from './sanitize-text.ts'

type MatchSignal =
  | 'match-commencing'
  | 'match-restarting'
  | 'match-reloaded'
  | 'match-started'
  | 'warmup-started'
  | 'game-over'
type CountingRules = Pick<LogBatch, 'board' | 'freeForAll' | 'minHumans'>

/** More than any restore of a backup writes. */
const unknownGapBytes = 1_000_000

/** Computes what each line of a batch changes. Counts and state are in its components. */
export class BatchCounter {
  readonly #rules: CountingRules
  readonly #clock: PlayClock
  readonly #matchCounts: MatchCounts
  readonly #players: PlayerTracker
  readonly #rounds: RoundTracker
  readonly #anomalyDetector: AnomalyDetector
  readonly #chat: ChatMessage[] = []
  readonly #arrivals: PlayerArrival[] = []
  #map: string
  #score: LogScore | undefined
  #justLeft: string | null

  constructor(state: StreamState, rules: CountingRules) {
    this.#rules = rules
    this.#clock = new PlayClock(state.at)
    this.#matchCounts = new MatchCounts(state, rules)
    this.#players = new PlayerTracker(state, this.#clock, this.#matchCounts)
    this.#rounds = new RoundTracker(state, this.#players)
    this.#anomalyDetector = new AnomalyDetector(state)
    this.#map = state.map
    this.#score = state.score
    this.#justLeft = state.justLeft
  }

  /** A new log begins, as with every map. */
  beginLog(): void {
    this.#players.beginLog()
  }

  /** Lines are missing: nothing is certain any more. */
  miss(bytes: number): void {
    this.#matchCounts.miss(bytes)
    this.#players.miss()
    this.#rounds.miss()
    this.#justLeft = null
  }

  read(line: string): void {
    const at = readTimestamp(line)
    if (Number.isNaN(at)) return
    this.#clock.tick(at)
    const event = parseTimedLine(line, at)
    if (!event) {
      if (isUnreadableArrival(line)) this.#rounds.meetNameless()
      return
    }
    const justLeft = this.#justLeft
    this.#justLeft = event.kind === 'left' ? playerKey(event.player) : null
    if (event.kind === 'suicide' && event.weapon === 'world' && playerKey(event.player) === justLeft) return
    this.#count(event)
  }

  /** Returns the counts, and the state after the batch without its position in the log. */
  finish(): Omit<CountResult, 'missing' | 'after'> & { known: Omit<StreamState, 'end' | 'begunAt'> } {
    const people = this.#players.settle()
    const { phase, kept: stored, players } = this.#matchCounts
    const { unsure, nameless, round } = this.#rounds
    const { strangers } = this.#players
    const { conduct, found: anomalies } = this.#anomalyDetector
    const score = this.#score && { score: this.#score }
    const course = {
      at: this.#clock.at,
      map: this.#map,
      phase,
      ...score,
      ...stored,
      justLeft: this.#justLeft,
    }
    const known = { ...course, people, strangers, unsure, nameless, round, conduct }
    return { known, players, anomalies, chat: this.#chat, arrivals: this.#arrivals }
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
        this.#players.free(event.userId, event.name)
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
        if (this.#matchCounts.mayCount) this.miss(unknownGapBytes)
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
    this.#noteName(player)
    if (kind === 'connected') {
      this.#players.connect(player)
      this.#noteArrival(player, event.address)
    } else if (kind === 'entered') {
      this.#players.enter(player)
      this.#noteArrival(player, null)
    } else if (kind === 'left') {
      this.#players.leave(player)
      this.#rounds.look()
    } else if (kind === 'switched') {
      this.#rounds.switched(this.#players.get(player)?.team ?? 'Unassigned', event.to)
      this.#act(player, event.to)
    } else {
      this.#act(player)
      const { steamId, name } = player
      if (steamId === null) return
      const text = sanitizeText(event.text, event.text.length)
      this.#chat.push({ steamId, name: sanitizeText(name, maxNameLength), text, toTeam: event.toTeam })
    }
  }

  #kill({ killer, victim, weapon, headshot, at }: LogEventOf<'killed'>): void {
    for (const player of [killer, victim]) {
      this.#noteName(player)
      this.#act(player)
    }
    this.#rounds.killed(this.#players.get(victim))
    if (killer.steamId === null || victim.steamId === null || !this.#isCountedKill(killer, victim)) return
    const sort = getWeaponClass(weapon)
    this.#matchCounts.addInMatch(killer.steamId, killer.name, {
      kills: 1,
      headshots: headshot ? 1 : 0,
      rifleKills: sort === 'rifle' ? 1 : 0,
      awpKills: sort === 'awp' ? 1 : 0,
      pistolKills: sort === 'pistol' ? 1 : 0,
    })
    this.#matchCounts.addInMatch(victim.steamId, victim.name, { deaths: 1 })
    if (this.#matchCounts.counts)
      this.#anomalyDetector.kill(killer.steamId, victim.steamId, headshot, at, this.#map)
  }

  /** Whether a kill between two people counts: in a match, not of a comrade, with enough people there (I3, I10). */
  #isCountedKill(killer: LogPlayer, victim: LogPlayer): boolean {
    const { freeForAll, minHumans } = this.#rules
    if (!this.#matchCounts.mayFight || killer.steamId === victim.steamId) return false
    if (killer.team === victim.team && !freeForAll) return false
    // Both are present; only a higher minimum requires counting the other players.
    return minHumans <= 2 || this.#players.humans >= minHumans
  }

  #ownDeath({ player }: LogEventOf<'suicide' | 'bombed'>): void {
    this.#noteName(player)
    this.#act(player)
    const seat = this.#players.get(player)
    if (seat) this.#rounds.died(seat)
    if (player.steamId === null || !this.#matchCounts.mayFight) return
    this.#matchCounts.addInMatch(player.steamId, player.name, { deaths: 1 })
  }

  #loadMap(map: string): void {
    this.#map = sanitizeText(map, maxNameLength)
    this.#score = undefined
    this.#matchCounts.leaveMatch()
    this.#players.loadMap()
    this.#rounds.loadMap()
    this.#anomalyDetector.startMap()
  }

  /** How the rounds of a match go on. */
  #round(
    event: LogEventOf<'round-started' | 'round-ended' | 'round-won' | 'freeze-started' | 'score'>,
  ): void {
    switch (event.kind) {
      case 'freeze-started':
        return this.#matchCounts.beginRound()
      case 'round-started':
        this.#players.startRound()
        this.#matchCounts.startRound()
        return this.#rounds.start()
      case 'round-ended':
        return this.#matchCounts.confirmMatch()
      case 'score':
        this.#noteScore(event)
        if (event.played < 0) this.#matchCounts.startWarmup(this.#players.isAttended)
        else this.#matchCounts.recordScore(event.played)
        return
      case 'round-won':
        this.#matchCounts.decideRound(event.played)
        if (this.#matchCounts.counts) this.#rounds.won(event.side, event.notice, this.#matchCounts)
    }
  }

  /** The end of a match is followed by its score once more. */
  #noteScore({ played, ct, t }: LogEventOf<'score'>): void {
    const last = this.#score
    const over = last !== undefined && last.over && last.ct === ct && last.t === t
    this.#score = played < 0 ? undefined : { ct, t, over }
  }

  /** How matches begin and end. */
  #match(kind: MatchSignal): void {
    switch (kind) {
      case 'match-commencing':
        return this.#matchCounts.giveUpMatch()
      case 'match-restarting':
        return this.#matchCounts.restartMatch()
      case 'match-reloaded':
        this.#matchCounts.reloadMatch()
        return this.#rounds.abandon()
      case 'match-started':
        this.#matchCounts.startMatch(this.#players.isAttended)
        this.#players.startMatch()
        return this.#rounds.abandon()
      case 'warmup-started':
        this.#matchCounts.startWarmup(this.#players.isAttended)
        return this.#rounds.abandon()
      case 'game-over':
        if (this.#score) this.#score = { ...this.#score, over: true }
        this.#matchCounts.endMatch()
        return this.#rounds.abandon()
    }
  }

  /** A player acts, which may show for the first time that they are there. */
  #act(player: LogPlayer, team: Team = player.team): void {
    const isKnown = this.#players.get(player) !== undefined
    this.#players.act(player, team)
    if (!isKnown && this.#players.get(player)) this.#noteArrival(player, null)
  }

  #noteArrival({ steamId, name }: LogPlayer, address: string | null): void {
    if (steamId !== null) this.#arrivals.push({ steamId, name: sanitizeText(name, maxNameLength), address })
  }

  #noteName({ steamId, name }: LogPlayer): void {
    if (steamId !== null) this.#matchCounts.see(steamId, name)
  }
}
