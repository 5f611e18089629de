import { resolve } from 'node:path'
import type * as z from 'zod/mini'
import type { operatorSchema } from '@clutch/contract/api/accounts/operators.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext, ReadContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import type { OperatorCaller } from '../../../platform/http/session/operator-caller.ts'
import { type RoleAssignment, isAssigned } from '../operator-roles/operator-membership.service.ts'
import { joinLanguages } from '../../../platform/http/calls/audit-subject.ts'
import { deleteFactor, selectFactor } from '../second-factor/second-factor.store.ts'
import { grantGroup, revokeGroup } from '../groups/groups.service.ts'
import { listUserLinks } from '../linked-accounts/linked-accounts.service.ts'
import { displayName } from '../profiles/identity.service.ts'
import { deleteSessions, selectSessions } from '../sessions/sessions.store.ts'
import { createLinkTicket } from '../steam/tickets.service.ts'
import { deleteLinkTickets } from '../steam/tickets.store.ts'
import { selectUserByEmail, selectUserBySteamId } from '../users/users.store.ts'
import * as store from './operators.store.ts'

type OperatorView = z.infer<typeof operatorSchema>
type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** Who is an operator now; one who never signed in is named by their SteamID. */
export async function listOperators({ database, clock }: ReadContext): Promise<OperatorView[]> {
  const rows = await store.selectOperators(database, clock.now())
  return rows.map((row) => ({
    steamId: row.steam_id,
    username: displayName(row),
    email: row.email,
    secondFactor: row.second_factor_on !== null,
    expires: row.expires_at?.getTime() ?? null,
    role: row.role_id,
    roleName: row.role_name as OperatorView['roleName'],
    serverIds: row.server_ids,
  }))
}

/**
 * Makes a user a permanent operator, by SteamID64 also before their first sign-in, or gives an operator another role.
 * Throws what `grantGroup` throws.
 */
export async function addOperator(
  context: Dependencies,
  who: string,
  wanted: RoleAssignment,
  by: OperatorCaller,
  writeAudit: WriteAudit = noAudit,
): Promise<OperatorView> {
  const steamId = await resolveSteamId(context, who)
  const expires = (await listOperators(context)).find((op) => op.steamId === steamId)?.expires ?? null
  await grantGroup(
    context,
    { steamId, group: 'op', expires: isAssigned(wanted) ? expires : null },
    by,
    wanted,
    writeAudit,
  )
  const added = (await listOperators(context)).find((op) => op.steamId === steamId)
  if (!added) throw new PortalError('user.not_found', 'User not found')
  return added
}

/** Takes an operator out of the group, at once, and ends the links made for them. Throws what `revokeGroup` throws. */
export async function removeOperator(
  context: Dependencies,
  who: string,
  by: OperatorCaller,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  const steamId = await resolveSteamId(context, who)
  await revokeGroup(context, steamId, 'op', by, writeAudit)
}

/** Returns what the audit log records of an operator; null for other users. */
export async function getOperatorForAudit(context: ReadContext, who: string): Promise<object | null> {
  const steamId = await resolveSteamId(context, who)
  const op = (await listOperators(context)).find((one) => one.steamId === steamId)
  return op
    ? { op: true, expires: op.expires, role: joinLanguages(op.roleName), serverIds: op.serverIds }
    : null
}

/** Returns what the audit log records of a user's sign-in methods, without credentials. */
export async function getSignInStateForAudit(
  { database, clock }: ReadContext,
  steamId: string,
): Promise<object | null> {
  const user = await selectUserBySteamId(database, steamId)
  if (!user) return null
  return {
    hasEmail: user.email !== null,
    secondFactor: (await selectFactor(database, user.id))?.confirmed_at != null,
    links: (await listUserLinks(database, user.id)).map(({ provider }) => provider),
    sessions: (await selectSessions(database, user.id, clock.now())).length,
  }
}

/** Returns the audit log's subject for a user given by SteamID64 or e-mail. */
export async function resolveAuditSubject(
  context: Pick<ReadContext, 'database'>,
  who: string,
): Promise<string> {
  const user = isSteamId(who) ? undefined : await selectUserByEmail(context.database, who)
  return user?.steam_id ?? who
}

/** A link that signs an operator in, once, within 15 minutes. */
export async function createSignInLink(
  context: AppContext,
  steamId: string,
  writeAudit: (tx: Queries, link: { url: string; expires: number }) => Promise<void> = noAudit,
): Promise<{ url: string; expires: number }> {
  const ops = await listOperators(context)
  if (!ops.some((op) => op.steamId === steamId))
    throw new PortalError('user.not_found', 'There is no operator of this SteamID')
  return context.database.transaction().execute(async (tx) => {
    const { token, expires } = await createLinkTicket({ ...context, database: tx }, steamId)
    // A fragment reaches no server: the token stays out of access logs and proxies.
    const url = new URL(`/auth/link#token=${token}`, context.config.publicUrl)
    const link = { url: url.href, expires: expires.getTime() }
    await writeAudit(tx, link)
    return link
  })
}

/** Deletes a user's lost second factor, and ends their sessions and sign-in links. */
export async function resetSecondFactor(
  { database }: Dependencies,
  steamId: string,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const user = await selectUserBySteamId(tx, steamId)
    if (!user) throw new PortalError('user.not_found', 'User not found')
    if (!(await deleteFactor(tx, user.id)))
      throw new PortalError('second_factor.off', 'The second factor is not on')
    await deleteSessions(tx, user.id)
    await deleteLinkTickets(tx, steamId)
    await writeAudit(tx)
  })
}

/** Returns the SteamID of a user given by SteamID64 or by the e-mail of their account. */
async function resolveSteamId({ database }: ReadContext, who: string): Promise<string> {
  if (isSteamId(who)) return who
  const user = await selectUserByEmail(database, who)
  if (!user) throw new PortalError('user.not_found', 'User not found')
  if (user.steam_id === null)
    throw new PortalError('user.not_bound', 'This account has no bound Steam account')
  return user.steam_id
}

/** Logs at startup how to add an operator, if there is none. */
export async function logMissingOperator({
  database,
  clock,
  log,
  config,
}: Pick<AppContext, 'database' | 'clock' | 'log' | 'config'>): Promise<void> {
  if ((await store.selectOperators(database, clock.now())).length > 0) return
  if (config.operatorToken === 'off')
    log.warn('there is no operator: start with CLUTCH_OPERATOR_TOKEN=on to add one')
  else
    log.info(
      `there is no operator yet: with CLUTCH_DATA_DIR=${resolve(config.dataDir)} run "npm run operator -- op add STEAMID64", then "npm run operator -- op link STEAMID64" and open the link`,
    )
}
