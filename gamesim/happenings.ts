export type Side = 'CT' | 'TERRORIST'
export type Team = Side | 'Unassigned' | 'Spectator'
export type Position = readonly [x: number, y: number, z: number]

/** Who a player was at one moment. */
export interface Identity {
  name: string
  userId: number
  /** SteamID64, null for a bot. */
  steamId: string | null
  team: Team
}

export interface Kill {
  kind: 'killed'
  killer: Identity
  victim: Identity
  killerAt: Position
  victimAt: Position
  weapon: string
  headshot: boolean
  penetrated: boolean
  warmup: boolean
  /** Both were on one side where that is not the game's rule (free for all). */
  teamKill: boolean
}

/** What the log tells beside what counts: nothing of it is in the tally. */
export type Trifle =
  | {
      kind: 'attacked'
      player: Identity
      at: Position
      victim: Identity
      victimAt: Position
      weapon: string
      damage: number
      health: number
      hitgroup: string
    }
  | { kind: 'purchased'; player: Identity; item: string }
  | { kind: 'threw'; player: Identity; grenade: string; at: Position }
  | { kind: 'killed-other'; player: Identity; at: Position; other: string; otherAt: Position; weapon: string }

/** Everything that can truly happen on a server; log lines and tally are both made from it, independently. */
export type Happening =
  | Kill
  | Trifle
  | { kind: 'connected'; player: Identity; address: string }
  | { kind: 'entered'; player: Identity }
  | { kind: 'switched'; player: Identity; to: Team }
  | { kind: 'left'; player: Identity; reason: string }
  /** The seat of somebody who left is given free. */
  | { kind: 'freed'; player: Identity }
  | { kind: 'assisted'; player: Identity; victim: Identity; flash: boolean; warmup: boolean }
  | {
      kind: 'suicide'
      player: Identity
      at: Position
      weapon: string
      warmup: boolean
      afterLeaving: boolean
    }
  /** Somebody was too near to the exploding bomb. */
  | { kind: 'bombed'; player: Identity; at: Position; warmup: boolean }
  | { kind: 'said'; player: Identity; text: string; toTeam: boolean }
  | { kind: 'map-loading'; map: string }
  | { kind: 'cvar'; name: string; value: string }
  | { kind: 'map-started'; map: string }
  | { kind: 'warmup-started' }
  | { kind: 'warmup-ended' }
  | { kind: 'match-started'; map: string }
  /** The match will begin again after so many seconds. */
  | { kind: 'match-restarting'; seconds: number }
  /** A backup is loaded. */
  | { kind: 'match-reloaded'; map: string }
  /** The game took every round after the first `played` ones off its scoreboard. */
  | { kind: 'rounds-voided'; played: number }
  /** Everybody is alive again and waits for the round. */
  | { kind: 'freeze-started' }
  | { kind: 'round-started' }
  | { kind: 'round-won'; side: Side; notice: string; ct: number; t: number; present: readonly Identity[] }
  | { kind: 'round-ended' }
  /** Both sides change places in half-time. */
  | { kind: 'sides-swapped' }
  | { kind: 'clutched'; player: Identity; enemies: number; won: boolean }
  | { kind: 'game-over'; mode: string; map: string; ct: number; t: number; minutes: number }
  | { kind: 'rcon'; from: string; command: string }
  /** The console spoke to everybody. */
  | { kind: 'announced'; text: string }
  /** The log says something else that counts for nothing: statistics, scores, pauses. */
  | { kind: 'noted'; line: string }
  | { kind: 'crashed' }

/** What counts in a round of a match, and is taken back with it. */
export type RoundHappening = Extract<
  Happening,
  { kind: 'killed' | 'assisted' | 'suicide' | 'bombed' | 'clutched' | 'round-won' }
>

/** The other side. */
export function opposite(side: Side): Side {
  return side === 'CT' ? 'TERRORIST' : 'CT'
}
