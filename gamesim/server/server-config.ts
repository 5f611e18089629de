import type { AdminPluginKind } from '../plugins/simple-admin.ts'

/** What is played: it decides who meets whom and when; `competitive` also records demos. */
export type SimulatedMode = 'dm' | 'dm-pistol' | 'solo' | 'retakes' | 'competitive' | 'public'

export const simulatedModes: readonly SimulatedMode[] = [
  'dm',
  'dm-pistol',
  'solo',
  'retakes',
  'competitive',
  'public',
]

/** Everything about one server that is known before it starts. */
export interface ServerConfig {
  name: string
  mode: SimulatedMode
  /** Rotation; the first is played first. */
  maps: readonly string[]
  maxPlayers: number
  /** UDP and TCP; 0 takes a free one, and keeps it over crash and start. */
  port: number
  /** Password of the game, empty for none. */
  password: string
  /** Empty: a random one is made. */
  rconPassword: string
  rconMode: 'cs2' | 'source1'
  /** Whether RCON listens at all. */
  rcon: boolean
  /** Wrong passwords from one address before a ban, 0 for never. */
  rconFailures: number
  /** Wall ms. */
  rconBanMs: number
  /** CS2 answers A2S_PLAYER with blank names; `visible` is a server with the plugin that restores them. */
  names: 'visible' | 'blank'
  /** Whether A2S_PLAYER is answered while the server is empty. */
  answersEmpty: boolean
  logUrls: readonly string[]
  /** How long lines are gathered into one batch: wall ms in a paced game, game ms in a stepped one. */
  logBatchMs: number
  /** Whether the log starts over with every map: offsets from 0 under the same token, as in CS2. */
  logPerMap: boolean
  /** An answer that takes longer counts as none, wall ms. */
  logTimeoutMs: number
  /** Wait before a batch is sent again, wall ms. */
  logRetryMs: number
  /** Console variables set at start, MatchZy's among them. */
  cvars: Readonly<Record<string, string>>
  /** False: no player connects by itself, and only requested play happens. */
  autoplay: boolean
  /** Share of the slots that humans fill on average, 0..1. */
  busy: number
  /** The number of regulars that come together now and then, for one match; instead of `busy`. */
  visitors: number
  /** Rounds of a competitive match at most. */
  matchRounds: number
  /** Bots fill up to this many players while a human is there. */
  bots: number
  /** Mean stay, game minutes. */
  stayMinutes: number
  /** Length of a map where the score does not end it, game minutes. */
  mapMinutes: number
  /** Some people come under names that try to forge lines; such lines have two readings. */
  forgers: boolean
  /** Chat commands that players type now and then. */
  chatCommands: readonly string[]
  freeForAll: boolean
  /** The number of idle players from the start. */
  crowd: number
  /** Size of a demo file. */
  demoBytes: number
  /** Older demo files are removed. */
  demosKept: number
  /** What it reports as its version. */
  version: string
  /** CS2-SimpleAdmin; `broken`: without its database. */
  adminPlugin: AdminPluginKind
  vipPlugin: 'vipcore' | 'cs2-vip' | 'none'
  /** The groups of its configuration; empty: it takes any. */
  vipGroups: readonly string[]
  /** The `mysql://…` of its table `vip_users`; empty: it keeps its users in memory. */
  vipDatabase: string
  /** What it calls this server in that table. */
  vipServerId: number
  /** The server's own folder (`cfg/`, `MatchZy/`); empty: a temporary one, made when it is first needed. */
  dataDir: string
}

export const defaultServerConfig: ServerConfig = {
  name: 'Counter-Strike 2',
  mode: 'dm',
  maps: ['de_dust2', 'de_mirage', 'de_inferno', 'de_nuke', 'de_ancient', 'de_anubis'],
  maxPlayers: 16,
  port: 0,
  password: '',
  rconPassword: '',
  rconMode: 'cs2',
  rcon: true,
  rconFailures: 3,
  rconBanMs: 60_000,
  names: 'blank',
  answersEmpty: true,
  logUrls: [],
  logBatchMs: 500,
  logPerMap: true,
  logTimeoutMs: 5000,
  logRetryMs: 1000,
  cvars: {},
  autoplay: true,
  busy: 0.6,
  visitors: 0,
  matchRounds: 24,
  bots: 0,
  stayMinutes: 20,
  mapMinutes: 20,
  forgers: false,
  chatCommands: [],
  freeForAll: false,
  crowd: 0,
  demoBytes: 65_536,
  demosKept: 10,
  version: '1.41.3.1',
  adminPlugin: 'simpleadmin',
  vipPlugin: 'vipcore',
  vipGroups: [],
  vipDatabase: '',
  vipServerId: 0,
  dataDir: '',
}

/** Settings from untrusted JSON; throws a TypeError naming the first field that is unknown or ill-typed. */
export function readServerConfig(json: unknown): Partial<ServerConfig> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new TypeError('not a server')
  for (const [field, value] of Object.entries(json)) {
    const expected: unknown = Object.hasOwn(defaultServerConfig, field)
      ? defaultServerConfig[field as keyof ServerConfig]
      : undefined
    const fits = typeof expected === typeof value && Array.isArray(expected) === Array.isArray(value)
    if (!fits) throw new TypeError(`not a server setting: ${field}`)
  }
  const settings: Partial<ServerConfig> = { ...json }
  if (settings.mode !== undefined && !simulatedModes.includes(settings.mode)) {
    throw new TypeError(`not a mode: ${settings.mode}`)
  }
  return settings
}
