import type { AuditEntry } from '@clutch/contract/api/operator-accounts.ts'
import type { Queries } from '../database/index.ts'
import type { House } from '../house.ts'
import * as store from './audit-store.ts'
import type { AuditFilter } from './audit-store.ts'
import type { Device } from './sessions.ts'

/** C12: what is written down. `subject` is whom or what it was done to; `detail` never holds a secret. */
export interface Act {
  /** A SteamID64, `operator` for the operator's token, `anyone` for somebody unknown. */
  actor: string
  action: string
  subject: string
  detail?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  device: Device
}

/** Writes a line of the audit log, in the caller's transaction where the act has one. */
export function writeAudit(
  { clock }: Pick<House, 'clock'>,
  queries: Queries,
  { actor, action, subject, detail = {}, device }: Act,
): Promise<void> {
  return store.insertAudit(queries, {
    at: clock.now(),
    actor,
    action,
    subject,
    detail: JSON.stringify(detail),
    address: device.address,
    user_agent: device.userAgent,
  })
}

/** The audit log, newest first. */
export async function listAudit(
  { database }: Pick<House, 'database'>,
  filter: AuditFilter,
): Promise<AuditEntry[]> {
  const rows = await store.selectAudit(database, filter)
  return rows.map(({ id, at, actor, action, subject, detail, address, user_agent }) => ({
    id,
    at: at.getTime(),
    actor,
    action,
    subject,
    detail: detail as Record<string, unknown>,
    address,
    userAgent: user_agent,
  }))
}
