import { type QueryDriver, QueryFailed } from '../../servers/index.ts'
import type { GameStatus, GameAddress } from './game.ts'

/** Queries a server by a protocol's query, with players and bots separate; null while it is silent. */
export async function queryGameStatus(
  query: QueryDriver,
  protocol: string,
  { host, port }: GameAddress,
): Promise<GameStatus | null> {
  try {
    const { map, players, bots, max, gameVersion } = await query.ask(
      { protocol, ip: host, port },
      { list: false },
    )
    return { map, players: Math.max(0, players - bots), bots, max, version: gameVersion }
  } catch (error) {
    if (error instanceof QueryFailed) return null
    throw error
  }
}
