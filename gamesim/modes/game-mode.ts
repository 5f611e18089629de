import type { GameEvent } from '../game-events.ts'

/** A way of playing a map. */
export interface GameMode {
  /** The map is there, or somebody came to an empty one. */
  begin(): void
  /** The running match begins anew, without a warm-up. */
  restart(): void
  /** The running match goes on from the beginning of the round after `played` ones; only where rounds are decided. */
  restore?(played: number): void
  /** Told of everything that happens. */
  handleEvent?(happening: GameEvent): void
}

/** What a way of playing tells the one who runs the server. */
export interface GameModeHost {
  /** Nobody to play with: `begin` is called again when somebody joins. */
  pause(): void
  /** The map is played to its end. */
  finishMap(): void
}
