import { fight } from './fight.ts'
import type { Game } from './game.ts'
import type { Play, Stage } from './play.ts'
import type { Player } from './player.ts'

const roundMs = 35_000

/** Solo 1v1: each round everybody meets one opponent in an arena of their own, and one of the two dies. */
export class Duels implements Play {
  readonly #game: Game
  readonly #stage: Stage
  readonly #minutes: number
  #endsAt = 0

  constructor(game: Game, stage: Stage, minutes: number) {
    this.#game = game
    this.#stage = stage
    this.#minutes = minutes
  }

  begin(): void {
    if (this.#game.roster.playing.length < 2) return this.#stage.pause()
    this.#endsAt = this.#game.agenda.now + this.#minutes * 60_000
    this.#game.startMatch()
    this.#round()
  }

  restart(): void {
    this.begin()
  }

  #round(): void {
    const game = this.#game
    if (game.roster.playing.length < 2) return this.#stage.pause()
    game.startRound()
    const waiting = [...game.roster.playing]
    while (waiting.length > 1) this.#meet(take(game, waiting), take(game, waiting))
    game.later(roundMs, () => this.#endRound())
  }

  #meet(one: Player, other: Player): void {
    const game = this.#game
    game.join(one, 'CT')
    game.join(other, 'TERRORIST')
    game.later(5000 + game.random.next() * (roundMs - 6000), () => {
      if (!one.alive || !other.alive) return
      const oneWins = game.random.chance(0.5 + (one.skill - other.skill) / 3)
      fight(game, oneWins ? one : other, oneWins ? other : one, false)
    })
  }

  #endRound(): void {
    const game = this.#game
    game.endRound()
    if (game.agenda.now < this.#endsAt) return this.#round()
    game.gameOver(this.#minutes)
    this.#stage.finish()
  }
}

function take(game: Game, players: Player[]): Player {
  const chosen = game.random.pick(players)
  players.splice(players.indexOf(chosen), 1)
  return chosen
}
