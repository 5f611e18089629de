import type { Queries } from '../../../platform/database/index.ts'

/** A chat message of a player on a registered server; messages on rented servers are not passed on. */
export interface ChatLine {
  serverId: string
  /** When the batch was stored. */
  receivedAt: Date
  /** SteamID64; bots and the console say nothing here. */
  steamId: string
  name: string
  text: string
  toTeam: boolean
}

/**
 * Receives each chat message once, in the transaction that marks it as counted; `isPresent` is up to date by
 * then. Messages of a late batch, after which another was already counted, are not passed on.
 */
export type ChatSubscriber = (tx: Queries, chat: readonly ChatLine[]) => Promise<void>
