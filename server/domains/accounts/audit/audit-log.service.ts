import { isDeepStrictEqual } from 'node:util'
import type { OwnAction } from '@clutch/contract/api/audit-words.ts'
import { isRecord } from '@clutch/contract/rules/shared/is-record.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './audit-log.store.ts'
import type { Device } from '../sessions/sessions.service.ts'

/** C12: what is written down. `subject` is whom or what it was done to; `detail` never holds a secret. */
export interface AuditRecord {
  /** A SteamID64, `operator` for the operator's token, `token:NAME` for an API token, `anyone` for an unknown caller. */
  actor: string
  /** A player's own act or the portal's, or the id of an operator's call. */
  action: OwnAction | (string & {})
  subject: string
  detail?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** What it changed: only what differs. */
  before?: unknown
  after?: unknown
  device: Device
}

/** Writes a line of the audit log, in the caller's transaction where the act has one. */
export function writeAuditEntry(
  { clock }: Pick<AppContext, 'clock'>,
  queries: Queries,
  { actor, action, subject, detail = {}, before, after, device }: AuditRecord,
): Promise<void> {
  return store.insertAuditEntry(queries, {
    at: clock.now(),
    actor,
    action,
    subject,
    detail: JSON.stringify(detail),
    before: toJson(before),
    after: toJson(after),
    address: device.address,
    user_agent: device.userAgent,
  })
}

/**
 * Returns the fields that differ between two states, or all fields of a single state. Of a change that names
 * fields only those count: others were changed by another operator in the same moment.
 */
export function changedFields(
  before: unknown,
  after: unknown,
  names: readonly string[] = [],
): Pick<AuditRecord, 'before' | 'after'> {
  if (!isRecord(before) || !isRecord(after)) return { before, after }
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => key !== 'revision' && !isDeepStrictEqual(before[key], after[key]),
  )
  const ofThisAct = differing.filter((key) => names.includes(key))
  const changed = ofThisAct.length > 0 ? ofThisAct : differing
  const of = (whole: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.filter((key) => whole[key] !== undefined).map((key) => [key, whole[key]]))
  return { before: of(before), after: of(after) }
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
