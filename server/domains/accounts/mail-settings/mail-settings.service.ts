import type { MailSettings } from '@clutch/contract/api/accounts/mail-settings.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { type OptionalMailKind, isOptionalMailKind } from '@clutch/contract/rules/accounts/optional-mails.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { addDisabledMail, selectUser, updateUser } from '../users/users.store.ts'
import { parseLanguage } from './player-mail.service.ts'
import { isValidSettingsToken, parseUserId } from './mail-settings-token.ts'

/** Whose mail settings are asked for, and by what. */
export interface MailSettingsCaller {
  userId: string
  by: 'session' | 'token'
}

/** Who shows a session, or the token of a mail; throws `session.second_factor_due` or `mail_settings.invalid_token`. */
export async function identifyCaller(
  context: AppContext,
  app: App,
  bearer: string | null,
): Promise<MailSettingsCaller> {
  const session = bearer === null ? null : await app.sessionCheck.find(bearer)
  if (session?.secondFactorDue)
    throw new PortalError('session.second_factor_due', 'This session has not shown its second factor')
  if (session) return { userId: session.userId, by: 'session' }
  return { userId: await verifySettingsToken(context, bearer ?? ''), by: 'token' }
}

export async function getMailSettings(
  { database }: AppContext,
  { userId, by }: MailSettingsCaller,
): Promise<MailSettings> {
  const user = await selectUser(database, userId)
  if (!user) throw invalidSettingsToken()
  const { email, mails_off: off } = user
  return {
    // Mails are forwarded: their links do not show the whole address.
    email: email !== null && by === 'token' ? email.replace(/^(.)[^@]*/u, '$1***') : email,
    language: parseLanguage(user),
    off: off.filter(isOptionalMailKind),
  }
}

export async function changeMailSettings(
  context: AppContext,
  asker: MailSettingsCaller,
  { off, language }: { off?: readonly OptionalMailKind[] | undefined; language?: Language | undefined },
): Promise<MailSettings> {
  const columns = {
    ...(off !== undefined && { mails_off: [...new Set(off)] }),
    ...(language !== undefined && { language }),
  }
  if (Object.keys(columns).length > 0) await updateUser(context.database, asker.userId, columns)
  return getMailSettings(context, asker)
}

/** Switches one kind off by the token of a mail; throws `mail_settings.invalid_token`. */
export async function unsubscribe(context: AppContext, token: string, kind: OptionalMailKind): Promise<void> {
  await addDisabledMail(context.database, await verifySettingsToken(context, token), kind)
}

async function verifySettingsToken(context: AppContext, token: string): Promise<string> {
  const userId = parseUserId(token)
  const user = userId === null ? undefined : await selectUser(context.database, userId)
  if (!user || user.email === null || !isValidSettingsToken(context, token, user.id, user.email))
    throw invalidSettingsToken()
  return user.id
}

function invalidSettingsToken(): PortalError {
  return new PortalError('mail_settings.invalid_token', 'This link is not valid any more')
}
