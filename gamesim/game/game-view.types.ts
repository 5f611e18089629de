import type { GameEvent, Side } from '../game-events.ts'
import type { Player } from './player.ts'
import type { Roster } from './roster.ts'
import type { Scoreboard } from './scoreboard.ts'

/** What the score lines of the log read of a game. */
export interface GameView {
  readonly map: string
  readonly phase: string
  readonly rules: { readonly mode: string }
  readonly score: Readonly<Record<Side, number>>
  readonly roster: Roster
  readonly scoreboard: Scoreboard
  readonly name: () => string
}

/** What restoring a round changes of a game. */
export interface RestorableGame {
  score: Record<Side, number>
  readonly roster: Roster
  readonly scoreboard: Scoreboard
  suicide: (player: Player) => void
  join: (player: Player, side: Side) => void
  emit: (gameEvent: GameEvent) => void
}
