import { type GameEvent, type KillDetails, type Position, type Side, oppositeSide } from '../game-events.ts'
import type { Random } from '../random.ts'
import type { GameClock } from './game-clock.ts'
import { RoundBackups } from './round-backups.ts'
import {
  formatAccoladeLines,
  formatScoreLines,
  formatStatsLines,
  formatStatusLines,
  formatTeamLines,
} from './score-lines.ts'
import { type Player, type Visitor, copyIdentity, randomAddress } from './player.ts'
import { Roster } from './roster.ts'
import { BanList } from './ban-list.ts'
import { Scoreboard } from './scoreboard.ts'

export interface GameRules {
  mode: string
  maxPlayers: number
  freeForAll: boolean
}

export type GamePhase = 'loading' | 'warmup' | 'live' | 'over'

/** One server's game: the state of the world and the single acts that change it. Who acts when is for others. */
export class Game {
  readonly roster = new Roster()
  readonly scoreboard = new Scoreboard()
  readonly backups = new RoundBackups(this)
  readonly bans: BanList
  readonly clock: GameClock
  readonly random: Random
  readonly rules: GameRules
  map = ''
  phase: GamePhase = 'loading'
  /** No round begins while it is paused. */
  isPaused = false
  /** What the server calls itself. */
  name: () => string = () => ''
  score: Record<Side, number> = { CT: 0, TERRORIST: 0 }
  /** Called after every gameEvent. */
  readonly listeners: ((gameEvent: GameEvent) => void)[] = []
  #scheduleGeneration = 0

  constructor(rules: GameRules, agenda: GameClock, random: Random) {
    this.rules = rules
    this.clock = agenda
    this.bans = new BanList(() => agenda.now)
    this.random = random
  }

  emit(gameEvent: GameEvent): void {
    this.scoreboard.handleEvent(gameEvent)
    for (const listener of this.listeners) listener(gameEvent)
  }

  /** Lines of the log that count for nothing. */
  log(lines: readonly string[]): void {
    for (const line of lines) this.emit({ kind: 'noted', line })
  }

