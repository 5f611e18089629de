import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { deleteBindingsOfUser, lockUser, selectUserBySteamId, updateUser } from '../users/users.store.ts'
import { deleteResets } from '../passwords/password-resets.store.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { deleteSessions, deleteSessionsByMethod } from '../sessions/sessions.store.ts'
import { deleteAllLinks } from '../linked-accounts/linked-accounts.service.ts'
import { assertFreshSignIn } from '../sessions/fresh-sign-in.ts'
import { type Caller, auditOwnAction } from './caller.ts'

/**
 * Takes e-mail and password off the account of a SteamID, with every reset and binding on its way, in the caller's
 * transaction, which ends the sessions afterwards. Throws 409 `email.none`.
 */
async function detachEmail(tx: Queries, userId: string): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user || user.email === null) throw new PortalError('email.none', 'This account has no e-mail')
  await updateUser(tx, userId, { email: null, password_hash: null })
  await deleteResets(tx, userId)
  await deleteBindingsOfUser(tx, userId)
}

/**
 * J2: removes e-mail and password, including ones that another user bound here, and ends every session begun
 * with them.
 */
export async function removeOwnEmail(context: AppContext, self: Caller): Promise<void> {
  assertFreshSignIn(context, self)
  await context.database.transaction().execute(async (tx) => {
    await detachEmail(tx, self.userId)
    await deleteSessionsByMethod(tx, self.userId, 'email')
    await auditOwnAction(context, tx, self, 'REMOVE-EMAIL')
  })
}

/**
 * C9: undoes a wrong binding: the account of a SteamID loses e-mail, password and linked accounts, and all its sessions end. Another
 * player may have had it, and operators see no better than that player what was linked meanwhile.
 */
export async function removeEmailByOperator(
  context: Pick<AppContext, 'database' | 'jobs'>,
  steamId: string,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const user = await selectUserBySteamId(tx, steamId)
    if (!user) throw new PortalError('user.not_found', 'User not found')
    await detachEmail(tx, user.id)
    await deleteAllLinks(context, tx, user.id)
    await deleteSessions(tx, user.id)
    await writeAudit(tx)
  })
}
