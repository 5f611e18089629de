import type { Language } from '@clutch/contract/api/text.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { House } from '../../house.ts'
import { deleteResets } from '../email/resets-store.ts'
import { takeTry } from '../limits.ts'
import { requireGoodPassword } from '../new-password.ts'
import { hashPassword, passwordMatches } from '../password.ts'
import { deleteSessions } from '../sessions-store.ts'
import { tellPasswordChanged } from '../tell-password-changed.ts'
import { findSelf } from './account.ts'
import { replacePassword } from './password-store.ts'
import { auditOwn } from './self.ts'
import type { Self } from './self.ts'

export interface PasswordChange {
  oldPassword: string
  newPassword: string
  language: Language
}

/** J2: changes the password by the old one, ends the other sessions and every reset on its way, and tells the owner. */
export async function changePassword(house: House, self: Self, change: PasswordChange): Promise<void> {
  await takeTry(house, 'password account', self.userId)
  const { email, password_hash: stored, username, steam_name: steamName } = await findSelf(house, self)
  const matches = await passwordMatches(stored, change.oldPassword)
  if (!matches || stored === null || email === null) throw wrong()
  await requireGoodPassword(change.newPassword, [email, username, steamName])
  const fresh = await hashPassword(change.newPassword)
  await house.database.transaction().execute(async (tx) => {
    if (!(await replacePassword(tx, self.userId, stored, fresh))) throw wrong()
    await deleteResets(tx, self.userId)
    await deleteSessions(tx, self.userId, self.sessionId)
    await auditOwn(house, tx, self, 'CHANGE-PASSWORD')
    await tellPasswordChanged(house, tx, email, change.language)
  })
}

function wrong(): PortalError {
  return new PortalError('password.wrong', 'The old password is wrong')
}
