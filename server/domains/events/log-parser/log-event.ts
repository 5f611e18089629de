export type Side = 'CT' | 'TERRORIST'
export type Team = Side | 'Spectator' | 'Unassigned'

/** A player as one line of a log names them. */
export interface LogPlayer {
  name: string
  userId: number
  /** SteamID64; null for a bot. */
  steamId: string | null
  team: Team
}

interface LogEventFields {
  killed: { killer: LogPlayer; victim: LogPlayer; weapon: string; headshot: boolean }
  suicide: { player: LogPlayer; weapon: string }
  bombed: { player: LogPlayer }
  /** `address`: IPv4 without its port; null for none. */
  connected: { player: LogPlayer; address: string | null }
  entered: { player: LogPlayer }
  left: { player: LogPlayer }
  /** A slot was freed whose player Steam no longer confirms (`STEAM_ID_PENDING`): known by name and number only. */
  freed: { name: string; userId: number }
  switched: { player: LogPlayer; to: Team }
  said: { player: LogPlayer; text: string; toTeam: boolean }
  'map-loading': { map: string }
  'map-started': { map: string }
  'warmup-started': unknown
  'match-started': unknown
  /** The first players of both sides have arrived: a new match begins. */
  'match-commencing': unknown
  /** `mp_restartgame`: the match begins again from 0:0. */
  'match-restarting': unknown
  /** `mp_backup_restore_load_file`: the match continues from an earlier round. */
  'match-reloaded': unknown
  'freeze-started': unknown
  'round-started': unknown
  'round-ended': unknown
  /** `played`: rounds played with this one, by the line's own score; null where it has none. */
  'round-won': { side: Side; notice: string; played: number | null }
  /** `MatchStatus`: how many rounds of the match are played, -1 in the warm-up, and how many each side won. */
  score: { played: number; ct: number; t: number }
  'game-over': unknown
  'log-started': unknown
}

/** The counted content of a line. `at`: the timestamp in ms, read as if its clock were UTC. */
export type LogEvent = {
  [Kind in keyof LogEventFields]: { kind: Kind; at: number } & LogEventFields[Kind]
}[keyof LogEventFields]

export type LogEventOf<Kind extends keyof LogEventFields> = Extract<LogEvent, { kind: Kind }>
