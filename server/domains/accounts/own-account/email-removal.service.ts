import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../database/index.ts'
import { lockUser } from '../binding/binding.store.ts'
import { deleteBindingsOfUser } from '../email/email-accounts.store.ts'
import { deleteResets } from '../passwords/password-resets.store.ts'
import { updateUser } from '../users/users.store.ts'

/**
 * Takes e-mail and password off the account of a SteamID, with every reset and binding on its way, in the caller's
 * transaction, which ends the sessions afterwards. Throws 409 `email.none`.
 */
export async function detachEmail(tx: Queries, userId: string): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user || user.email === null) throw new PortalError('email.none', 'This account has no e-mail')
  await updateUser(tx, userId, { email: null, password_hash: null })
  await deleteResets(tx, userId)
  await deleteBindingsOfUser(tx, userId)
}
