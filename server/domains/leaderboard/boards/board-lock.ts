import { type Queries, lockTransaction } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { forceIndexJoins } from '../standings/standings.store.ts'
import { incrementRevisions } from './boards.store.ts'

/** Waits until this transaction alone may write boards, which it then may until it ends: their pages are read again after it. */
export async function lockBoards(tx: Queries): Promise<void> {
  await lockTransaction(tx, 'boards')
  await incrementRevisions(tx)
  await forceIndexJoins(tx)
}

/** Runs `step` as the only one who writes boards, in a transaction of its own. */
export function withBoardLock<T>(
  { database }: Pick<AppContext, 'database'>,
  step: (tx: Queries) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (tx) => {
    await lockBoards(tx)
    return step(tx)
  })
}
