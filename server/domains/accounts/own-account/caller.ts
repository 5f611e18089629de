import type { OwnAction } from '@clutch/contract/api/audit-words.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { SessionUser } from '../../../platform/http/session/session-check.ts'
import { type AuditRecord, writeAuditEntry } from '../audit/audit-log.service.ts'
import type { Device } from '../sessions/sessions.service.ts'

/** A user who accesses their own account, with the device. */
export interface Caller extends SessionUser {
  device: Device
}

/** C12: records in the audit log what a user did with their own account. */
export function auditOwnAction(
  context: Pick<AppContext, 'clock'>,
  queries: Queries,
  { steamId, device }: Caller,
  action: OwnAction,
  detail: NonNullable<AuditRecord['detail']> = {},
): Promise<void> {
  return writeAuditEntry(context, queries, { actor: steamId, action, subject: steamId, detail, device })
}
