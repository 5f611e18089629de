import type { Happening } from '../happenings.ts'
import { fight, living, pickBySkill } from './fight.ts'
import type { Game } from './game.ts'
import type { Play, Stage } from './play.ts'
import type { Player } from './player.ts'

/** Game ms between two kills of one player. */
const killGapMs = 12_000
const suicideShare = 0.006

/** Deathmatch: everybody fights at once and comes back after a moment, until the time of the map is over. */
export class Deathmatch implements Play {
  readonly #game: Game
  readonly #stage: Stage
  readonly #minutes: number
  readonly #pistolsOnly: boolean
  #endsAt = 0

  constructor(game: Game, stage: Stage, minutes: number, pistolsOnly: boolean) {
    this.#game = game
    this.#stage = stage
    this.#minutes = minutes
    this.#pistolsOnly = pistolsOnly
  }

  begin(): void {
    const game = this.#game
    if (game.roster.humans.length === 0) return this.#stage.pause()
    this.#endsAt = game.agenda.now + this.#minutes * 60_000
    game.startMatch()
    game.startRound()
    this.#wait()
  }

  restart(): void {
    this.begin()
  }

  react(happening: Happening): void {
    if (happening.kind !== 'switched') return
    const player = this.#game.roster.all.find(({ userId }) => userId === happening.player.userId)
    if (player) this.#comeBack(player)
  }

  #wait(): void {
    const fighters = Math.max(2, this.#game.roster.playing.length)
    this.#game.later(this.#game.random.wait(killGapMs / fighters), () => this.#pulse())
  }

  #pulse(): void {
    const game = this.#game
    if (game.roster.humans.length === 0) return this.#stage.pause()
    if (game.agenda.now >= this.#endsAt) return this.#end()
    const alive = living(game)
    if (alive.length > 1) this.#act(pickBySkill(game, alive), alive)
    this.#wait()
  }

  #act(player: Player, alive: readonly Player[]): void {
    const game = this.#game
    if (game.random.chance(suicideShare)) {
      game.suicide(player, game.random.pick(['world', 'hegrenade']))
      return this.#comeBack(player)
    }
    const { freeForAll } = game.rules
    const enemies = alive.filter((one) => one !== player && (freeForAll || one.team !== player.team))
    if (enemies.length === 0) return
    const victim = game.random.pick(enemies)
    fight(game, player, victim, this.#pistolsOnly)
    this.#comeBack(victim)
  }

  #comeBack(player: Player): void {
    const game = this.#game
    game.later(1500 + game.random.next() * 1500, () => {
      if (game.roster.has(player)) game.spawn(player)
    })
  }

  #end(): void {
    this.#game.endRound()
    this.#game.gameOver(this.#minutes)
    this.#stage.finish()
  }
}
