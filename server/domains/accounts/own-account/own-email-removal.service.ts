import type { House } from '../../../house.ts'
import { detachEmail } from './email-removal.service.ts'
import { deleteSessionsByMethod } from '../sessions/sessions.store.ts'
import { assertFreshSignIn } from '../sessions/fresh-sign-in.ts'
import { auditOwnAction } from './caller.ts'
import type { Caller } from './caller.ts'

/** J2: removes e-mail and password, also somebody else's that were bound here, and ends every session begun by them. */
export async function removeOwnEmail(house: House, self: Caller): Promise<void> {
  assertFreshSignIn(house, self)
  await house.database.transaction().execute(async (tx) => {
    await detachEmail(tx, self.userId)
    await deleteSessionsByMethod(tx, self.userId, 'email')
    await auditOwnAction(house, tx, self, 'REMOVE-EMAIL')
  })
}
