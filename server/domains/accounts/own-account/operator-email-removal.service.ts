import { PortalError } from '@clutch/contract/errors.ts'
import type { House } from '../../../house.ts'
import { deleteSessions } from '../sessions/sessions.store.ts'
import { detachEmail } from './email-removal.service.ts'
import { selectUserBySteamId } from '../users/users.store.ts'

/** C9: undoes a wrong binding: the account of a SteamID loses e-mail and password, and all its sessions end. */
export async function removeEmailByOperator(
  { database }: Pick<House, 'database'>,
  steamId: string,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const user = await selectUserBySteamId(tx, steamId)
    if (!user) throw new PortalError('user.not_found', 'User not found')
    await detachEmail(tx, user.id)
    await deleteSessions(tx, user.id)
  })
}
