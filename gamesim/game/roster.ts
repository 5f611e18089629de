import type { Side } from '../game-events.ts'
import type { Player } from './player.ts'

/** Who is on the server, by slot. */
export class Roster {
  #players: Player[] = []

  get all(): readonly Player[] {
    return this.#players
  }

  get humans(): Player[] {
    return this.#players.filter((player) => player.steamId !== null)
  }

  get bots(): Player[] {
    return this.#players.filter((player) => player.steamId === null)
  }

  /** Those in the game on a side. */
  side(side: Side): Player[] {
    return this.#players.filter((player) => player.hasEntered && player.team === side)
  }

  get playing(): Player[] {
    return this.#players.filter(
      (player) => player.hasEntered && (player.team === 'CT' || player.team === 'TERRORIST'),
    )
  }

  has(player: Player): boolean {
    return this.#players.includes(player)
  }

  bySteamId(steamId: string): Player | undefined {
    return this.#players.find((player) => player.steamId === steamId)
  }

  freeSlot(): number {
    const taken = new Set(this.#players.map((player) => player.userId))
    let slot = 0
    while (taken.has(slot)) slot += 1
    return slot
  }

  add(player: Player): void {
    this.#players = [...this.#players, player].toSorted((a, b) => a.userId - b.userId)
  }

  remove(player: Player): void {
    this.#players = this.#players.filter((other) => other !== player)
  }

  clear(): void {
    this.#players = []
  }
}
