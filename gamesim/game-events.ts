export type Side = 'CT' | 'TERRORIST'
export type Team = Side | 'Unassigned' | 'Spectator'
export type Position = readonly [x: number, y: number, z: number]

/** Who a player was at one moment. */
export interface PlayerIdentity {
  name: string
  userId: number
  /** SteamID64, null for a bot. */
  steamId: string | null
  team: Team
}

export interface KillEvent {
  kind: 'killed'
  killer: PlayerIdentity
  victim: PlayerIdentity
  killerAt: Position
  victimAt: Position
  weapon: string
  headshot: boolean
  penetrated: boolean
  warmup: boolean
  /** Both were on one side where that is not the game's rule (free for all). */
  teamKill: boolean
}

/** Log events that do not count; the tally ignores them. */
export type AmbientEvent =
  | {
      kind: 'attacked'
      player: PlayerIdentity
      at: Position
      victim: PlayerIdentity
      victimAt: Position
      weapon: string
      damage: number
      health: number
      hitgroup: string
    }
  | { kind: 'purchased'; player: PlayerIdentity; item: string }
  | { kind: 'threw'; player: PlayerIdentity; grenade: string; at: Position }
  | {
      kind: 'killed-other'
      player: PlayerIdentity
      at: Position
      other: string
      otherAt: Position
      weapon: string
    }

/** Everything that can truly happen on a server; log lines and tally are both made from it, independently. */
export type GameEvent =
  | KillEvent
  | AmbientEvent
  | { kind: 'connected'; player: PlayerIdentity; address: string }
  | { kind: 'entered'; player: PlayerIdentity }
  | { kind: 'switched'; player: PlayerIdentity; to: Team }
  | { kind: 'left'; player: PlayerIdentity; reason: string }
  /** The seat of a player who left is freed. */
  | { kind: 'freed'; player: PlayerIdentity }
  | { kind: 'assisted'; player: PlayerIdentity; victim: PlayerIdentity; flash: boolean; warmup: boolean }
  | {
      kind: 'suicide'
      player: PlayerIdentity
      at: Position
      weapon: string
      warmup: boolean
      afterLeaving: boolean
    }
  /** A player was too near to the exploding bomb. */
  | { kind: 'bombed'; player: PlayerIdentity; at: Position; warmup: boolean }
  | { kind: 'said'; player: PlayerIdentity; text: string; toTeam: boolean }
  | { kind: 'map-loading'; map: string }
  | { kind: 'cvar'; name: string; value: string }
  | { kind: 'map-started'; map: string }
  | { kind: 'warmup-started' }
  | { kind: 'warmup-ended' }
  | { kind: 'match-started'; map: string }
  /** The match restarts after this many seconds. */
  | { kind: 'match-restarting'; seconds: number }
  /** A backup is loaded. */
  | { kind: 'match-reloaded'; map: string }
  /** The game took every round after the first `played` ones off its scoreboard. */
  | { kind: 'rounds-voided'; played: number }
  /** Everyone is alive again and waits for the round. */
  | { kind: 'freeze-started' }
  | { kind: 'round-started' }
  | {
      kind: 'round-won'
      side: Side
      notice: string
      ct: number
      t: number
      present: readonly PlayerIdentity[]
    }
  | { kind: 'round-ended' }
  /** Both sides change places in half-time. */
  | { kind: 'sides-swapped' }
  | { kind: 'clutched'; player: PlayerIdentity; enemies: number; won: boolean }
  | { kind: 'game-over'; mode: string; map: string; ct: number; t: number; minutes: number }
  | { kind: 'rcon'; from: string; command: string }
  /** A message of the game's console to all players. */
  | { kind: 'announced'; text: string }
  /** The log says something else that counts for nothing: statistics, scores, pauses. */
  | { kind: 'noted'; line: string }
  | { kind: 'crashed' }

/** What counts in a round of a match, and is taken back with it. */
export type RoundEvent = Extract<
  GameEvent,
  { kind: 'killed' | 'assisted' | 'suicide' | 'bombed' | 'clutched' | 'round-won' }
>

/** The other side. */
export function oppositeSide(side: Side): Side {
  return side === 'CT' ? 'TERRORIST' : 'CT'
}

/** How a kill came about; everything may be left to the defaults. */
export interface KillDetails {
  weapon?: string
  headshot?: boolean
  penetrated?: boolean
}
