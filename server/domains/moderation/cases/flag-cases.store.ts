import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** Puts anomaly flags into a case. */
export async function linkFlags(tx: Queries, caseId: string, flagIds: readonly string[]): Promise<void> {
  await tx.updateTable('board_flags').set({ case_id: caseId }).where('id', 'in', flagIds).execute()
}

/** Locks the case of a flag, where it has one, until the transaction ends. */
export async function lockCaseOfFlag(tx: Queries, flagId: string): Promise<void> {
  await sql`select from cases where id = (select case_id from board_flags where id = ${flagId}) for update`.execute(
    tx,
  )
}

/** Closes the open case of a flag if it has neither a report nor a flag that is not dismissed. */
export async function closeEmptyCaseOfFlag(
  tx: Queries,
  flagId: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await sql`
    update cases set closed_at = ${now}, closed_by = ${by}, outcome = 'noAction', revision = revision + 1
      where id = (select case_id from board_flags where id = ${flagId})
        and closed_at is null and report_count = 0
        and not exists (select from board_flags remaining
          where remaining.case_id = cases.id and remaining.dismissed_at is null)`.execute(tx)
}

/** Dismisses the flags of a case. */
export async function dismissFlagsOfCase(tx: Queries, caseId: string, now: Date): Promise<void> {
  await tx
    .updateTable('board_flags')
    .set({ dismissed_at: now })
    .where('case_id', '=', caseId)
    .where('dismissed_at', 'is', null)
    .execute()
}
