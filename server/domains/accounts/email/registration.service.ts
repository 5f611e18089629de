import { randomUUIDv7 } from 'node:crypto'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import type { registerEmailAccount } from '@clutch/contract/api/accounts/sign-in.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { writeAuditEntry } from '../audit/audit-log.service.ts'
import { createBindToken } from '../binding/bind-tokens.service.ts'
import { assertPasswordAllowed } from '../passwords/password-policy.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import type { Device } from '../sessions/sessions.service.ts'
import { insertUser, selectUserByEmail } from '../users/users.store.ts'
import { consumeEmailCode, checkEmailCode } from './email-codes.service.ts'

/** C6: whether an address has an account. */
export async function isRegistered(
  { database }: Pick<AppContext, 'database'>,
  email: string,
): Promise<boolean> {
  return (await selectUserByEmail(database, email)) !== undefined
}

/**
 * C6: creates an account for an address proven by its code. It has no SteamID yet, so a bind token is
 * returned. A password is hashed only after the code was correct.
 */
export async function registerByEmail(
  context: AppContext,
  { email, password, code, language }: Body<typeof registerEmailAccount>,
  device: Device,
): Promise<Reply<typeof registerEmailAccount>> {
  await assertPasswordAllowed(password, [email])
  if (!(await checkEmailCode(context, email, code))) throw wrongCode()
  const passwordHash = await hashPassword(password)
  const token = await context.database.transaction().execute(async (tx) => {
    if (!(await consumeEmailCode(context, tx, email, code))) throw wrongCode()
    const id = randomUUIDv7()
    const user = {
      id,
      email,
      password_hash: passwordHash,
      created_at: context.clock.now(),
      language: language ?? null,
    }
    if (!(await insertUser(tx, user)))
      throw new PortalError('email.already_registered', 'Email already registered')
    await writeAuditEntry(context, tx, { actor: 'anyone', action: 'REGISTER-EMAIL', subject: id, device })
    return createBindToken(context, tx, id)
  })
  return { token }
}

function wrongCode(): PortalError {
  return new PortalError('code.wrong', 'The code is wrong or has expired')
}
