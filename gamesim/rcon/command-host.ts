import type { Game } from '../game/game.ts'
import type { Player } from '../game/player.ts'
import type { SimpleAdmin } from '../plugins/simple-admin.ts'
import type { VipPlugin, VipRecord } from '../plugins/vip-plugin.ts'
import type { StatusView } from './status-text.ts'

/** What console commands act on. */
export interface CommandHost {
  readonly game: Game
  readonly cvars: Map<string, string>
  /** The effects of plugin commands. */
  readonly records: PluginRecords
  readonly vipPlugin: VipPlugin
  readonly simpleAdmin: SimpleAdmin
  status(): StatusView
  /** The maps that are there. */
  listMaps(): readonly string[]
  changeMap(map: string): void
  /** Changes to a map once it is downloaded; the present one is played on meanwhile. */
  downloadMap(map: string): void
  /** Restarts the match on the running map after some seconds. */
  restart(seconds: number): void
  /** Goes back to the beginning of the round after `played` ones; false where no backup of it is there. */
  restore(played: number): boolean
  quit(): void
  /** Whether the next kick is taken and does nothing. */
  ignoresKick(): boolean
  /** The text of a file of the server's folder, null when it is not there. */
  readFile(path: string): string | null
  /** Writes a file of the server's folder where it lies, also through a link. */
  writeFile(path: string, text: string): void
  readonly log: LogControl
}

/** The HTTP log as the console sees it. */
export interface LogControl {
  isEnabled: boolean
  addDestination(url: string): void
  removeDestinations(): void
  listUrls(): readonly string[]
}

/** Actions without effect in a simulation, recorded for tests. */
export interface PluginRecords {
  vips: Map<string, VipRecord>
  /** SteamID64s of MatchZy's and CounterStrikeSharp's admins as of the last reload. */
  admins: string[]
  adminReloads: number
  privateMessages: { steamId: string | null; name: string; text: string }[]
  announcements: string[]
}

export function createRecords(): PluginRecords {
  return { vips: new Map(), admins: [], adminReloads: 0, privateMessages: [], announcements: [] }
}

/** `text` is the whole command as it was typed, quotes and all. */
export type Command = (host: CommandHost, words: readonly string[], text: string) => string

/**
 * The players meant by a target as CounterStrikeSharp reads it: `#` and 17 digits a SteamID64, `#` and other digits a
 * userid, all else a part of a name.
 */
export function findTargets({ game }: CommandHost, target: string): Player[] {
  const id = target.startsWith('#') ? target.replace(/^#+/, '') : ''
  const part = (id || target).toLowerCase()
  return game.roster.all.filter((player) => {
    if (!/^\d{1,20}$/.test(id)) return player.name.toLowerCase().includes(part)
    return id.length === 17 ? player.steamId === id : String(player.userId) === id
  })
}
