import type { AuditEntry } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as list from '../audit/audit-log-search.service.ts'

interface AuditQuery extends Partial<Pick<AuditEntry, 'actor' | 'subject' | 'action'>> {
  limit: number
}

/** The newest lines of the audit log that match. */
export async function readAuditEntries(
  context: AppContext,
  { limit, ...asked }: AuditQuery,
): Promise<AuditEntry[]> {
  const query = { page: 1, size: limit, direction: 'desc' as const, sort: 'at' as const, ...asked }
  return (await list.listAuditEntries(context, query)).rows
}
