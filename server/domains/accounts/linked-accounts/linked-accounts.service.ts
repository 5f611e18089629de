import type { LinkedAccount } from '@clutch/contract/api/accounts/linked-accounts.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import {
  type LinkOutcome,
  type LinkProvider,
  linkProviders,
} from '@clutch/contract/rules/accounts/linked-accounts.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type Caller, auditOwnAction } from '../own-account/caller.ts'
import { writeAuditEntry } from '../audit/audit-log.service.ts'
import type { Device } from '../sessions/sessions.service.ts'
import { deleteSessionsByMethod } from '../sessions/sessions.store.ts'
import { selectUser } from '../users/users.store.ts'
import * as store from './linked-accounts.store.ts'
import { type ReturnedBrowser, beginAttempt, endAttempt } from './link-attempts.service.ts'
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

/** Begins a link: where the browser goes, and its secret. Throws `link.off`, `link.exists`. */
export async function beginAccountLink(
  context: AppContext,
  userId: string,
  provider: LinkProvider,
): Promise<{ url: string; browser: string }> {
  const service = findOAuthProvider(context.config, provider)
  if (!service) throw new PortalError('link.off', 'This service is not set up')
  const linked = await store.selectLinkedAccounts(context.database, userId)
  if (linked.some((row) => row.provider === provider))
    throw new PortalError('link.exists', 'An account of this service is linked already')
  return beginAttempt(context, service, { provider, userId })
}

/** A browser that a service sent back, and its device. */
export interface LinkCallback extends ReturnedBrowser {
  device: Device
}

/** Ends a link. */
export async function completeAccountLink(context: AppContext, back: LinkCallback): Promise<LinkOutcome> {
  const result = await endAttempt(context, back)
  if ('outcome' in result) return result.outcome
  return result.userId === null ? 'expired' : saveLink(context, result.userId, back, result.account)
}

async function saveLink(
  context: AppContext,
  userId: string,
  { provider, device }: LinkCallback,
  { subject, name }: ProviderAccount,
): Promise<LinkOutcome> {
  return context.database.transaction().execute(async (tx) => {
    const user = await selectUser(tx, userId)
    if (!user) return 'expired'
    const row = { user_id: userId, provider, subject, name, linked_at: context.clock.now() }
    if (!(await store.insertLinkedAccount(tx, row))) return 'taken'
    await writeAuditEntry(context, tx, {
      actor: user.steam_id ?? userId,
      action: 'LINK-ACCOUNT',
      subject: user.steam_id ?? userId,
      detail: { provider },
      device,
    })
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
    if (!(await store.deleteLinkedAccount(tx, self.userId, provider)))
      throw new PortalError('link.not_found', 'No account of this service is linked')
    await deleteSessionsByMethod(tx, self.userId, 'linked')
    await auditOwnAction(context, tx, self, 'UNLINK-ACCOUNT', { provider })
    await context.jobs.enqueue(tx, 'discord-roles', {})
  })
}
