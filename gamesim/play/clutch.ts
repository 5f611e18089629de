import { type Identity, type Side, opposite } from '../happenings.ts'
import type { Game } from './game.ts'
import { living } from './fight.ts'
import { identity } from './player.ts'

const sides: readonly Side[] = ['CT', 'TERRORIST']

/**
 * Finds the clutches of one round: a side that began it with two or more has one left alive while an enemy lives.
 * Each side has at most one a round; in a one against one both may have theirs.
 */
export class ClutchWatch {
  readonly #game: Game
  readonly #began: Record<Side, number>
  readonly #clutches = new Map<Side, { player: Identity; enemies: number }>()

  /** Made right after the round started. */
  constructor(game: Game) {
    this.#game = game
    this.#began = { CT: alive(game, 'CT').length, TERRORIST: alive(game, 'TERRORIST').length }
  }

  /** To be called whenever somebody died or left. */
  look(): void {
    for (const side of sides) {
      const [last, ...more] = alive(this.#game, side)
      const enemies = alive(this.#game, opposite(side)).length
      const isClutch = last !== undefined && more.length === 0 && enemies > 0 && this.#began[side] > 1
      if (isClutch && !this.#clutches.has(side)) this.#clutches.set(side, { player: identity(last), enemies })
    }
  }

  /** Tells of the round's clutches, once it is decided. */
  decided(winner: Side): void {
    for (const [side, clutch] of this.#clutches) {
      this.#game.happen({ kind: 'clutched', ...clutch, won: side === winner })
    }
  }
}

function alive(game: Game, side: Side) {
  return living(game).filter((player) => player.team === side)
}
