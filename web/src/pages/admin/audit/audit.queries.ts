import { operatorListAuditLog, type AuditEntry } from '@clutch/contract/api/operator-audit.ts'
import { operatorExportAuditLog } from '@clutch/contract/api/operator-exports.ts'
import type * as z from 'zod/mini'
import { call } from '../../../app/api-client.ts'
import type { ListAsk } from '../kit/remote-list.tsx'
import { rowsOf, type WholeAsk } from '../kit/rows.queries.ts'
import { areaParts } from './actions.ts'
import { always } from './filters.ts'

export const auditKey = ['admin', 'audit'] as const

const dayMs = 24 * 3_600_000

/** What operators did, unless the filter says otherwise. */
export function loadAudit(
  { filters, ...ask }: ListAsk<'at'>,
  signal?: AbortSignal,
): Promise<{ rows: AuditEntry[]; total: number }> {
  return call(operatorListAuditLog, { query: { ...ask, ...queryOf(filters) }, signal })
}

/** All of it, as it is narrowed. */
export function loadAllAudit({ find, filters }: WholeAsk, signal: AbortSignal): AsyncIterable<AuditEntry[]> {
  return rowsOf(operatorExportAuditLog, { find, ...queryOf(filters) }, signal)
}

function queryOf(filters: WholeAsk['filters']): z.input<typeof operatorExportAuditLog.query> {
  const { by = 'operators', area, outcome, actor, days } = filters
  return {
    ...(by !== 'all' && { by: by as 'operators' }),
    ...(area !== undefined && { area: (areaParts as Readonly<Record<string, string>>)[area] ?? area }),
    ...(outcome !== undefined && { outcome: outcome as 'done' }),
    ...(actor !== undefined && { actor }),
    ...(days !== undefined && { from: days === always ? 0 : Date.now() - Number(days) * dayMs }),
  }
}
