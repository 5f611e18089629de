import type { LinkedAccount } from '@clutch/contract/api/accounts/linked-accounts.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { securityMailMaxDelayMs } from '@clutch/contract/limits.ts'
import {
  type LinkOutcome,
  type LinkProvider,
  linkProviders,
} from '@clutch/contract/rules/accounts/linked-accounts.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { type Caller, auditOwnAction } from '../own-account/caller.ts'
import { mailPlayer } from '../mail-settings/player-mail.service.ts'
import { assertFreshOwner } from '../sessions/fresh-sign-in.ts'
import { writeAuditEntry } from '../audit/audit-log.service.ts'
import type { Device } from '../sessions/sessions.service.ts'
import { deleteSessionsByMethod } from '../sessions/sessions.store.ts'
import { selectUser, selectUserBySteamId } from '../users/users.store.ts'
import * as store from './linked-accounts.store.ts'
import { type LinkingUser, type ReturnedBrowser, beginAttempt, endAttempt } from './link-attempts.service.ts'
import { type ProviderAccount, findOAuthProvider } from './oauth-providers.ts'

/** The services that can be linked here, and those that the user has linked. */
export async function listLinkedAccounts(
  { database, config }: AppContext,
  userId: string,
): Promise<LinkedAccount[]> {
  const linked = await store.selectLinkedAccounts(database, userId)
  return linkProviders.flatMap((provider) => {
    const account = linked.find((row) => row.provider === provider)
    if (!account && findOAuthProvider(config, provider) === null) return []
    return [
      { provider, account: account ? { name: account.name, linkedAt: account.linked_at.getTime() } : null },
    ]
  })
}

/** The accounts of other services that a user has linked, for operators. */
export async function listUserLinks(
  queries: Queries,
  userId: string,
): Promise<{ provider: LinkProvider; name: string }[]> {
  const linked = await store.selectLinkedAccounts(queries, userId)
  return linkProviders.flatMap((provider) =>
    linked.filter((row) => row.provider === provider).map(({ name }) => ({ provider, name })),
  )
}

/**
 * Begins a link: where the browser goes, and its secret. A linked account signs in, so a session that may be stolen must not add one.
 * Throws `session.sign_in_again`, `link.off`, `link.exists`.
 */
export async function beginAccountLink(
  context: AppContext,
  self: Caller,
  provider: LinkProvider,
): Promise<{ url: string; browser: string }> {
  const service = findOAuthProvider(context.config, provider)
  if (!service) throw new PortalError('link.off', 'This service is not set up')
  const linked = await store.selectLinkedAccounts(context.database, self.userId)
  if (linked.some((row) => row.provider === provider))
    throw new PortalError('link.exists', 'An account of this service is linked already')
  assertFreshOwner(context, self)
  return beginAttempt(context, service, { provider, by: self })
}

/** A browser that a service sent back, and its device. */
export interface LinkCallback extends ReturnedBrowser {
  device: Device
}

/** Ends a link; `expired` where the session that began it has ended, as every session does when the owner signs out everywhere. */
export async function completeAccountLink(context: AppContext, back: LinkCallback): Promise<LinkOutcome> {
  const result = await endAttempt(context, back)
  if ('outcome' in result) return result.outcome
  return result.by === null ? 'expired' : saveLink(context, result.by, back, result.account)
}

async function saveLink(
  context: AppContext,
  by: LinkingUser,
  { provider, device }: LinkCallback,
  { subject, name }: ProviderAccount,
): Promise<LinkOutcome> {
  return context.database.transaction().execute(async (tx) => {
    const { userId } = by
    const now = context.clock.now()
    if (!(await store.lockLinkingSession(tx, by, now))) return 'expired'
    const user = await selectUser(tx, userId)
    if (!user) return 'expired'
    const row = { user_id: userId, provider, subject, name, linked_at: now }
    if (!(await store.insertLinkedAccount(tx, row))) return 'taken'
    await writeAuditEntry(context, tx, {
      actor: user.steam_id ?? userId,
      action: 'LINK-ACCOUNT',
      subject: user.steam_id ?? userId,
      detail: { provider },
      device,
    })
    const until = new Date(now.getTime() + securityMailMaxDelayMs)
    const mail = { content: { kind: 'account-linked', provider } as const, until }
    if (user.steam_id !== null) await mailPlayer(context, tx, user.steam_id, mail)
    await context.jobs.enqueue(tx, 'discord-roles', {})
    return 'linked'
  })
}

/** Takes a link away, and ends the sessions that linked accounts began. Throws `link.not_found`. */
export async function removeAccountLink(
  context: AppContext,
  self: Caller,
  provider: LinkProvider,
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    await deleteLink(context, tx, self.userId, provider)
    await auditOwnAction(context, tx, self, 'UNLINK-ACCOUNT', { provider })
  })
}

/** The same by an operator, of the account of a SteamID. Throws `user.not_found`, `link.not_found`. */
export async function removeLinkByOperator(
  context: Pick<AppContext, 'database' | 'jobs'>,
  { steamId, provider }: { steamId: string; provider: LinkProvider },
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    const user = await selectUserBySteamId(tx, steamId)
    if (!user) throw new PortalError('user.not_found', 'User not found')
    await deleteLink(context, tx, user.id, provider)
    await writeAudit(tx)
  })
}

/** Takes every link of a user away, in the caller's transaction, which ends the sessions. */
export async function deleteAllLinks(
  context: Pick<AppContext, 'jobs'>,
  tx: Queries,
  userId: string,
): Promise<void> {
  if (await store.deleteLinkedAccounts(tx, userId)) await context.jobs.enqueue(tx, 'discord-roles', {})
}

async function deleteLink(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: Queries,
  userId: string,
  provider: LinkProvider,
): Promise<void> {
  if (!(await store.deleteLinkedAccount(tx, userId, provider)))
    throw new PortalError('link.not_found', 'No account of this service is linked')
  await deleteSessionsByMethod(tx, userId, 'linked')
  await jobs.enqueue(tx, 'discord-roles', {})
}
