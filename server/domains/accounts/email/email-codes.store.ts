import { type Insertable, sql } from 'kysely'
import { type Queries, deleteInSlices } from '../../../platform/database/index.ts'
import type { EmailCodes } from '../../../platform/database/types.generated.ts'

type NewCode = Pick<Insertable<EmailCodes>, 'email' | 'hash'> & { sent_at: Date; expires_at: Date }

/** Puts a code in the place of the one before it, unless that was sent after `sentBefore`; false then. */
export async function saveCode(tx: Queries, code: NewCode, sentBefore: Date): Promise<boolean> {
  const saved = await tx
    .insertInto('email_codes')
    .values(code)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ hash: code.hash, wrong_tries: 0, sent_at: code.sent_at, expires_at: code.expires_at })
        .where('email_codes.sent_at', '<=', sentBefore),
    )
    .executeTakeFirst()
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A submitted code. It is valid until it expires or `maxAttempts` wrong ones were submitted. */
export interface CodeAttempt {
  email: string
  hash: Buffer
  maxAttempts: number
  now: Date
}

/**
 * Returns whether the hash matches the valid code; a wrong one counts an attempt in the same statement, so
 * concurrent attempts cannot exceed `maxAttempts`. Undefined where no code is valid.
 */
export function checkCode(
  queries: Queries,
  { email, hash, maxAttempts, now }: CodeAttempt,
): Promise<{ right: boolean } | undefined> {
  return queries
    .updateTable('email_codes')
    .set({ wrong_tries: sql<number>`wrong_tries + (hash <> ${hash})::integer` })
    .where('email', '=', email)
    .where('wrong_tries', '<', maxAttempts)
    .where('expires_at', '>', now)
    .returning(sql<boolean>`hash = ${hash}`.as('right'))
    .executeTakeFirst()
}

/** Consumes a valid code; returns false where none has this hash. */
export async function consumeCode(
  tx: Queries,
  { email, hash, maxAttempts, now }: CodeAttempt,
): Promise<boolean> {
  const result = await tx
    .deleteFrom('email_codes')
    .where('email', '=', email)
    .where('hash', '=', hash)
    .where('wrong_tries', '<', maxAttempts)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deleteExpiredCodes(queries: Queries, now: Date): Promise<void> {
  await deleteInSlices(queries, 'email_codes', sql`expires_at <= ${now}`)
}
