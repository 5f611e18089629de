import type { Insertable } from 'kysely'
import type { Queries } from '../database/index.ts'
import type { AuditLog } from '../database/types.generated.ts'

export async function insertAudit(tx: Queries, row: Insertable<AuditLog>): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute()
}

export interface AuditFilter {
  actor?: string | undefined
  subject?: string | undefined
  action?: string | undefined
  before?: string | undefined
  limit: number
}

/** The newest lines that match; `before` is the id of the last one seen. */
export function selectAudit(queries: Queries, { actor, subject, action, before, limit }: AuditFilter) {
  let lines = queries.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit)
  if (actor !== undefined) lines = lines.where('actor', '=', actor)
  if (subject !== undefined) lines = lines.where('subject', '=', subject)
  if (action !== undefined) lines = lines.where('action', '=', action)
  if (before !== undefined) lines = lines.where('id', '<', before)
  return lines.execute()
}

export async function sweepAudit(queries: Queries, before: Date): Promise<void> {
  await queries.deleteFrom('audit_log').where('at', '<', before).execute()
}
