import type { Queries } from '../../../platform/database/index.ts'

/** Something a person said in the chat of a registered server; what is said on a rented one nobody is told. */
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
 * Takes what was said, each line once, in the transaction that marks it as counted; `isPresent` knows by then who is there.
 * What comes late, behind which something was counted already, nobody is told.
 */
export type ChatSubscriber = (tx: Queries, said: readonly ChatLine[]) => Promise<void>
