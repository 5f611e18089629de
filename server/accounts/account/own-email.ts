import type { House } from '../../house.ts'
import { takeEmailOff } from '../take-email-off.ts'
import { deleteSessionsBegunBy } from '../sessions-store.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { auditOwn } from './self.ts'
import type { Self } from './self.ts'

/** J2: removes e-mail and password, also somebody else's that were bound here, and ends every session begun by them. */
export async function removeEmail(house: House, self: Self): Promise<void> {
  requireFreshSignIn(house, self)
  await house.database.transaction().execute(async (tx) => {
    await takeEmailOff(tx, self.userId)
    await deleteSessionsBegunBy(tx, self.userId, 'email')
    await auditOwn(house, tx, self, 'REMOVE-EMAIL')
  })
}
