import type { Evidence, Sanction } from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { SanctionKind } from '@clutch/contract/rules/moderation/sanctions.ts'
import { isSafeCommandText } from '@clutch/contract/rules/servers/rcon/moderation-commands.ts'

const minuteMs = 60_000
const termMinutes = { m30: 30, h2: 120, d1: 1_440, d7: 10_080, d30: 43_200 } as const
export const termNames = ['m30', 'h2', 'd1', 'd7', 'd30', 'forever', 'until'] as const
export type SanctionTerm = (typeof termNames)[number]

/** Evidence while it is written: the tick as text. */
export type EvidenceFields =
  | Extract<Evidence, { kind: 'link' | 'log' }>
  | { kind: 'demo'; demo: string; tick: string }

/** The form of a sanction. */
export interface SanctionFields {
  kind: SanctionKind
  steamId: string
  reason: string
  term: SanctionTerm
  /** Of the term `until`, ms since 1970 (UTC). */
  ends: number | null
  serverIds: readonly string[]
  address: string
  evidence: readonly EvidenceFields[]
}

export function toFields(
  sanction: Sanction | null,
  steamId = '',
  kind: SanctionKind = 'ban',
): SanctionFields {
  if (sanction === null)
    return { kind, steamId, reason: '', term: 'd7', ends: null, serverIds: [], address: '', evidence: [] }
  const { expires, serverIds, address, evidence } = sanction
  return {
    kind: sanction.kind,
    steamId: sanction.steamId,
    reason: sanction.reason,
    term: expires === null ? 'forever' : 'until',
    ends: expires,
    serverIds: serverIds ?? [],
    address: address ?? '',
    evidence: evidence.map((one) => (one.kind === 'demo' ? { ...one, tick: String(one.tick) } : one)),
  }
}

/** When a sanction with this term ends; null for never. */
export function toExpires({ term, ends }: Pick<SanctionFields, 'term' | 'ends'>, now: number): number | null {
  if (term === 'forever') return null
  return term === 'until' ? ends : now + termMinutes[term] * minuteMs
}

export function toEvidence(fields: readonly EvidenceFields[]): Evidence[] {
  return fields.map((one) => (one.kind === 'demo' ? { ...one, tick: Number(one.tick) } : one))
}

/** What is wrong with the form; each is true where it is. */
export interface FieldFaults {
  steamId: boolean
  reason: boolean
  term: boolean
  address: boolean
  /** The places of incomplete evidence. */
  evidence: readonly number[]
}

/**
 * @param stored when the sanction ends as it is stored: an end in the past that is not changed is no fault; undefined for a
 * new one
 */
export function findFaults(fields: SanctionFields, now: number, stored?: number | null): FieldFaults {
  const { reason, address, evidence } = fields
  const expires = toExpires(fields, now)
  return {
    steamId: !isSteamId(fields.steamId.trim()),
    reason: reason.trim() === '' || !isSafeCommandText(reason),
    term: fields.term === 'until' && expires !== stored && (expires === null || expires <= now),
    address: fields.kind === 'ban' && address !== '' && !ipv4.test(address.trim()),
    evidence: evidence.flatMap((one, place) => (isComplete(one) ? [] : [place])),
  }
}

export function isFaultless({ evidence, ...faults }: FieldFaults): boolean {
  return evidence.length === 0 && !Object.values(faults).includes(true)
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

function isComplete(one: EvidenceFields): boolean {
  if (one.kind === 'link') return /^https?:\/\/[^\s"'<>;,]+$/.test(one.url)
  if (one.kind === 'log') return one.text.trim() !== ''
  return one.demo.trim() !== '' && /^\d{1,9}$/.test(one.tick)
}
