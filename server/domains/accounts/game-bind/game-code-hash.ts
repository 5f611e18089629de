import type { AppContext } from '../../../platform/context.ts'
import { hashWithKey } from '../tokens/keyed-hash.ts'

/** C10: how a code that a player reads in the game is stored; `code` in lower case, as the page sends it. */
export function hashGameCode(context: Pick<AppContext, 'keys'>, code: string): Buffer {
  return hashWithKey(context, 'game-bind-code', code)
}
