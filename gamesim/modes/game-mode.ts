import type { GameEvent } from '../game-events.ts'

/** A way of playing a map. */
export interface GameMode {
  /** The map is loaded, or a player joined an empty one. */
  begin(): void
  /** Restarts the running match without a warm-up. */
  restart(): void
  /** The running match goes on from the beginning of the round after `played` ones; only where rounds are decided. */
  restore?(played: number): void
  /** Receives every event. */
  handleEvent?(gameEvent: GameEvent): void
}

/** What a way of playing tells the one who runs the server. */
export interface GameModeHost {
  /** Too few players: `begin` is called again when one joins. */
  pause(): void
  /** The map is played to its end. */
  finishMap(): void
}
