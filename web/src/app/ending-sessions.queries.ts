import { recordSessionEvent } from '@clutch/contract/api/auth.ts'
import { call } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { endingSessions, keepEndingSessions, type EndingSession } from './ending-sessions-store.ts'

/**
 * C15: tells the portal of every session that its user has ended, until it has heard: what was signed out of without a connection
 * ends when there is one again, also after the page was loaded anew. Rejects with what kept the last one from it.
 */
export async function endSessions(): Promise<void> {
  const failed: ApiError[] = []
  for (const session of endingSessions()) {
    try {
      await endSession(session)
      keepEndingSessions(endingSessions().filter(({ token }) => token !== session.token))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push(error)
    }
  }
  keepEndingSessions(endingSessions())
  const last = failed.at(-1)
  if (last) throw last
}

/** Any refusal means that the token is worth nothing; only the portal's being away leaves the session as it is. */
async function endSession({ steamId, token }: EndingSession): Promise<void> {
  try {
    await call(recordSessionEvent, { body: { steamId, action: 'LOGOUT' }, bearer: token })
  } catch (error) {
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (!refused) throw error
  }
}
