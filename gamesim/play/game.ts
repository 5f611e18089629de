import { type Happening, type Position, type Side, opposite } from '../happenings.ts'
import type { Random } from '../random.ts'
import type { Agenda } from './agenda.ts'
import { Backups } from './backups.ts'
import { accoladeLines, scoredLines, statsLines, statusLines, teamLines } from './chronicle.ts'
import { type Player, type Visitor, identity, madeUpAddress } from './player.ts'
import { Roster } from './roster.ts'
import { BanList } from './ban-list.ts'
import { Scoreboard } from './scoreboard.ts'

/** How a kill came about; everything may be left to the defaults. */
export interface KillDetails {
  weapon?: string
  headshot?: boolean
  penetrated?: boolean
}

export interface GameRules {
  mode: string
  maxPlayers: number
  freeForAll: boolean
}

export type Phase = 'loading' | 'warmup' | 'live' | 'over'

/** One server's game: the state of the world and the single acts that change it. Who acts when is for others. */
export class Game {
  readonly roster = new Roster()
  readonly scoreboard = new Scoreboard()
  readonly backups = new Backups(this)
  readonly bans: BanList
  readonly agenda: Agenda
  readonly random: Random
  readonly rules: GameRules
  map = ''
  phase: Phase = 'loading'
  /** No round begins while it is paused. */
  paused = false
  /** What the server calls itself. */
  name: () => string = () => ''
  score: Record<Side, number> = { CT: 0, TERRORIST: 0 }
  /** Called after every happening. */
  readonly listeners: ((happening: Happening) => void)[] = []
  #chapter = 0

  constructor(rules: GameRules, agenda: Agenda, random: Random) {
    this.rules = rules
    this.agenda = agenda
    this.bans = new BanList(() => agenda.now)
    this.random = random
  }

  happen(happening: Happening): void {
    this.scoreboard.count(happening)
    for (const listener of this.listeners) listener(happening)
  }

  /** Lines of the log that count for nothing. */
  note(lines: readonly string[]): void {
    for (const line of lines) this.happen({ kind: 'noted', line })
  }

