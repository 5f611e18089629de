import { type Insertable, sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { SignIns } from '../../../platform/database/types.generated.ts'

export async function insertSignIn(queries: Queries, row: Insertable<SignIns>): Promise<void> {
  await queries.insertInto('sign_ins').values(row).execute()
}

export interface ReturnedSignIn {
  stateHash: Buffer
  browserHash: Buffer
  /** Whether it is the way of a binding. */
  binds: boolean
  now: Date
}

/** Consumes the state a browser returned with; undefined unless it is valid and belongs to that browser. */
export function consumeSignIn(queries: Queries, { stateHash, browserHash, binds, now }: ReturnedSignIn) {
  return queries
    .deleteFrom('sign_ins')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('bind_id', binds ? 'is not' : 'is', null)
    .where('expires_at', '>', now)
    .returning('bind_id')
    .executeTakeFirst()
}

/** Remembers the nonce of an assertion; false if it was used before. */
export async function insertNonce(queries: Queries, nonce: string, expires: Date): Promise<boolean> {
  const added = await queries
    .insertInto('openid_nonces')
    .values({ nonce, expires_at: expires })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteExpiredSignIns(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'sign_ins', sql`expires_at <= ${now}`)
}

/** A nonce is remembered for as long as its assertion could still pass for its time. */
export async function deleteExpiredNonces(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'openid_nonces', sql`expires_at < ${now}`)
}
