/** A player as reported by a server: the name may be empty, the time (s) missing. */
export interface QueriedPlayer {
  name: string
  seconds?: number
  /** SteamID64, where the source knows it; null for a bot. */
  steamId?: string | null
}

/** What a game server says of itself. `players` counts bots too; `list` is there where it was asked for. */
export interface QueryResult {
  name: string
  map: string
  players: number
  max: number
  bots: number
  locked: boolean
  /** The version of Counter-Strike 2, `1.41.3.1`; null for another game. */
  gameVersion: string | null
  list?: QueriedPlayer[]
}

/** A registered server as it is asked: `protocol` chooses the driver, `ip` may be a host name. */
export interface QueryTarget {
  protocol: string
  ip: string
  port: number
}

/** A query protocol. Both throw QueryFailed without an answer, ServerAddressBlocked if the address is not allowed. */
export interface QueryDriver {
  ask(target: QueryTarget, wants: { list: boolean }): Promise<QueryResult>
  close(): void
}
