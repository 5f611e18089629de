import type { Side } from '../game-events.ts'
import type { RestorableGame } from './game-view.types.ts'
import { type Player, copyIdentity } from './player.ts'
import type { PlayerScore } from './scoreboard.ts'

interface RoundBackup {
  score: Record<Side, number>
  scores: ReadonlyMap<number, PlayerScore>
  sides: ReadonlyMap<Player, Side>
}

/** What the game writes down at the beginning of each round, so that a match can go on from there. */
export class RoundBackups {
  readonly #game: RestorableGame
  #byPlayed = new Map<number, RoundBackup>()

  constructor(game: RestorableGame) {
    this.#game = game
  }

  clear(): void {
    this.#byPlayed = new Map()
  }

  has(played: number): boolean {
    return this.#byPlayed.has(played)
  }

  save(): void {
    const { score, scoreboard, roster } = this.#game
    const sides = new Map<Player, Side>()
    for (const player of roster.playing) {
      if (player.team === 'CT' || player.team === 'TERRORIST') sides.set(player, player.team)
    }
    this.#byPlayed.set(score.CT + score.TERRORIST, { score: { ...score }, scores: scoreboard.save(), sides })
  }

  /**
   * Goes back to the beginning of the round after `played` ones. CS2 does it by killing everyone and bringing them to the
   * side they were on, by way of the spectators; who came since stays where they are.
   */
  load(played: number): void {
    const game = this.#game
    const backup = this.#byPlayed.get(played)
    if (!backup) throw new RangeError('no such backup')
    const back: [Player, Side][] = []
    for (const player of game.roster.playing) {
      if (player.team !== 'CT' && player.team !== 'TERRORIST') continue
      back.push([player, backup.sides.get(player) ?? player.team])
      game.suicide(player)
      game.emit({ kind: 'switched', player: copyIdentity(player), to: 'Spectator' })
      player.team = 'Spectator'
    }
    for (const [player, side] of back) game.join(player, side)
    for (const later of this.#byPlayed.keys()) if (later > played) this.#byPlayed.delete(later)
    game.scoreboard.restore(backup.scores)
    game.score = { ...backup.score }
  }
}
