import type { Queries } from '../../../database/index.ts'
import { deleteExpiredCodes } from './email-codes.store.ts'
import { deleteExpiredResets } from '../passwords/password-resets.store.ts'

/** Forgets codes and links that have ended. */
export async function deleteExpiredEmailTokens(queries: Queries, now: Date): Promise<void> {
  await deleteExpiredCodes(queries, now)
  await deleteExpiredResets(queries, now)
}
