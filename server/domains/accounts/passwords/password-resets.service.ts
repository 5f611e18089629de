import type { Body } from '@clutch/contract/api/call.ts'
import type { resetPasswordByToken } from '@clutch/contract/api/accounts/sign-in.ts'
import { type Language, defaultLanguage } from '@clutch/contract/api/shared/fields.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { passwordResetLifetimeMs, passwordResetIntervalMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { enqueueMail } from '../../mail/index.ts'
import { writeAuditEntry } from '../audit/audit-log.service.ts'
import { assertPasswordAllowed } from './password-policy.ts'
import { hashPassword } from './password-hash.ts'
import type { Device } from '../sessions/sessions.service.ts'
import { deleteSessions } from '../sessions/sessions.store.ts'
import { mailPasswordChanged } from './password-changed-mail.ts'
import { hashToken, generateToken } from '../../../platform/keys/tokens.ts'
import { deleteBindingsOfUser, lockUserByEmail, selectUserByEmail, updateUser } from '../users/users.store.ts'
import { assertMailAvailable } from '../email/mail-required.ts'
import * as store from './password-resets.store.ts'

/** C8: sends a link for choosing another password, one in five minutes. A link sent before stays valid until its own end. */
export async function requestPasswordReset(
  context: AppContext,
  email: string,
  language: Language,
  device: Device,
): Promise<void> {
  assertMailAvailable(context)
  await context.database.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user) throw new PortalError('EMAIL_NOT_REGISTERED', 'This email is not registered')
    const now = context.clock.now().getTime()
    if (
      await store.selectRecentReset(
        tx,
        user.id,
        new Date(now + passwordResetLifetimeMs - passwordResetIntervalMs),
      )
    )
      throw new PortalError('RATE_LIMIT_EXCEEDED', 'Too many requests, please try again later')
    const token = generateToken()
    const until = new Date(now + passwordResetLifetimeMs)
    await store.insertReset(tx, { hash: hashToken(token), user_id: user.id, expires_at: until })
    const query = new URLSearchParams({ token, email, language }).toString()
    const subject = user.steam_id ?? user.id
    await writeAuditEntry(context, tx, { actor: 'anyone', action: 'ASK-PASSWORD-RESET', subject, device })
    const link = `${context.config.publicUrl}/reset-password?${query}`
    await enqueueMail(context, tx, { to: email, language, content: { kind: 'password-reset', link }, until })
  })
}

/**
 * C8: sets the password, given the token of the link, once; ends the sessions begun with the old one and
 * notifies the owner. A password is hashed only after the token was correct.
 */
export async function confirmPasswordReset(
  context: AppContext,
  { email, token, newPassword, language = defaultLanguage }: Body<typeof resetPasswordByToken>,
  device: Device,
): Promise<void> {
  const account = await selectUserByEmail(context.database, email)
  const hash = hashToken(token)
  if (!account || !(await store.isResetValid(context.database, account.id, hash, context.clock.now())))
    throw resetExpired()
  await assertPasswordAllowed(newPassword, [email, account.username, account.steam_name])
  const passwordHash = await hashPassword(newPassword)
  await context.database.transaction().execute(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user || !(await store.consumeReset(tx, user.id, hash, context.clock.now()))) throw resetExpired()
    await updateUser(tx, user.id, { password_hash: passwordHash })
    await store.deleteResets(tx, user.id)
    await deleteSessions(tx, user.id)
    await deleteBindingsOfUser(tx, user.id)
    const { steam_id: steamId } = user
    await writeAuditEntry(context, tx, {
      actor: steamId ?? 'anyone',
      action: 'RESET-PASSWORD',
      subject: steamId ?? user.id,
      device,
    })
    await mailPasswordChanged(context, tx, email, language)
  })
}

function resetExpired(): PortalError {
  return new PortalError('reset.expired', 'Invalid or expired token')
}
