import type { Session } from '@clutch/contract/api/accounts/account.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './sessions.store.ts'
import { type Caller, auditOwnAction } from '../own-account/caller.ts'

type Parts = Pick<AppContext, 'database' | 'clock'>

/** What the page tells (C12). */
export type SignInLogAction = 'LOGIN-STEAM' | 'LOGIN-EMAIL' | 'LOGOUT'

/** J2: the sessions of whoever asks, the latest used first. */
export async function listOwnSessions({ database, clock }: Parts, self: Caller): Promise<Session[]> {
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

/** J2: ends one of one's own sessions; somebody else's is as unknown as none. */
export async function endOwnSession(context: Parts, self: Caller, id: string): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    if (!(await store.deleteSession(tx, self.userId, id)))
      throw new PortalError('session.not_found', 'There is no such session')
    await auditOwnAction(context, tx, self, 'END-SESSION', { session: id })
  })
}

/** C16: logs out everywhere, here too; whoever owes the second factor may be nobody of this account: only here. */
export async function endAllOwnSessions(context: Parts, self: Caller): Promise<void> {
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
 * C12, C15: what the page tells of a sign-in or sign-out of the session's own player. Signing out is written down and ends the
 * session. Of a sign-in nothing is written here: where the session began the server has done it already, so that the log
 * neither misses one nor holds one that never was; the call stays, since C12 names it.
 */
export async function recordSignInLog(
  context: Parts,
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
