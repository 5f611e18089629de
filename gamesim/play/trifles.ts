import type { Happening, Identity, Position } from '../happenings.ts'
import type { Random } from '../random.ts'
import { living } from './fight.ts'
import type { Game } from './game.ts'
import { identity } from './player.ts'

const grenades = ['smokegrenade', 'flashbang', 'hegrenade', 'molotov']
const goods = ['ak47', 'm4a1_silencer', 'deagle', 'item_assaultsuit', 'smokegrenade']
const hitgroups = ['head', 'chest', 'stomach', 'left arm', 'right leg']

/** What players do beside fighting: it changes nothing, but the log is full of it. It never disturbs the play's random. */
export class Trifles {
  readonly #game: Game
  readonly #random: Random
  readonly #logDetail: () => number

  /** `logDetail` is what `mp_logdetail` says: from 3 on the log tells every hit. */
  constructor(game: Game, logDetail: () => number) {
    this.#game = game
    this.#random = game.random.fork('trifles')
    this.#logDetail = logDetail
  }

  react(happening: Happening): void {
    if (happening.kind === 'round-started') this.#shop()
    else if (happening.kind === 'killed') {
      const { killer, killerAt, weapon } = happening
      if (this.#logDetail() >= 3) this.#hit(killer, killerAt, weapon)
      if (this.#random.chance(0.05)) this.#throw(killer)
      if (this.#random.chance(0.02)) this.#hunt(killer, killerAt, weapon)
    }
  }

  #shop(): void {
    for (const player of living(this.#game)) {
      if (!this.#random.chance(0.3)) continue
      this.#game.happen({ kind: 'purchased', player: identity(player), item: this.#random.pick(goods) })
    }
  }

  /** Whoever killed also hit somebody who lived on. */
  #hit(player: Identity, at: Position, weapon: string): void {
    const victims = living(this.#game).filter(({ userId }) => userId !== player.userId)
    if (victims.length === 0) return
    const victim = this.#random.pick(victims)
    const damage = this.#random.int(1, 90)
    this.#game.happen({
      kind: 'attacked',
      player,
      at,
      victim: identity(victim),
      victimAt: victim.at,
      weapon,
      damage,
      health: 100 - damage,
      hitgroup: this.#random.pick(hitgroups),
    })
  }

  #throw(player: Identity): void {
    const at: Position = [this.#random.int(-2500, 2500), this.#random.int(-2500, 2500), 128]
    this.#game.happen({ kind: 'threw', player, grenade: this.#random.pick(grenades), at })
  }

  #hunt(player: Identity, at: Position, weapon: string): void {
    const other = `chicken<${this.#random.int(60, 400)}>`
    this.#game.happen({
      kind: 'killed-other',
      player,
      at,
      other,
      otherAt: [at[0] + 40, at[1], at[2]],
      weapon,
    })
  }
}
