import type { GameClock } from './game/game-clock.ts'
import type { Population } from './players/population.ts'
import type { Random } from './random.ts'

/** What the servers of one simulation share. */
export interface SimulationContext {
  host: string
  clock: GameClock
  population: Population
  random: Random
  /** Epoch ms of game time 0. */
  epoch: number
  /** Game seconds per second; 0: the game moves only by `step`. */
  pace: number
  /** A clock in wall ms, for bans and silences. */
  wallClock: () => number
}

/** 16 hex digits that the seed decides. */
export function deriveSecret(world: SimulationContext, label: string): string {
  const random = world.random.fork(label)
  return Array.from({ length: 16 }, () => random.int(0, 15).toString(16)).join('')
}
