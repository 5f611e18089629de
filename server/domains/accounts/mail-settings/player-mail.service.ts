import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { isOptionalMailKind } from '@clutch/contract/rules/accounts/optional-mails.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Mail, type MailContent, canSendMail, enqueueMail } from '../../mail/index.ts'
import { type UserRow, selectMailSettings, selectUserBySteamId } from '../users/users.store.ts'
import { createSettingsToken } from './mail-settings-token.ts'

export interface PlayerMail {
  content: MailContent
  /** After this it is not true any more and is not sent. */
  until: Date
}

/** The language that was chosen for an account; null until the page has said which one. */
export function parseLanguage({ language }: Pick<UserRow, 'language'>): Language | null {
  return language === 'zh' || language === 'en' ? language : null
}

/**
 * Posts a mail to a player, in the caller's transaction and in the language of their account: where the portal can send mail, the
 * player has an address, and has not switched off this kind.
 */
export async function mailPlayer(
  context: Pick<AppContext, 'keys' | 'jobs' | 'config'>,
  tx: Queries,
  steamId: string,
  { content, until }: PlayerMail,
): Promise<void> {
  if (!canSendMail(context)) return
  const user = await selectUserBySteamId(tx, steamId)
  if (!user || user.email === null || !acceptsMail(user, content.kind)) return
  const { id, email } = user
  const unsubscribe = isOptionalMailKind(content.kind) ? createSettingsToken(context, id, email) : null
  const player = { steamId, unsubscribe }
  await enqueueMail(context, tx, {
    to: email,
    language: parseLanguage(user) ?? 'both',
    content,
    until,
    player,
  })
}

/** Which of these players a mail of a kind would be posted to. */
export async function filterMailedPlayers(
  queries: Queries,
  steamIds: readonly string[],
  kind: MailContent['kind'],
): Promise<Set<string>> {
  if (steamIds.length === 0) return new Set()
  const users = await selectMailSettings(queries, steamIds)
  return new Set(
    users.flatMap((user) => (user.steam_id !== null && acceptsMail(user, kind) ? [user.steam_id] : [])),
  )
}

/** Whether a mail to a player still goes where it was posted to: not once the address was removed or the kind switched off. */
export async function isMailStillWanted(
  { database }: Pick<AppContext, 'database'>,
  mail: Mail,
): Promise<boolean> {
  if (!mail.player) return true
  const user = await selectUserBySteamId(database, mail.player.steamId)
  return user?.email === mail.to && acceptsMail(user, mail.content.kind)
}

function acceptsMail({ mails_off: off }: Pick<UserRow, 'mails_off'>, kind: MailContent['kind']): boolean {
  return !(isOptionalMailKind(kind) && off.includes(kind))
}
