import { keep, kept } from './kept.ts'
import { holds } from './token.ts'

/** A session that its user has ended here and that the portal may not have heard of. */
export interface EndingSession {
  steamId: string
  token: string
}

const key = 'endingSessions'

/** Whether any is kept, also one that has expired by now. */
export function hasEndingSessions(): boolean {
  return kept(key) !== null
}

/** Those whose token has not expired by itself. */
export function endingSessions(now = Date.now()): EndingSession[] {
  try {
    const read: unknown = JSON.parse(kept(key) ?? '[]')
    return Array.isArray(read) ? read.filter((one: unknown) => isEnding(one, now)) : []
  } catch {
    return []
  }
}

export function keepEndingSessions(sessions: readonly EndingSession[]): void {
  keep(key, sessions.length === 0 ? null : JSON.stringify(sessions))
}

function isEnding(value: unknown, now: number): value is EndingSession {
  if (typeof value !== 'object' || value === null) return false
  const { steamId, token } = value as Partial<EndingSession>
  return typeof steamId === 'string' && typeof token === 'string' && holds(token, now)
}
