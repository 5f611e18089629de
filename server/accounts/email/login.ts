import type { Body, Reply } from '@clutch/contract/api/call.ts'
import type { emailLogin } from '@clutch/contract/api/auth.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { House } from '../../house.ts'
import { writeAudit } from '../audit.ts'
import { beginBinding } from '../bind-tokens.ts'
import { requireNotBlocked } from '../blocks.ts'
import { identityOf } from '../identity.ts'
import { passwordMatches } from '../password.ts'
import { beginSession } from '../sessions.ts'
import type { Device } from '../sessions.ts'
import { selectUserByEmail } from '../users-store.ts'
import { lockUserByEmail } from './account-store.ts'

/**
 * C4, C5: a session by e-mail and password, or a bind token where the account has no SteamID yet. Whoever is kept out is told so
 * once the password was right.
 */
export async function login(
  house: House,
  { email, password }: Body<typeof emailLogin>,
  device: Device,
): Promise<Reply<typeof emailLogin>> {
  const user = await selectUserByEmail(house.database, email)
  const matches = await passwordMatches(user?.password_hash ?? null, password)
  if (!user || !matches) throw wrong()
  return house.database.transaction().execute(async (tx) => {
    // While the password was checked the account may have got another one, or moved to its Steam account.
    const held = await lockUserByEmail(tx, email)
    if (held?.id !== user.id || held.password_hash !== user.password_hash) throw wrong()
    const { username, avatar } = identityOf(user)
    const { id: userId, steam_id: steamId } = held
    if (steamId === null) {
      await requireNotBlocked(house, tx, userId)
      const token = await beginBinding(house, tx, userId)
      return { needsSteamBinding: true, tokenType: 'bind', token, steamId, username, avatar }
    }
    await writeAudit(house, tx, { actor: steamId, action: 'LOGIN-EMAIL', subject: steamId, device })
    const token = await beginSession(house, tx, { userId, steamId, method: 'email', device })
    return { needsSteamBinding: false, tokenType: 'session', token, steamId, username, avatar }
  })
}

/** The same for an unknown address and a wrong password. */
function wrong(): PortalError {
  return new PortalError('login.wrong', 'Invalid email or password')
}
