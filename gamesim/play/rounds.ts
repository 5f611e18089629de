import type { Happening, Side } from '../happenings.ts'
import { ClutchWatch } from './clutch.ts'
import { fight, living, pickBySkill } from './fight.ts'
import type { Game } from './game.ts'
import type { Play, Stage } from './play.ts'
import { restore } from './replay.ts'

/** The rules of a game of rounds. */
export interface RoundRules {
  /** Before the match; its kills count for nothing. */
  warmupSeconds: number
  roundSeconds: number
  /** Rounds that win the match; null: the map ends by its time. */
  toWin: number | null
  /** Sides are swapped after so many rounds, and the match is drawn after twice as many; null: never. */
  half: number | null
  mapMinutes: number
}

const killGapMs = 6000
const pauseMs = 3000
const freezeMs = 3000
const friendlyFire = 0.012
/** The bomb ends a round sooner or later, if nobody else does. */
const shortestShare = 0.3
/** How many of those still alive are too near to the bomb when it explodes. */
const blastShare = 0.35
const bombed = 'SFUI_Notice_Target_Bombed'
const byTime: readonly [Side, string][] = [
  ['CT', 'SFUI_Notice_Target_Saved'],
  ['CT', 'SFUI_Notice_Bomb_Defused'],
  ['TERRORIST', bombed],
]

/** Rounds of two sides: competitive, retakes, public. */
export class Rounds implements Play {
  readonly #game: Game
  readonly #stage: Stage
  readonly #rules: RoundRules
  #startedAt = 0
  #played = 0
  #watch: ClutchWatch | null = null
  #roundEndsAt = 0

  constructor(game: Game, stage: Stage, rules: RoundRules) {
    this.#game = game
    this.#stage = stage
    this.#rules = rules
  }

  begin(): void {
    const game = this.#game
    if (!this.#hasBothSides()) return this.#stage.pause()
    this.#reset()
    game.warmUp()
    game.later(this.#rules.warmupSeconds * 1000, () => {
      game.happen({ kind: 'warmup-ended' })
      this.#match()
    })
    this.#warmup()
  }

  restart(): void {
    if (!this.#hasBothSides()) return this.#abandonMatch()
    this.#reset()
    this.#match()
  }

  react(happening: Happening): void {
    const { kind } = happening
    if (kind === 'killed' || kind === 'suicide' || kind === 'bombed' || kind === 'left') this.#watch?.look()
  }

  #reset(): void {
    this.#startedAt = this.#game.agenda.now
    this.#played = 0
    this.#watch = null
  }

  /** Goes on from the beginning of the round after `played` ones. */
  restore(played: number): void {
    this.#watch = null
    this.#played = played
    restore(this.#game, played)
    this.#thaw()
  }

  #warmup(): void {
    const game = this.#game
    game.later(game.random.wait(killGapMs), () => {
      if (game.phase !== 'warmup') return
      const alive = living(game)
      if (alive.length > 1) this.#duel(0)
      for (const player of game.roster.playing) game.spawn(player)
      this.#warmup()
    })
  }

  #match(): void {
    if (!this.#hasBothSides()) return this.#stage.pause()
    this.#game.startMatch()
    this.#thaw()
  }

  /** The round begins after the freeze period, and not during a pause. */
  #thaw(): void {
    this.#game.later(freezeMs, () => (this.#game.paused ? this.#thaw() : this.#round()))
  }

  #round(): void {
    const game = this.#game
    if (!this.#hasBothSides()) return this.#abandonMatch()
    game.startRound()
    this.#watch = new ClutchWatch(game)
    const seconds = this.#rules.roundSeconds * (shortestShare + (1 - shortestShare) * game.random.next())
    this.#roundEndsAt = game.agenda.now + seconds * 1000
    this.#pulse()
  }

  #pulse(): void {
    const game = this.#game
    game.later(1000 + game.random.wait(killGapMs), () => {
      if (this.#winner() === null) this.#duel(friendlyFire)
      const winner = this.#winner()
      if (winner) this.#decide(...winner)
      else this.#pulse()
    })
  }

  #winner(): readonly [Side, string] | null {
    const game = this.#game
    const counts = { CT: 0, TERRORIST: 0 }
    for (const { team } of living(game)) if (team === 'CT' || team === 'TERRORIST') counts[team] += 1
    if (counts.TERRORIST === 0) return ['CT', 'SFUI_Notice_CTs_Win']
    if (counts.CT === 0) return ['TERRORIST', 'SFUI_Notice_Terrorists_Win']
    return game.agenda.now >= this.#roundEndsAt ? game.random.pick(byTime) : null
  }

  #duel(mistakes: number): void {
    const game = this.#game
    const alive = living(game)
    const killer = pickBySkill(game, alive)
    const isMistake = game.random.chance(mistakes)
    const targets = alive.filter((one) => one !== killer && (one.team === killer.team) === isMistake)
    if (targets.length > 0) fight(game, killer, game.random.pick(targets), false)
  }

  #decide(side: Side, notice: string): void {
    const game = this.#game
    if (notice === bombed) {
      for (const player of living(game)) if (game.random.chance(blastShare)) game.bomb(player)
    }
    this.#watch?.decided(side)
    this.#watch = null
    game.winRound(side, notice)
    game.endRound()
    this.#played += 1
    game.later(pauseMs, () => (this.#isOver() ? this.#end() : this.#next()))
  }

  #next(): void {
    if (this.#played === this.#rules.half) this.#game.swapSides()
    this.#game.nextFreeze()
    this.#thaw()
  }

  #isOver(): boolean {
    const { toWin, half, mapMinutes } = this.#rules
    const { CT, TERRORIST } = this.#game.score
    if (toWin === null) return this.#game.agenda.now - this.#startedAt >= mapMinutes * 60_000
    return CT >= toWin || TERRORIST >= toWin || (half !== null && this.#played >= 2 * half)
  }

  #end(): void {
    this.#game.gameOver(this.#minutes())
    this.#stage.finish()
  }

  /** A match whose one side is empty is over: what is played until the next one is warm-up. */
  #abandonMatch(): void {
    this.#game.gameOver(this.#minutes())
    this.#stage.pause()
  }

  #minutes(): number {
    return Math.round((this.#game.agenda.now - this.#startedAt) / 60_000)
  }

  #hasBothSides(): boolean {
    const { roster } = this.#game
    return roster.side('CT').length > 0 && roster.side('TERRORIST').length > 0
  }
}
