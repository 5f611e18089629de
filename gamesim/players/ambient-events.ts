import type { GameEvent, PlayerIdentity, Position } from '../game-events.ts'
import type { Random } from '../random.ts'
import { listAlive } from '../modes/combat.ts'
import type { Game } from '../game/game.ts'
import { copyIdentity } from '../game/player.ts'

const grenades = ['smokegrenade', 'flashbang', 'hegrenade', 'molotov']
const purchasableItems = ['ak47', 'm4a1_silencer', 'deagle', 'item_assaultsuit', 'smokegrenade']
const hitgroups = ['head', 'chest', 'stomach', 'left arm', 'right leg']

/** Log events without effect on the game, such as chat and purchases. They use a random source of their own. */
export class AmbientEvents {
  readonly #game: Game
  readonly #random: Random
  readonly #logDetail: () => number

  /** `logDetail` is what `mp_logdetail` says: from 3 on the log tells every hit. */
  constructor(game: Game, logDetail: () => number) {
    this.#game = game
    this.#random = game.random.fork('trifles')
    this.#logDetail = logDetail
  }

  handleEvent(gameEvent: GameEvent): void {
    if (gameEvent.kind === 'round-started') this.#emitPurchase()
    else if (gameEvent.kind === 'killed') {
      const { killer, killerAt, weapon } = gameEvent
      if (this.#logDetail() >= 3) this.#emitAttack(killer, killerAt, weapon)
      if (this.#random.chance(0.05)) this.#emitGrenade(killer)
      if (this.#random.chance(0.02)) this.#emitOtherKill(killer, killerAt, weapon)
    }
  }

  #emitPurchase(): void {
    for (const player of listAlive(this.#game)) {
      if (!this.#random.chance(0.3)) continue
      this.#game.emit({
        kind: 'purchased',
        player: copyIdentity(player),
        item: this.#random.pick(purchasableItems),
      })
    }
  }

  /** The killer also hit a player who survived. */
  #emitAttack(player: PlayerIdentity, at: Position, weapon: string): void {
    const victims = listAlive(this.#game).filter(({ userId }) => userId !== player.userId)
    if (victims.length === 0) return
    const victim = this.#random.pick(victims)
    const damage = this.#random.int(1, 90)
    this.#game.emit({
      kind: 'attacked',
      player,
      at,
      victim: copyIdentity(victim),
      victimAt: victim.position,
      weapon,
      damage,
      health: 100 - damage,
      hitgroup: this.#random.pick(hitgroups),
    })
  }

  #emitGrenade(player: PlayerIdentity): void {
    const at: Position = [this.#random.int(-2500, 2500), this.#random.int(-2500, 2500), 128]
    this.#game.emit({ kind: 'threw', player, grenade: this.#random.pick(grenades), at })
  }

  #emitOtherKill(player: PlayerIdentity, at: Position, weapon: string): void {
    const other = `chicken<${this.#random.int(60, 400)}>`
    this.#game.emit({
      kind: 'killed-other',
      player,
      at,
      other,
      otherAt: [at[0] + 40, at[1], at[2]],
      weapon,
    })
  }
}
