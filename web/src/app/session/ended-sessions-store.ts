import { writeStored, readStored } from '../browser/browser-storage.ts'
import { isTokenValid } from './session-token.ts'

/** A session that its user ended here, which the portal may not have received yet. */
export interface EndedSession {
  steamId: string
  token: string
}

const key = 'endingSessions'

/** Whether any ended session is stored, including an expired one. */
export function hasEndedSessions(): boolean {
  return readStored(key) !== null
}

/** Those whose token has not expired by itself. */
export function readEndedSessions(now = Date.now()): EndedSession[] {
  try {
    const read: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(read) ? read.filter((one: unknown) => isEndedSession(one, now)) : []
  } catch {
    return []
  }
}

export function saveEndedSessions(sessions: readonly EndedSession[]): void {
  writeStored(key, sessions.length === 0 ? null : JSON.stringify(sessions))
}

function isEndedSession(value: unknown, now: number): value is EndedSession {
  if (typeof value !== 'object' || value === null) return false
  const { steamId, token } = value as Partial<EndedSession>
  return typeof steamId === 'string' && typeof token === 'string' && isTokenValid(token, now)
}
