import { type PlayerIdentity, type Side, oppositeSide } from '../game-events.ts'
import type { Game } from '../game/game.ts'
import { listAlive } from './combat.ts'
import { copyIdentity } from '../game/player.ts'

const sides: readonly Side[] = ['CT', 'TERRORIST']

/**
 * Finds the clutches of one round: a side that began it with two or more has one left alive while an enemy lives.
 * Each side has at most one a round; in a one against one both may have theirs.
 */
export class ClutchTracker {
  readonly #game: Game
  readonly #began: Record<Side, number>
  readonly #clutches = new Map<Side, { player: PlayerIdentity; enemies: number }>()

  /** Made right after the round started. */
  constructor(game: Game) {
    this.#game = game
    this.#began = { CT: countAlive(game, 'CT').length, TERRORIST: countAlive(game, 'TERRORIST').length }
  }

  /** Call it whenever a player died or left. */
  update(): void {
    for (const side of sides) {
      const [last, ...more] = countAlive(this.#game, side)
      const enemies = countAlive(this.#game, oppositeSide(side)).length
      const isClutch = last !== undefined && more.length === 0 && enemies > 0 && this.#began[side] > 1
      if (isClutch && !this.#clutches.has(side))
        this.#clutches.set(side, { player: copyIdentity(last), enemies })
    }
  }

  /** Tells of the round's clutches, once it is decided. */
  recordResult(winner: Side): void {
    for (const [side, clutch] of this.#clutches) {
      this.#game.emit({ kind: 'clutched', ...clutch, won: side === winner })
    }
  }
}

function countAlive(game: Game, side: Side) {
  return listAlive(game).filter((player) => player.team === side)
}
