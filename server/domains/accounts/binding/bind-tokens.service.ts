import { randomUUIDv7 } from 'node:crypto'
import { PortalError } from '@clutch/contract/errors.ts'
import { bindTokenLifetimeMs, gameProofLifetimeMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import * as store from './bind-tokens.store.ts'
import { readBindToken, signBindToken } from '../tokens/tokens.ts'

type Dependencies = Pick<AppContext, 'clock' | 'keys' | 'config'>

/** A pending binding of an e-mail account. */
export interface PendingBinding {
  bindId: string
  userId: string
  /** What was proven: by the provider (C9), else in the game and not over yet (C10); null so far. */
  steamId: string | null
  expires: Date
}

/** C5: begins the binding of an e-mail account, in the caller's transaction, and answers its bind token of 15 minutes. */
export async function createBindToken(context: Dependencies, tx: Queries, userId: string): Promise<string> {
  const bindId = randomUUIDv7()
  const expires = new Date(context.clock.now().getTime() + bindTokenLifetimeMs)
  const begun = await store.insertBinding(tx, { id: bindId, user_id: userId, expires_at: expires })
  if (!begun) throw new PortalError('bind.user_not_found', 'User not found')
  return signBindToken(context, { bindId, userId, steamId: null }, expires)
}

/** Returns the binding of a bind token (null: the request had none); throws 401 `bind.invalid_token`. */
export async function verifyBindToken(
  context: Dependencies,
  queries: Queries,
  token: string | null,
): Promise<PendingBinding> {
  const bindToken = token === null ? null : await readBindToken(context, token)
  if (!bindToken) throw invalidBindToken()
  const bind = await getPendingBinding(context, queries, bindToken.bindId)
  if (bind.userId !== bindToken.userId) throw invalidBindToken()
  return { ...bind, steamId: bindToken.steamId ?? bind.steamId }
}

/** The same by its id, where no token is shown: on the way back from the provider. */
export async function getPendingBinding(
  { clock }: Dependencies,
  queries: Queries,
  bindId: string,
): Promise<PendingBinding> {
  const now = clock.now()
  const row = await store.selectBinding(queries, bindId, now)
  if (!row) throw invalidBindToken()
  const provenInGame = row.proven_until !== null && row.proven_until > now
  return {
    bindId,
    userId: row.user_id,
    steamId: provenInGame ? row.proven_steam_id : null,
    expires: row.expires_at,
  }
}

/** C9: the bind token that carries what the provider proved. It ends when the binding would have. */
export function signProvenBindToken(
  context: Dependencies,
  bind: PendingBinding,
  steamId: string,
): Promise<string> {
  return signBindToken(context, { bindId: bind.bindId, userId: bind.userId, steamId }, bind.expires)
}

/** C10: notes on a binding what a code of the game proved, for five minutes; throws 401 `bind.invalid_token`. */
export async function saveGameProof(
  { clock }: Dependencies,
  tx: Queries,
  bindId: string,
  steamId: string,
): Promise<void> {
  const until = new Date(clock.now().getTime() + gameProofLifetimeMs)
  if (!(await store.updateProvenSteamId(tx, bindId, steamId, until))) throw invalidBindToken()
}

/**
 * Consumes a binding, in the transaction that binds and before it does (a merge removes the account's
 * bindings): all its tokens are then invalid. False if it was consumed already.
 */
export async function consumeBinding(tx: Queries, bindId: string): Promise<boolean> {
  await store.lockUserOfBinding(tx, bindId)
  return store.deleteBinding(tx, bindId)
}

/** What a token that binds nothing (any more) is answered with. */
export function invalidBindToken(): PortalError {
  return new PortalError('bind.invalid_token', 'Invalid or expired token')
}
