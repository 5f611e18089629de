import type { Session } from '@clutch/contract/api/accounts/account.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './sessions.store.ts'
import { type Caller, auditOwnAction } from '../own-account/caller.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** The actions that the page reports (C12). */
export type SignInLogAction = 'LOGIN-STEAM' | 'LOGIN-EMAIL' | 'LOGOUT'

/** J2: returns the caller's sessions, the latest used first. */
export async function listOwnSessions({ database, clock }: Dependencies, self: Caller): Promise<Session[]> {
  const rows = await store.selectSessions(database, self.userId, clock.now())
  return rows.map((row) => ({
    id: row.id,
    current: row.id === self.sessionId,
    method: row.method,
    userAgent: row.user_agent,
    address: row.address,
    created: row.created_at.getTime(),
    seen: row.seen_at.getTime(),
    expires: row.expires_at.getTime(),
  }))
}

/** J2: ends one of the caller's sessions; another user's is not found, like an unknown one. */
export async function endOwnSession(context: Dependencies, self: Caller, id: string): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    if (!(await store.deleteSession(tx, self.userId, id)))
      throw new PortalError('session.not_found', 'There is no such session')
    await auditOwnAction(context, tx, self, 'END-SESSION', { session: id })
  })
}

/**
 * C16: ends all sessions of the caller, this one included; a caller who owes the second factor may not be the
 * owner and ends only this one.
 */
export async function endAllOwnSessions(context: Dependencies, self: Caller): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    if (self.secondFactorDue) {
      await store.deleteSession(tx, self.userId, self.sessionId)
      await auditOwnAction(context, tx, self, 'END-SESSION', { session: self.sessionId })
    } else {
      await store.deleteSessions(tx, self.userId)
      await auditOwnAction(context, tx, self, 'END-ALL-SESSIONS')
    }
  })
}

/**
 * C12, C15: handles the page's report of a sign-in or sign-out of the session's own player. A sign-out is
 * logged and ends the session. A sign-in is not logged here: the server did so when the session began, so
 * that the log is complete and has no false entries; the call remains, since C12 names it.
 */
export async function recordSignInLog(
  context: Dependencies,
  self: Caller,
  { steamId, action }: { steamId: string; action: SignInLogAction },
): Promise<void> {
  if (steamId !== self.steamId)
    throw new PortalError('session.foreign', 'This session belongs to another player')
  if (action !== 'LOGOUT') return
  await context.database.transaction().execute(async (tx) => {
    await auditOwnAction(context, tx, self, action)
    await store.deleteSession(tx, self.userId, self.sessionId)
  })
}
