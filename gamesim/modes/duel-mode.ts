import { simulateKill } from './combat.ts'
import type { Game } from '../game/game.ts'
import type { GameMode, GameModeHost } from './game-mode.ts'
import type { Player } from '../game/player.ts'

const roundMs = 35_000

/** Solo 1v1: each round everyone meets one opponent in an arena of their own, and one of the two dies. */
export class DuelMode implements GameMode {
  readonly #game: Game
  readonly #host: GameModeHost
  readonly #minutes: number
  #endsAt = 0

  constructor(game: Game, stage: GameModeHost, minutes: number) {
    this.#game = game
    this.#host = stage
    this.#minutes = minutes
  }

  begin(): void {
    if (this.#game.roster.playing.length < 2) return this.#host.pause()
    this.#endsAt = this.#game.clock.now + this.#minutes * 60_000
    this.#game.startMatch()
    this.#startRound()
  }

  restart(): void {
    this.begin()
  }

  #startRound(): void {
    const game = this.#game
    if (game.roster.playing.length < 2) return this.#host.pause()
    game.startRound()
    const waiting = [...game.roster.playing]
    while (waiting.length > 1)
      this.#startDuel(takeRandomPlayer(game, waiting), takeRandomPlayer(game, waiting))
    game.schedule(roundMs, () => this.#endRound())
  }

  #startDuel(one: Player, other: Player): void {
    const game = this.#game
    game.join(one, 'CT')
    game.join(other, 'TERRORIST')
    game.schedule(5000 + game.random.next() * (roundMs - 6000), () => {
      if (!one.isAlive || !other.isAlive) return
      const oneWins = game.random.chance(0.5 + (one.skill - other.skill) / 3)
      simulateKill(game, oneWins ? one : other, oneWins ? other : one, false)
    })
  }

  #endRound(): void {
    const game = this.#game
    game.endRound()
    if (game.clock.now < this.#endsAt) return this.#startRound()
    game.gameOver(this.#minutes)
    this.#host.finishMap()
  }
}

function takeRandomPlayer(game: Game, players: Player[]): Player {
  const chosen = game.random.pick(players)
  players.splice(players.indexOf(chosen), 1)
  return chosen
}
