export type Side = 'CT' | 'TERRORIST'
export type Team = Side | 'Spectator' | 'Unassigned'

/** Somebody as one line of a log names them. */
export interface LogPlayer {
  name: string
  userId: number
  /** SteamID64; null for a bot. */
  steamId: string | null
  team: Team
}

interface Deeds {
  killed: { killer: LogPlayer; victim: LogPlayer; weapon: string; headshot: boolean }
  suicide: { player: LogPlayer; weapon: string }
  bombed: { player: LogPlayer }
  connected: { player: LogPlayer }
  entered: { player: LogPlayer }
  left: { player: LogPlayer }
  switched: { player: LogPlayer; to: Team }
  said: { player: LogPlayer; text: string; toTeam: boolean }
  'map-loading': { map: string }
  'map-started': { map: string }
  'match-started': unknown
  'round-started': unknown
  'round-ended': unknown
  'round-won': { side: Side; notice: string }
  'game-over': unknown
  'log-started': unknown
}

/** What a line tells, as far as it is counted. `at`: the stamp in ms, its clock read as if it were UTC. */
export type LogEvent = { [Kind in keyof Deeds]: { kind: Kind; at: number } & Deeds[Kind] }[keyof Deeds]

export type LogEventOf<Kind extends keyof Deeds> = Extract<LogEvent, { kind: Kind }>
