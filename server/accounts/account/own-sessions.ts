import type { Session } from '@clutch/contract/api/account.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { House } from '../../house.ts'
import * as store from '../sessions-store.ts'
import { auditOwn } from './self.ts'
import type { Self } from './self.ts'

type Parts = Pick<House, 'database' | 'clock'>

const methods = ['steam', 'email', 'link'] as const

/** What the page writes into the audit log (C12). */
export type LogAction = 'LOGIN-STEAM' | 'LOGIN-EMAIL' | 'LOGOUT'

/** J2: the sessions of whoever asks, the latest used first. */
export async function listSessions({ database, clock }: Parts, self: Self): Promise<Session[]> {
  const rows = await store.selectSessions(database, self.userId, clock.now())
  return rows.map((row) => ({
    id: row.id,
    current: row.id === self.sessionId,
    method: methods.find((method) => method === row.method) ?? 'steam',
    userAgent: row.user_agent,
    address: row.address,
    created: row.created_at.getTime(),
    seen: row.seen_at.getTime(),
    expires: row.expires_at.getTime(),
  }))
}

/** J2: ends one of one's own sessions; somebody else's is as unknown as none. */
export async function endSession(house: Parts, self: Self, id: string): Promise<void> {
  await house.database.transaction().execute(async (tx) => {
    if (!(await store.deleteSession(tx, self.userId, id)))
      throw new PortalError('session.not_found', 'There is no such session')
    await auditOwn(house, tx, self, 'END-SESSION', { session: id })
  })
}

/** C16: logs out everywhere, here too. */
export async function endAllSessions(house: Parts, self: Self): Promise<void> {
  await house.database.transaction().execute(async (tx) => {
    await store.deleteSessions(tx, self.userId)
    await auditOwn(house, tx, self, 'END-ALL-SESSIONS')
  })
}

/** C12, C15: writes a sign-in or sign-out of the session's own player down; signing out ends the session. */
export async function writeLog(
  house: Parts,
  self: Self,
  { steamId, action }: { steamId: string; action: LogAction },
): Promise<void> {
  if (steamId !== self.steamId)
    throw new PortalError('session.foreign', 'This session belongs to another player')
  await house.database.transaction().execute(async (tx) => {
    await auditOwn(house, tx, self, action)
    if (action === 'LOGOUT') await store.deleteSession(tx, self.userId, self.sessionId)
  })
}