  /** Does something later unless the map ended or the server went down in between. */
  later(ms: number, task: () => void): void {
    const chapter = this.#chapter
    this.agenda.after(ms, () => {
      if (chapter === this.#chapter) task()
    })
  }

  /** A new arrival; throws a RangeError when the server is full or they are banned. */
  connect(visitor: Visitor): Player {
    if (this.bans.has(visitor.steamId)) throw new RangeError('banned from the server')
    const player = this.seat(visitor)
    this.happen({ kind: 'connected', player: identity(player), address: player.address })
    return player
  }

  /** As `connect`, but as if it had always been so: nothing is told. */
  seat(visitor: Visitor): Player {
    if (this.roster.all.length >= this.rules.maxPlayers) throw new RangeError('the server is full')
    const { random } = this
    const player: Player = {
      userId: this.roster.freeSlot(),
      name: visitor.name,
      steamId: visitor.steamId,
      address: visitor.address ?? (visitor.steamId === null ? '(unknown)' : madeUpAddress(random)),
      skill: visitor.skill ?? random.next(),
      ping: visitor.steamId === null ? 0 : random.int(5, 90),
      connectedAt: this.agenda.now,
      team: 'Unassigned',
      entered: false,
      alive: false,
      score: 0,
      at: [0, 0, 0],
    }
    this.roster.add(player)
    return player
  }

  enter(player: Player): void {
    player.entered = true
    this.happen({ kind: 'entered', player: identity(player) })
  }

  /** Puts a player on a side, by default the smaller one. */
  join(player: Player, side: Side = this.smallerSide()): void {
    if (player.team === side) return
    this.happen({ kind: 'switched', player: identity(player), to: side })
    player.team = side
    player.at = this.#somewhere()
  }

  leave(player: Player, reason = 'Disconnect'): void {
    if (!this.roster.has(player)) return
    const who = identity(player)
    this.roster.remove(player)
    this.happen({ kind: 'left', player: who, reason })
    if (!player.alive) return
    player.alive = false
    this.happen({ ...this.#suicideOf(player, 'world'), afterLeaving: true })
  }

  /** A death by `killer`'s hand; does nothing to those already gone. */
  kill(killer: Player, victim: Player, details: KillDetails = {}): void {
    if (!this.roster.has(killer) || !this.roster.has(victim)) return
    const mates = killer.team === victim.team && !this.rules.freeForAll
    victim.alive = false
    killer.score += mates ? -1 : 1
    killer.at = this.#somewhere()
    this.happen({
      kind: 'killed',
      killer: identity(killer),
      victim: identity(victim),
      killerAt: killer.at,
      victimAt: victim.at,
      weapon: details.weapon ?? 'ak47',
      headshot: details.headshot ?? false,
      penetrated: details.penetrated ?? false,
      warmup: this.phase !== 'live',
      teamKill: mates,
    })
  }

  assist(player: Player, victim: Player, flash = false): void {
    const who = { player: identity(player), victim: identity(victim) }
    this.happen({ kind: 'assisted', ...who, flash, warmup: this.phase !== 'live' })
  }

  suicide(player: Player, weapon = 'world'): void {
    player.alive = false
    player.score -= 1
    this.happen(this.#suicideOf(player, weapon))
  }

  /** A death by the explosion that ends the round, and nobody's kill. */
  bomb(player: Player): void {
    player.alive = false
    this.happen({
      kind: 'bombed',
      player: identity(player),
      at: player.at,
      warmup: this.phase !== 'live',
    })
  }

  say(player: Player, text: string, toTeam = false): void {
    this.happen({ kind: 'said', player: identity(player), text, toTeam })
  }

  spawn(player: Player): void {
    player.alive = true
    player.at = this.#somewhere()
  }

  /** Leaves the running map; nothing that was planned on it happens any more. */
  loadMap(map: string): void {
    this.abandon()
    this.happen({ kind: 'map-loading', map })
    this.map = map
    for (const player of this.roster.all) {
      Object.assign(player, { entered: false, alive: false, team: 'Unassigned', score: 0 })
    }
  }

  startMap(): void {
    this.phase = 'warmup'
    this.paused = false
    this.resetScore()
    this.happen({ kind: 'map-started', map: this.map })
    this.happen({ kind: 'warmup-started' })
  }

  /** CS2 writes `Match_Start` for a warm-up too, and only then that it is one. */
  warmUp(): void {
    this.phase = 'warmup'
    this.resetScore()
    this.freeze()
    this.note([`World triggered "Match_Start" on "${this.map}"`, ...teamLines(), ...statusLines(this)])
    this.happen({ kind: 'warmup-started' })
  }

  startMatch(): void {
    this.phase = 'live'
    this.resetScore()
    this.freeze()
    this.happen({ kind: 'match-started', map: this.map })
    this.note([...teamLines(), ...statusLines(this)])
    this.backups.save()
  }

  /** Everybody comes to life and waits for the round. */
  freeze(): void {
    for (const player of this.roster.playing) this.spawn(player)
    this.happen({ kind: 'freeze-started' })
    this.note(statsLines(this))
  }

  /** The freeze period of the next round of a running match. */
  nextFreeze(): void {
    this.freeze()
    this.note(statusLines(this))
    this.backups.save()
  }

  startRound(): void {
    for (const player of this.roster.playing) this.spawn(player)
    this.happen({ kind: 'round-started' })
  }

  /** A round goes to a side: everybody in the game on a side then has won or lost it. */
  winRound(side: Side, notice: string): void {
    this.score[side] += 1
    const present = this.roster.playing.map((player) => identity(player))
    const { CT: ct, TERRORIST: t } = this.score
    this.happen({ kind: 'round-won', side, notice, ct, t, present })
    this.note([...scoredLines(this), ...statusLines(this)])
  }

  endRound(): void {
    this.happen({ kind: 'round-ended' })
  }

  /** Holds the next round back, or lets it begin. */
  pause(paused: boolean): void {
    if (this.paused === paused) return
    this.paused = paused
    this.note([
      paused ? 'Match pause is enabled - mp_pause_match' : 'Match pause is disabled - mp_unpause_match',
    ])
  }

  swapSides(): void {
    this.happen({ kind: 'sides-swapped' })
    for (const player of this.roster.playing) {
      if (player.team === 'CT' || player.team === 'TERRORIST') this.join(player, opposite(player.team))
    }
    this.score = { CT: this.score.TERRORIST, TERRORIST: this.score.CT }
  }

  gameOver(minutes: number): void {
    this.note([...accoladeLines(this), ...statusLines(this)])
    this.phase = 'over'
    const { CT: ct, TERRORIST: t } = this.score
    this.happen({ kind: 'game-over', mode: this.rules.mode, map: this.map, ct, t, minutes })
  }

  /** Forgets every plan. */
  abandon(): void {
    this.#chapter += 1
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

  #suicideOf(player: Player, weapon: string) {
    const warmup = this.phase !== 'live'
    const base = { player: identity(player), at: player.at, weapon, warmup, afterLeaving: false }
    return { kind: 'suicide' as const, ...base }
  }

  #somewhere(): Position {
    return [this.random.int(-2500, 2500), this.random.int(-2500, 2500), this.random.int(-200, 400)]
  }
}
