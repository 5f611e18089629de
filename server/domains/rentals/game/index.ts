import type { AppContext } from '../../../platform/context.ts'
import { isGamedigGame } from '../../servers/index.ts'
import { Cs2Game } from './cs2-game.ts'
import type { Game } from './game.ts'
import { createQueryOnlyGame } from './query-only-game.ts'

export type { Game, GameConfig, GameStatus, GameAddress } from './game.ts'

/** The game of `CLUTCH_GAME_PROTOCOL`; rejects for an id that nobody knows. To be closed. */
export async function openGame(context: Pick<AppContext, 'config' | 'clock'>): Promise<Game> {
  const { gameProtocol } = context.config
  if (gameProtocol === 'valve') return new Cs2Game(context)
  if (await isGamedigGame(gameProtocol)) return createQueryOnlyGame(gameProtocol)
  throw new Error(`CLUTCH_GAME_PROTOCOL: ${gameProtocol} is neither valve nor a game of gamedig`)
}
