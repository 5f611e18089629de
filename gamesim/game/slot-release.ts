import type { GameEvent, PlayerIdentity } from '../game-events.ts'
import type { Game } from './game.ts'

/** Game ms from the last departure until the game gives the seats free. */
const releaseAfterMs = 40_000

/**
 * A while after the last human left, CS2 takes everyone who played on the map off their side and begins a warm-up. Steam
 * no longer confirms who they were.
 */
export class SlotRelease {
  readonly #game: Game
  readonly #seats = new Map<number, PlayerIdentity>()

  constructor(game: Game) {
    this.#game = game
  }

  handleEvent(gameEvent: GameEvent): void {
    if (gameEvent.kind === 'map-loading') this.#seats.clear()
    else if (gameEvent.kind === 'connected') this.#seats.delete(gameEvent.player.userId)
    else if (gameEvent.kind === 'left' && gameEvent.player.steamId !== null) {
      const { player } = gameEvent
      if (player.team === 'CT' || player.team === 'TERRORIST') this.#seats.set(player.userId, player)
      if (this.#game.roster.humans.length === 0) this.#scheduleRelease(player)
    }
  }

  #scheduleRelease(last: PlayerIdentity): void {
    this.#game.clock.schedule(releaseAfterMs, () => {
      if (this.#game.roster.humans.length > 0 || !this.#seats.has(last.userId)) return
      if (this.#game.phase === 'live') return this.#scheduleRelease(last)
      if (this.#game.phase !== 'loading') this.#release()
    })
  }

  #release(): void {
    const seats = [...this.#seats.values()].toSorted((a, b) => a.userId - b.userId)
    this.#seats.clear()
    for (const player of seats) this.#game.emit({ kind: 'freed', player })
    this.#game.warmUp()
  }
}
