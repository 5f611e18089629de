import type { Game } from '../play/game.ts'
import type { Player } from '../play/player.ts'
import type { StatusView } from './status.ts'

/** What console commands act on. */
export interface ConsoleHost {
  readonly game: Game
  readonly cvars: Map<string, string>
  /** What plugins were told to do. */
  readonly records: Records
  status(): StatusView
  changeMap(map: string): void
  /** Starts the match on the running map anew. */
  restart(): void
  quit(): void
  /** The text of a file of the server's folder, null when it is not there. */
  readFile(path: string): string | null
  readonly log: LogSwitch
}

/** The HTTP log as the console sees it. */
export interface LogSwitch {
  enabled: boolean
  add(url: string): void
  removeAll(): void
  urls(): readonly string[]
}

/** Acts that reach no player in a simulation and are kept to be looked at. */
export interface Records {
  vips: Map<string, { group: string; seconds: number }>
  /** SteamID64s of MatchZy's admins as of the last reload. */
  admins: string[]
  adminReloads: number
  privateMessages: { steamId: string | null; name: string; text: string }[]
  announcements: string[]
}

export type Command = (host: ConsoleHost, words: readonly string[]) => string

/** The player meant by `#userid`, `#steamid64` or a name. */
export function targetOf(host: ConsoleHost, target: string): Player | undefined {
  const id = target.replace(/^#/, '')
  return host.game.roster.all.find((player) =>
    target.startsWith('#') ? String(player.userId) === id || player.steamId === id : player.name === target,
  )
}
