import { type QueryDriver, QueryFailed } from '../../servers/index.ts'
import type { GameStatus, GameAddress } from './game.ts'

/** What a server tells now by the query of a protocol, people and bots apart; null while it is silent. */
export async function queryGameStatus(
  query: QueryDriver,
  protocol: string,
  { host, port }: GameAddress,
): Promise<GameStatus | null> {
  try {
    const { map, players, bots, max } = await query.ask({ protocol, ip: host, port }, { list: false })
    return { map, players: Math.max(0, players - bots), bots, max }
  } catch (error) {
    if (error instanceof QueryFailed) return null
    throw error
  }
}
