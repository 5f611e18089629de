import type { GameEvent, Side } from '../game-events.ts'
import { ClutchTracker } from './clutch-tracker.ts'
import { simulateKill, listAlive, pickPlayerBySkill } from './combat.ts'
import type { Game } from '../game/game.ts'
import type { GameMode, GameModeHost } from './game-mode.ts'
import { restoreRound } from '../game/match-restore.ts'

/** The rules of a game of rounds. */
export interface RoundRules {
  /** Before the match; its kills count for nothing. */
  warmupSeconds: number
  roundSeconds: number
  /** Rounds that win the match; null: the map ends by its time. */
  roundsToWin: number | null
  /** Sides are swapped after this many rounds, and the match is drawn after twice as many; null: never. */
  halfRounds: number | null
  mapMinutes: number
}

const killGapMs = 6000
const roundPauseMs = 3000
const freezeMs = 3000
const friendlyFireShare = 0.012
/** The bomb ends a round at the latest. */
const minRoundShare = 0.3
/** How many of those still alive are too near to the bomb when it explodes. */
const bombKillShare = 0.35
const bombedNotice = 'SFUI_Notice_Target_Bombed'
const timeoutOutcomes: readonly [Side, string][] = [
  ['CT', 'SFUI_Notice_Target_Saved'],
  ['CT', 'SFUI_Notice_Bomb_Defused'],
  ['TERRORIST', bombedNotice],
]

/** Rounds of two sides: competitive, retakes, public. */
export class RoundMode implements GameMode {
  readonly #game: Game
  readonly #host: GameModeHost
  readonly #rules: RoundRules
  #startedAt = 0
  #played = 0
  #clutches: ClutchTracker | null = null
  #roundEndsAt = 0

  constructor(game: Game, stage: GameModeHost, rules: RoundRules) {
    this.#game = game
    this.#host = stage
    this.#rules = rules
  }

  begin(): void {
    const game = this.#game
    if (!this.#hasBothSides()) return this.#host.pause()
    this.#reset()
    game.warmUp()
    game.schedule(this.#rules.warmupSeconds * 1000, () => {
      game.emit({ kind: 'warmup-ended' })
      this.#startMatch()
    })
    this.#scheduleWarmupKill()
  }

  restart(): void {
    if (!this.#hasBothSides()) return this.#abandonMatch()
    this.#reset()
    this.#startMatch()
  }

  handleEvent(gameEvent: GameEvent): void {
    const { kind } = gameEvent
    if (kind === 'killed' || kind === 'suicide' || kind === 'bombed' || kind === 'left')
      this.#clutches?.update()
  }

  #reset(): void {
    this.#startedAt = this.#game.clock.now
    this.#played = 0
    this.#clutches = null
  }

  /** Goes on from the beginning of the round after `played` ones. */
  restore(played: number): void {
    this.#clutches = null
    this.#played = played
    restoreRound(this.#game, played)
    this.#scheduleRoundStart()
  }

  #scheduleWarmupKill(): void {
    const game = this.#game
    game.schedule(game.random.exponential(killGapMs), () => {
      if (game.phase !== 'warmup') return
      const alive = listAlive(game)
      if (alive.length > 1) this.#simulateDuel(0)
      for (const player of game.roster.playing) game.spawn(player)
      this.#scheduleWarmupKill()
    })
  }

  #startMatch(): void {
    if (!this.#hasBothSides()) return this.#host.pause()
    this.#game.startMatch()
    this.#scheduleRoundStart()
  }

  /** The round begins after the freeze period, and not during a pause. */
  #scheduleRoundStart(): void {
    this.#game.schedule(freezeMs, () =>
      this.#game.isPaused ? this.#scheduleRoundStart() : this.#startRound(),
    )
  }

  #startRound(): void {
    const game = this.#game
    if (!this.#hasBothSides()) return this.#abandonMatch()
    game.startRound()
    this.#clutches = new ClutchTracker(game)
    const seconds = this.#rules.roundSeconds * (minRoundShare + (1 - minRoundShare) * game.random.next())
    this.#roundEndsAt = game.clock.now + seconds * 1000
    this.#scheduleNextKill()
  }

  #scheduleNextKill(): void {
    const game = this.#game
    game.schedule(1000 + game.random.exponential(killGapMs), () => {
      if (this.#findWinner() === null) this.#simulateDuel(friendlyFireShare)
      const winner = this.#findWinner()
      if (winner) this.#endRound(...winner)
      else this.#scheduleNextKill()
    })
  }

  #findWinner(): readonly [Side, string] | null {
    const game = this.#game
    const counts = { CT: 0, TERRORIST: 0 }
    for (const { team } of listAlive(game)) if (team === 'CT' || team === 'TERRORIST') counts[team] += 1
    if (counts.TERRORIST === 0) return ['CT', 'SFUI_Notice_CTs_Win']
    if (counts.CT === 0) return ['TERRORIST', 'SFUI_Notice_Terrorists_Win']
    return game.clock.now >= this.#roundEndsAt ? game.random.pick(timeoutOutcomes) : null
  }

  #simulateDuel(mistakes: number): void {
    const game = this.#game
    const alive = listAlive(game)
    const killer = pickPlayerBySkill(game, alive)
    const isMistake = game.random.chance(mistakes)
    const targets = alive.filter((one) => one !== killer && (one.team === killer.team) === isMistake)
    if (targets.length > 0) simulateKill(game, killer, game.random.pick(targets), false)
  }

  #endRound(side: Side, notice: string): void {
    const game = this.#game
    if (notice === bombedNotice) {
      for (const player of listAlive(game)) if (game.random.chance(bombKillShare)) game.bomb(player)
    }
    this.#clutches?.recordResult(side)
    this.#clutches = null
    game.winRound(side, notice)
    game.endRound()
    this.#played += 1
    game.schedule(roundPauseMs, () => (this.#isMatchOver() ? this.#endMatch() : this.#startNextRound()))
  }

  #startNextRound(): void {
    if (this.#played === this.#rules.halfRounds) this.#game.swapSides()
    this.#game.nextFreeze()
    this.#scheduleRoundStart()
  }

  #isMatchOver(): boolean {
    const { roundsToWin, halfRounds, mapMinutes } = this.#rules
    const { CT, TERRORIST } = this.#game.score
    if (roundsToWin === null) return this.#game.clock.now - this.#startedAt >= mapMinutes * 60_000
    return (
      CT >= roundsToWin || TERRORIST >= roundsToWin || (halfRounds !== null && this.#played >= 2 * halfRounds)
    )
  }

  #endMatch(): void {
    this.#game.gameOver(this.#matchMinutes())
    this.#host.finishMap()
  }

  /** A match whose one side is empty is over: what is played until the next one is warm-up. */
  #abandonMatch(): void {
    this.#game.gameOver(this.#matchMinutes())
    this.#host.pause()
  }

  #matchMinutes(): number {
    return Math.round((this.#game.clock.now - this.#startedAt) / 60_000)
  }

  #hasBothSides(): boolean {
    const { roster } = this.#game
    return roster.side('CT').length > 0 && roster.side('TERRORIST').length > 0
  }
}
