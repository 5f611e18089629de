import { randomUUIDv7 } from 'node:crypto'
import type { Body, Reply } from '@clutch/contract/api/call.ts'
import type { ApiToken, operatorAddApiToken } from '@clutch/contract/api/accounts/api-tokens.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { apiTokenLastUsedIntervalMs } from '@clutch/contract/limits.ts'
import { type OperatorRights, hasRight } from '@clutch/contract/rules/accounts/operator-rights.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { OperatorCaller } from '../../../platform/http/session/operator-caller.ts'
import { apiTokenPrefix } from '../../../platform/http/session/operator-token.ts'
import { generateToken, hashToken } from '../../../platform/keys/tokens.ts'
import type { ActiveApiToken } from '../../../platform/http/session/session-check.ts'
import { assertIncludes } from '../operator-roles/operator-permissions.service.ts'
import * as store from './api-tokens.store.ts'
import { toDate } from '../../../platform/clock/to-date.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** The API tokens that a caller may see: all with the right to read operators, else their own. */
export async function listApiTokens({ database }: Dependencies, by: OperatorCaller): Promise<ApiToken[]> {
  const all = hasRight(by.permissions.rights, 'operators', 'read')
  return (await store.selectApiTokens(database, all ? undefined : by.session?.steamId)).map(toApiToken)
}

/** One of them. Throws `token.not_found`. */
export async function getApiToken(queries: Queries, id: string): Promise<ApiToken> {
  return toApiToken((await store.selectApiToken(queries, id)) ?? tokenNotFound())
}

/**
 * Adds an API token that permits at most what the caller may do, else `operator.outranked`. A service token holds whatever becomes
 * of who added it, and so takes the right to change operators: else `operator.not_permitted`, as for a personal token without a
 * session. An end that is past: `request.invalid`.
 */
export async function addApiToken(
  { database, clock }: Dependencies,
  { name, rights, serverIds, expires, service }: Body<typeof operatorAddApiToken>,
  by: OperatorCaller,
  writeAudit: (tx: Queries, added: Reply<typeof operatorAddApiToken>) => Promise<void>,
): Promise<Reply<typeof operatorAddApiToken>> {
  const now = clock.now()
  if (expires !== null && expires <= now.getTime())
    throw new PortalError('request.invalid', 'expires: in the future')
  if (service && !hasRight(by.permissions.rights, 'operators', 'change'))
    throw new PortalError('operator.not_permitted', 'Your role does not permit service tokens')
  if (!service && by.session === null)
    throw new PortalError('operator.not_permitted', 'Only an operator with a session has personal tokens')
  assertIncludes(by.permissions, { rights, serverIds })
  const secret = `${apiTokenPrefix}${generateToken()}`
  const id = randomUUIDv7()
  return database.transaction().execute(async (tx) => {
    await store.insertApiToken(tx, {
      id,
      name,
      secret_hash: hashToken(secret),
      rights: JSON.stringify(rights),
      server_ids: serverIds,
      owner: service ? null : (by.session?.steamId ?? null),
      created_at: now,
      expires_at: toDate(expires),
    })
    const added = { ...(await getApiToken(tx, id)), secret }
    await writeAudit(tx, added)
    return added
  })
}

/** Revokes an API token: the caller's own, or with the right to change operators any. Else `token.not_found`. */
export async function revokeApiToken(
  { database, clock }: Dependencies,
  id: string,
  by: OperatorCaller,
  writeAudit: (tx: Queries) => Promise<void>,
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { owner } = await getApiToken(tx, id)
    const isOwn = owner !== null && owner === by.session?.steamId
    if (!isOwn && !hasRight(by.permissions.rights, 'operators', 'change')) tokenNotFound()
    await store.revokeApiToken(tx, id, clock.now())
    await writeAudit(tx)
  })
}

/**
 * The API token of a secret's SHA-256, if it is neither revoked nor expired; notes its use, at most once a minute. What is refused
 * takes the same query, so that its time says nothing about why.
 */
export async function findActiveToken(
  { database, clock }: Dependencies,
  hash: Buffer,
): Promise<ActiveApiToken | null> {
  const now = clock.now()
  const row = await store.selectActiveToken(database, hash, now)
  if (!row) return null
  const unnoted = now.getTime() - (row.last_used_at?.getTime() ?? 0)
  if (unnoted >= apiTokenLastUsedIntervalMs) await store.updateTokenLastUsed(database, row.id, now)
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
    permissions: { rights: row.rights as OperatorRights, serverIds: row.server_ids },
    isOwnerBlocked: row.owner_blocked,
  }
}

function tokenNotFound(): never {
  throw new PortalError('token.not_found', 'There is no such API token')
}

function toApiToken(row: store.NamedToken): ApiToken {
  return {
    id: row.id,
    name: row.name,
    rights: row.rights as OperatorRights,
    serverIds: row.server_ids,
    owner: row.owner,
    ownerName: row.owner_name,
    created: row.created_at.getTime(),
    expires: row.expires_at?.getTime() ?? null,
    lastUsed: row.last_used_at?.getTime() ?? null,
    revoked: row.revoked_at?.getTime() ?? null,
  }
}
