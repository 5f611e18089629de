import type { RentalAdmin } from '@clutch/contract/rules/rentals/rental-fields.ts'
import type { RentalMode } from '@clutch/contract/rules/rentals/maps/rental-maps.ts'
import type { ConfigFiles } from '../drivers/driver.ts'

/** The configuration of a rented game server: the owner's settings, and how it reports. */
export interface GameConfig {
  number: string
  name: string
  /** The password of players. */
  password: string
  rconPassword: string
  /** What it starts its maps in; practice where it is missing. */
  mode?: RentalMode
  admins: readonly RentalAdmin[]
  /** The secret it reports events and demos by. */
  reportSecret: string
}

/** What all servers of the operator share, and the login token of the one; empty for none. */
export interface SharedGameConfig {
  workshopCollection: string
  /** The Web API key for the Workshop. */
  workshopKey: string
  /** The instance's own (GSLT). */
  loginToken: string
}

/** An official map by its name, or a number of the Workshop, and the mode it is played in. */
export interface MapChoice {
  map: string
  mode: RentalMode
}

/** What a game plays now; null where it is not known. */
export interface PresentMap {
  map: string | null
  mode: RentalMode | null
}

/** Where a game server is asked. */
export interface GameAddress {
  host: string
  port: number
}

/** How a running server's own settings are found; `refused`: its console, `changed`: where it reports to. */
export type ConfigurationState = 'kept' | 'changed' | 'refused' | 'silent'

/** A game server's report of itself. `players` excludes bots. */
export interface GameStatus {
  map: string
  players: number
  bots: number
  max: number
  /** The version of Counter-Strike 2; null for another game. */
  version: string | null
}

/**
 * What the portal knows of the game that runs on rented servers; one implementation for each kind of game.
 */
export interface Game {
  /** The file with the line-ups that players save, inside the folder of an instance; null: the game has none. */
  readonly savedGrenadesPath: string | null
  /** Where it writes the demos of matches, inside the folder of an instance; none if it records none. */
  readonly demoFolders: readonly string[]
  /** The files it reads at its start. */
  files(facts: GameConfig, shared?: SharedGameConfig): ConfigFiles
  /** Queries its present state; null while it is silent. */
  queryStatus(target: GameAddress): Promise<GameStatus | null>
  /**
   * Configures a running server over RCON like its files; does nothing for a game without RCON. Throws
   * GameUnreachable.
   */
  configure(target: GameAddress, facts: GameConfig): Promise<void>
  /** Shows a line to everyone on the server; does nothing for a game without RCON. Throws GameUnreachable. */
  announce(target: GameAddress, facts: GameConfig, text: string): Promise<void>
  /**
   * Sets a running game to a map (an official name or a number of the Workshop) and a mode; `from` is what it plays now, where that is
   * known. It answers no query while it loads a map. Throws GameUnreachable if the game refused it.
   */
  changeMap(target: GameAddress, facts: GameConfig, to: MapChoice, from: PresentMap): Promise<void>
  /** Whether it reports to be in a mode. Throws GameUnreachable. */
  reportsMode(target: GameAddress, facts: GameConfig, mode: RentalMode): Promise<boolean>
  /** Whether it can be used: it answers its query, and its console takes the password. */
  isReady(target: GameAddress, facts: GameConfig): Promise<boolean>
  /**
   * Whether a running server still is as it was configured where the portal depends on it: its console takes the password, and it reports
   * to the portal. `silent`: it cannot be said. Players with enough rights can change both from inside.
   */
  checkConfiguration(target: GameAddress, facts: GameConfig): Promise<ConfigurationState>
  close(): void
}

/** The game server did not accept its configuration; it is retried. */
export class GameUnreachable extends Error {
  override name = 'GameUnreachable'
}
