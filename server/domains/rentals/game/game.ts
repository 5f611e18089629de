import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import type { ConfigFiles } from '../drivers/driver.ts'

/** What a rented game server is told: everything that its owner set, and how it reports. */
export interface GameConfig {
  number: string
  name: string
  /** The password of players. */
  password: string
  rconPassword: string
  admins: readonly RentalAdmin[]
  /** The secret it reports events and demos by. */
  reportSecret: string
}

/** Where a game server is asked. */
export interface GameAddress {
  host: string
  port: number
}

/** What a game server told of itself. `players` counts people only. */
export interface GameStatus {
  map: string
  players: number
  bots: number
  max: number
}

/** What is known of the game that runs on rented servers; one for each kind of game. */
export interface Game {
  /** The files it reads at its start. */
  files(facts: GameConfig): ConfigFiles
  /** What it tells now by its own query; null while it is silent. */
  look(target: GameAddress): Promise<GameStatus | null>
  /** Tells a running server what its files say, by its console; does nothing for a game without one. Throws GameSilent. */
  tell(target: GameAddress, facts: GameConfig): Promise<void>
  /** Whether it can be used: it answers its query, and its console takes the password. */
  isReady(target: GameAddress, facts: GameConfig): Promise<boolean>
  close(): void
}

/** The game server did not take what it was told; it is told again. */
export class GameUnreachable extends Error {
  override name = 'GameUnreachable'
}