  /** Does something later unless the map ended or the server went down in between. */
  schedule(ms: number, task: () => void): void {
    const chapter = this.#scheduleGeneration
    this.clock.schedule(ms, () => {
      if (chapter === this.#scheduleGeneration) task()
    })
  }

  /** A new arrival; throws a RangeError when the server is full or refuses them. */
  connect(visitor: Visitor): Player {
    if (this.bans.refuses(visitor.steamId))
      throw new RangeError('banned, or with a newer version of the game')
    const player = this.addSilently(visitor)
    this.emit({ kind: 'connected', player: copyIdentity(player), address: player.address })
    return player
  }

  /** As `connect`, but without an event, as if the player had always been there. */
  addSilently(visitor: Visitor): Player {
    if (this.roster.all.length >= this.rules.maxPlayers) throw new RangeError('the server is full')
    const { random } = this
    const player: Player = {
      userId: this.roster.freeSlot(),
      name: visitor.name,
      steamId: visitor.steamId,
      address: visitor.address ?? (visitor.steamId === null ? '(unknown)' : randomAddress(random)),
      skill: visitor.skill ?? random.next(),
      ping: visitor.steamId === null ? 0 : random.int(5, 90),
      connectedAt: this.clock.now,
      team: 'Unassigned',
      hasEntered: false,
      isAlive: false,
      score: 0,
      position: [0, 0, 0],
    }
    this.roster.add(player)
    return player
  }

  enter(player: Player): void {
    player.hasEntered = true
    this.emit({ kind: 'entered', player: copyIdentity(player) })
  }

  /** Puts a player on a side, by default the smaller one. */
  join(player: Player, side: Side = this.smallerSide()): void {
    if (player.team === side) return
    this.emit({ kind: 'switched', player: copyIdentity(player), to: side })
    player.team = side
    player.position = this.#randomPosition()
  }

  leave(player: Player, reason = 'Disconnect'): void {
    if (!this.roster.has(player)) return
    const who = copyIdentity(player)
    this.roster.remove(player)
    this.emit({ kind: 'left', player: who, reason })
    if (!player.isAlive) return
    player.isAlive = false
    this.emit({ ...this.#suicideEvent(player, 'world'), afterLeaving: true })
  }

  /** A death by `killer`'s hand; does nothing to those already gone. */
  kill(killer: Player, victim: Player, details: KillDetails = {}): void {
    if (!this.roster.has(killer) || !this.roster.has(victim)) return
    const mates = killer.team === victim.team && !this.rules.freeForAll
    victim.isAlive = false
    killer.score += mates ? -1 : 1
    killer.position = this.#randomPosition()
    this.emit({
      kind: 'killed',
      killer: copyIdentity(killer),
      victim: copyIdentity(victim),
      killerAt: killer.position,
      victimAt: victim.position,
      weapon: details.weapon ?? 'ak47',
      headshot: details.headshot ?? false,
      penetrated: details.penetrated ?? false,
      warmup: this.phase !== 'live',
      teamKill: mates,
    })
  }

  assist(player: Player, victim: Player, flash = false): void {
    const who = { player: copyIdentity(player), victim: copyIdentity(victim) }
    this.emit({ kind: 'assisted', ...who, flash, warmup: this.phase !== 'live' })
  }

  suicide(player: Player, weapon = 'world'): void {
    player.isAlive = false
    player.score -= 1
    this.emit(this.#suicideEvent(player, weapon))
  }

  /** A death by the explosion that ends the round, without a killer. */
  bomb(player: Player): void {
    player.isAlive = false
    this.emit({
      kind: 'bombed',
      player: copyIdentity(player),
      at: player.position,
      warmup: this.phase !== 'live',
    })
  }

  say(player: Player, text: string, toTeam = false): void {
    this.emit({ kind: 'said', player: copyIdentity(player), text, toTeam })
  }

  spawn(player: Player): void {
    player.isAlive = true
    player.position = this.#randomPosition()
  }

  /** Leaves the running map; nothing that was planned on it happens any more. */
  loadMap(map: string): void {
    this.cancelScheduled()
    this.emit({ kind: 'map-loading', map })
    this.map = map
    for (const player of this.roster.all) {
      Object.assign(player, { hasEntered: false, isAlive: false, team: 'Unassigned', score: 0 })
    }
  }

  startMap(): void {
    this.phase = 'warmup'
    this.isPaused = false
    this.resetScore()
    this.emit({ kind: 'map-started', map: this.map })
    this.emit({ kind: 'warmup-started' })
  }

  /** CS2 writes `Match_Start` for a warm-up too, and only then that it is one. */
  warmUp(): void {
    this.phase = 'warmup'
    this.resetScore()
    this.freeze()
    this.log([
      `World triggered "Match_Start" on "${this.map}"`,
      ...formatTeamLines(),
      ...formatStatusLines(this),
    ])
    this.emit({ kind: 'warmup-started' })
  }

  startMatch(): void {
    this.phase = 'live'
    this.resetScore()
    this.freeze()
    this.emit({ kind: 'match-started', map: this.map })
    this.log([...formatTeamLines(), ...formatStatusLines(this)])
    this.backups.save()
  }

  /** Everyone comes to life and waits for the round. */
  freeze(): void {
    for (const player of this.roster.playing) this.spawn(player)
    this.emit({ kind: 'freeze-started' })
    this.log(formatStatsLines(this))
  }

  /** The freeze period of the next round of a running match. */
  nextFreeze(): void {
    this.freeze()
    this.log(formatStatusLines(this))
    this.backups.save()
  }

  startRound(): void {
    for (const player of this.roster.playing) this.spawn(player)
    this.emit({ kind: 'round-started' })
  }

  /** A round goes to a side: everyone in the game on a side then has won or lost it. */
  winRound(side: Side, notice: string): void {
    this.score[side] += 1
    const present = this.roster.playing.map((player) => copyIdentity(player))
    const { CT: ct, TERRORIST: t } = this.score
    this.emit({ kind: 'round-won', side, notice, ct, t, present })
    this.log([...formatScoreLines(this), ...formatStatusLines(this)])
  }

  endRound(): void {
    this.emit({ kind: 'round-ended' })
  }

  /** Holds the next round back, or lets it begin. */
  setPaused(paused: boolean): void {
    if (this.isPaused === paused) return
    this.isPaused = paused
    this.log([
      paused ? 'Match pause is enabled - mp_pause_match' : 'Match pause is disabled - mp_unpause_match',
    ])
  }

  swapSides(): void {
    this.emit({ kind: 'sides-swapped' })
    for (const player of this.roster.playing) {
      if (player.team === 'CT' || player.team === 'TERRORIST') this.join(player, oppositeSide(player.team))
    }
    this.score = { CT: this.score.TERRORIST, TERRORIST: this.score.CT }
  }

  gameOver(minutes: number): void {
    this.log([...formatAccoladeLines(this), ...formatStatusLines(this)])
    this.phase = 'over'
    const { CT: ct, TERRORIST: t } = this.score
    this.emit({ kind: 'game-over', mode: this.rules.mode, map: this.map, ct, t, minutes })
  }

  /** Forgets every plan. */
  cancelScheduled(): void {
    this.#scheduleGeneration += 1
    this.phase = 'loading'
  }

  smallerSide(): Side {
    const more = this.roster.side('CT').length - this.roster.side('TERRORIST').length
    if (more !== 0) return more > 0 ? 'TERRORIST' : 'CT'
    return this.random.chance(0.5) ? 'CT' : 'TERRORIST'
  }

  resetScore(): void {
    this.score = { CT: 0, TERRORIST: 0 }
    this.scoreboard.reset()
    this.backups.clear()
  }

  #suicideEvent(player: Player, weapon: string) {
    const warmup = this.phase !== 'live'
    const base = { player: copyIdentity(player), at: player.position, weapon, warmup, afterLeaving: false }
    return { kind: 'suicide' as const, ...base }
  }

  #randomPosition(): Position {
    return [this.random.int(-2500, 2500), this.random.int(-2500, 2500), this.random.int(-200, 400)]
  }
}
