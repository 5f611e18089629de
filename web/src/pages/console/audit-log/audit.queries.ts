import { operatorListAuditLog, type AuditEntry } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import { operatorExportAuditLog } from '@clutch/contract/api/console/list-exports.ts'
import type * as z from 'zod/mini'
import { call } from '../../../app/api/api-client.ts'
import type { ListQuery } from '../kit/list/remote-list.tsx'
import { rowsOf, type ExportQuery } from '../kit/list/rows.queries.ts'
import { allTime } from './audit-filters.ts'

export const auditKey = ['admin', 'audit'] as const

const dayMs = 24 * 3_600_000

/** What operators did, unless the filter says otherwise. */
export function loadAudit(
  { filters, ...ask }: ListQuery<'at'>,
  signal?: AbortSignal,
): Promise<{ rows: AuditEntry[]; total: number }> {
  return call(operatorListAuditLog, { query: { ...ask, ...toExportQuery(filters) }, signal })
}

/** All of it, as it is narrowed. */
export function loadAllAudit(
  { find, filters }: ExportQuery,
  signal: AbortSignal,
): AsyncIterable<AuditEntry[]> {
  return rowsOf(operatorExportAuditLog, { find, ...toExportQuery(filters) }, signal)
}

function toExportQuery(filters: ExportQuery['filters']): z.input<typeof operatorExportAuditLog.query> {
  const { by = 'operators', area, outcome, actor, days } = filters
  return {
    ...(by !== 'all' && { by: by as 'operators' }),
    ...(area !== undefined && { area }),
    ...(outcome !== undefined && { outcome: outcome as 'done' }),
    ...(actor !== undefined && { actor }),
    ...(days !== undefined && { from: days === allTime ? 0 : Date.now() - Number(days) * dayMs }),
  }
}
