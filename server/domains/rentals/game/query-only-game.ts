import { createQuery } from '../../servers/index.ts'
import type { Game } from './game.ts'
import { queryGameStatus } from './query-game-status.ts'

/** Any game that gamedig can ask, by its id there: it is told nothing, so its command sets it up. It is ready once it answers. */
export function createQueryOnlyGame(protocol: string): Game {
  const query = createQuery()
  return {
    files: () => ({}),
    look: (target) => queryGameStatus(query, protocol, target),
    tell: () => Promise.resolve(),
    isReady: async (target) => (await queryGameStatus(query, protocol, target)) !== null,
    close: () => query.close(),
  }
}
