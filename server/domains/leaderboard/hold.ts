import { type Queries, lockTransaction } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/context.ts'
import { keepToIndexes } from './standings-store.ts'

/** Waits until this transaction alone may write boards, which it then may until it ends. */
export async function holdBoards(tx: Queries): Promise<void> {
  await lockTransaction(tx, 'boards')
  await keepToIndexes(tx)
}

/** Runs `step` as the only one who writes boards, in a transaction of its own. */
export function writeBoards<T>(
  { database }: Pick<AppContext, 'database'>,
  step: (tx: Queries) => Promise<T>,
): Promise<T> {
  return database.transaction().execute(async (tx) => {
    await holdBoards(tx)
    return step(tx)
  })
}
