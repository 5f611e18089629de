import type { AppContext } from '../../../platform/context.ts'
import { createQueryDriver, isGamedigGame } from '../../servers/index.ts'
import { Cs2Game } from './cs2-game.ts'
import type { Game } from './game.ts'

import { queryGameStatus } from './query-game-status.ts'

export type { Game, GameConfig, GameStatus, GameAddress } from './game.ts'

/** Opens the game of `CLUTCH_GAME_PROTOCOL`; rejects for an unknown id. The caller closes it. */
export async function openGame(context: Pick<AppContext, 'config' | 'clock'>): Promise<Game> {
  const { gameProtocol } = context.config
  if (gameProtocol === 'valve') return new Cs2Game(context)
  if (await isGamedigGame(gameProtocol)) return createQueryOnlyGame(gameProtocol)
  throw new Error(`CLUTCH_GAME_PROTOCOL: ${gameProtocol} is neither valve nor a game of gamedig`)
}

/**
 * Any game that gamedig can query, by its id there: it is not configured by the portal, so its command sets
 * it up. It is ready once it answers.
 */
function createQueryOnlyGame(protocol: string): Game {
  const query = createQueryDriver()
  return {
    savedGrenadesPath: null,
    demoFolders: [],
    files: () => ({}),
    queryStatus: (target) => queryGameStatus(query, protocol, target),
    configure: () => Promise.resolve(),
    announce: () => Promise.resolve(),
    checkConfiguration: () => Promise.resolve('kept'),
    changeMap: () => Promise.resolve(),
    reportsMode: () => Promise.resolve(true),
    isReady: async (target) => (await queryGameStatus(query, protocol, target)) !== null,
    close: () => query.close(),
  }
}
