import type { GameEvent } from '../game-events.ts'
import { simulateKill, listAlive, pickPlayerBySkill } from './combat.ts'
import type { Game } from '../game/game.ts'
import type { GameMode, GameModeHost } from './game-mode.ts'
import type { Player } from '../game/player.ts'

/** Game ms between two kills of one player. */
const killGapMs = 12_000
const suicideShare = 0.006

/** Deathmatch: everyone fights at once and comes back after a moment, until the time of the map is over. */
export class DeathmatchMode implements GameMode {
  readonly #game: Game
  readonly #host: GameModeHost
  readonly #minutes: number
  readonly #pistolsOnly: boolean
  #endsAt = 0

  constructor(game: Game, stage: GameModeHost, minutes: number, pistolsOnly: boolean) {
    this.#game = game
    this.#host = stage
    this.#minutes = minutes
    this.#pistolsOnly = pistolsOnly
  }

  begin(): void {
    const game = this.#game
    if (game.roster.humans.length === 0) return this.#host.pause()
    this.#endsAt = game.clock.now + this.#minutes * 60_000
    game.startMatch()
    game.startRound()
    this.#scheduleEnd()
  }

  restart(): void {
    this.begin()
  }

  handleEvent(gameEvent: GameEvent): void {
    if (gameEvent.kind !== 'switched') return
    const player = this.#game.roster.all.find(({ userId }) => userId === gameEvent.player.userId)
    if (player) this.#respawn(player)
  }

  #scheduleEnd(): void {
    const fighters = Math.max(2, this.#game.roster.playing.length)
    this.#game.schedule(this.#game.random.exponential(killGapMs / fighters), () => this.#scheduleNextKill())
  }

  #scheduleNextKill(): void {
    const game = this.#game
    if (game.roster.humans.length === 0) return this.#host.pause()
    if (game.clock.now >= this.#endsAt) return this.#end()
    const alive = listAlive(game)
    if (alive.length > 1) this.#act(pickPlayerBySkill(game, alive), alive)
    this.#scheduleEnd()
  }

  #act(player: Player, alive: readonly Player[]): void {
    const game = this.#game
    if (game.random.chance(suicideShare)) {
      game.suicide(player, game.random.pick(['world', 'hegrenade']))
      return this.#respawn(player)
    }
    const { freeForAll } = game.rules
    const enemies = alive.filter((one) => one !== player && (freeForAll || one.team !== player.team))
    if (enemies.length === 0) return
    const victim = game.random.pick(enemies)
    simulateKill(game, player, victim, this.#pistolsOnly)
    this.#respawn(victim)
  }

  #respawn(player: Player): void {
    const game = this.#game
    game.schedule(1500 + game.random.next() * 1500, () => {
      if (game.roster.has(player)) game.spawn(player)
    })
  }

  #end(): void {
    this.#game.endRound()
    this.#game.gameOver(this.#minutes)
    this.#host.finishMap()
  }
}
