import { recordSessionEvent } from '@clutch/contract/api/accounts/sign-in.ts'
import { call } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { readEndedSessions, saveEndedSessions, type EndedSession } from './ended-sessions-store.ts'

/**
 * C15: Ends at the portal every session that its user has ended, until it succeeds: a sign-out without a
 * connection is sent when there is one again, also after a reload. Rejects with the last failure.
 */
export async function revokeEndedSessions(): Promise<void> {
  const failed: ApiError[] = []
  for (const session of readEndedSessions()) {
    try {
      await revokeSession(session)
      saveEndedSessions(readEndedSessions().filter(({ token }) => token !== session.token))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failed.push(error)
    }
  }
  saveEndedSessions(readEndedSessions())
  const last = failed.at(-1)
  if (last) throw last
}

/** Any refusal means that the token is worth nothing; only the portal's being away leaves the session as it is. */
async function revokeSession({ steamId, token }: EndedSession): Promise<void> {
  try {
    await call(recordSessionEvent, { body: { steamId, action: 'LOGOUT' }, bearer: token })
  } catch (error) {
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (!refused) throw error
  }
}
