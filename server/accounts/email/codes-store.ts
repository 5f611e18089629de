import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Queries } from '../../database/index.ts'
import type { EmailCodes } from '../../database/types.generated.ts'

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

/**
 * Takes one of the tries a standing code has, in one statement, so that of many at once no more than `tries` get one;
 * answers whether the hash is the code's, undefined when there was none to take.
 */
export function takeCodeTry(
  tx: Queries,
  { email, hash, tries, now }: { email: string; hash: Buffer; tries: number; now: Date },
): Promise<{ right: boolean } | undefined> {
  return tx
    .updateTable('email_codes')
    .set((row) => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('email', '=', email)
    .where('wrong_tries', '<', tries)
    .where('expires_at', '>', now)
    .returning(sql<boolean>`hash = ${hash}`.as('right'))
    .executeTakeFirst()
}

export async function deleteCode(tx: Queries, email: string): Promise<void> {
  await tx.deleteFrom('email_codes').where('email', '=', email).execute()
}

export async function sweepCodes(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('email_codes').where('expires_at', '<=', now).execute()
}
