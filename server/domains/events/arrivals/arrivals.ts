import type { Queries } from '../../../platform/database/index.ts'

/** A player who came to a registered server, or whom its log names for the first time; of rented servers none is passed on. */
export interface ArrivedPlayer {
  serverId: string
  /** When the batch was stored. */
  receivedAt: Date
  /** SteamID64; bots are left out. */
  steamId: string
  name: string
  /** IPv4; null where the line that shows them has none. */
  address: string | null
}

/**
 * Receives who came, in the transaction that marks the lines as counted; `isPresent` is up to date by then. A player who connects and
 * enters is passed on twice. Of a late batch, after which another was already counted, none is.
 */
export type ArrivalSubscriber = (tx: Queries, arrivals: readonly ArrivedPlayer[]) => Promise<void>
