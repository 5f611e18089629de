import type { Body, Reply } from '@clutch/contract/api/call.ts'
import type { signInByEmail } from '@clutch/contract/api/accounts/sign-in.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { writeAuditEntry } from '../audit/audit-log.service.ts'
import { createBindToken } from '../binding/bind-tokens.service.ts'
import { assertNotBlocked } from '../users/user-blocks.service.ts'
import { toIdentity } from '../profiles/identity.service.ts'
import { passwordMatches } from '../passwords/password-hash.ts'
import { type Device, createSession } from '../sessions/sessions.service.ts'
import { lockUserByEmail, selectUserByEmail } from '../users/users.store.ts'

/**
 * C4, C5: returns a session for e-mail and password, or a bind token where the account has no SteamID yet. A
 * blocked user learns of the block only after a correct password.
 */
export async function logInByEmail(
  context: AppContext,
  { email, password }: Body<typeof signInByEmail>,
  device: Device,
): Promise<Reply<typeof signInByEmail>> {
  const user = await selectUserByEmail(context.database, email)
  const matches = await passwordMatches(user?.password_hash ?? null, password)
  if (!user || !matches) throw wrongCredentials()
  return context.database.transaction().execute(async (tx) => {
    // While the password was checked the account may have got another one, or moved to its Steam account.
    const held = await lockUserByEmail(tx, email)
    if (held?.id !== user.id || held.password_hash !== user.password_hash) throw wrongCredentials()
    const { username, avatar } = toIdentity(user)
    const { id: userId, steam_id: steamId } = held
    if (steamId === null) {
      await assertNotBlocked(context, tx, userId)
      const token = await createBindToken(context, tx, userId)
      return { needsSteamBinding: true, tokenType: 'bind', token, steamId, username, avatar }
    }
    await writeAuditEntry(context, tx, { actor: steamId, action: 'LOGIN-EMAIL', subject: steamId, device })
    const token = await createSession(context, tx, { userId, steamId, method: 'email', device })
    return { needsSteamBinding: false, tokenType: 'session', token, steamId, username, avatar }
  })
}

/** The same for an unknown address and a wrong password. */
function wrongCredentials(): PortalError {
  return new PortalError('login.wrong', 'Invalid email or password')
}
