import * as oauth from 'oauth4webapi'
import { finishAccountLink, type LinkedAccount } from '@clutch/contract/api/accounts/linked-accounts.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { signInTimeoutMs } from '@clutch/contract/limits.ts'
import {
  type LinkOutcome,
  type LinkProvider,
  linkProviders,
} from '@clutch/contract/rules/accounts/linked-accounts.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { FetchFailed } from '../../../platform/network/fetch-with-limits.ts'
import { type Caller, auditOwnAction } from '../own-account/caller.ts'
import { generateToken, hashToken } from '../tokens/tokens.ts'
import { writeAuditEntry } from '../audit/audit-log.service.ts'
import type { Device } from '../sessions/sessions.service.ts'
import { selectUser } from '../users/users.store.ts'
import * as store from './linked-accounts.store.ts'
import { type OAuthProvider, type ProviderAccount, findOAuthProvider } from './oauth-providers.ts'

const verifierContext = 'account-link:verifier'

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
  { database, config, clock, keys }: AppContext,
  userId: string,
  provider: LinkProvider,
): Promise<{ url: string; browser: string }> {
  const service = findOAuthProvider(config, provider)
  if (!service) throw new PortalError('link.off', 'This service is not set up')
  const linked = await store.selectLinkedAccounts(database, userId)
  if (linked.some((row) => row.provider === provider))
    throw new PortalError('link.exists', 'An account of this service is linked already')
  const [state, browser, verifier] = [generateToken(), generateToken(), oauth.generateRandomCodeVerifier()]
  await store.insertLinkAttempt(database, {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
    user_id: userId,
    provider,
    verifier: keys.seal(verifier, verifierContext),
    expires_at: new Date(clock.now().getTime() + signInTimeoutMs),
  })
  const url = new URL(service.authorizeUrl)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: service.clientId,
    redirect_uri: callbackUrl(config, provider),
    scope: service.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  return { url: url.toString(), browser }
}

/** A browser that a service sent back. */
export interface LinkCallback {
  provider: LinkProvider
  query: URLSearchParams
  /** The secret that it was given when it began; null for none. */
  browser: string | null
  device: Device
}

/** Ends a link. The attempt is consumed in any case. */
export async function completeAccountLink(context: AppContext, back: LinkCallback): Promise<LinkOutcome> {
  const { database, clock, config, keys, log } = context
  const state = back.query.get('state')
  const service = findOAuthProvider(config, back.provider)
  if (state === null || back.browser === null || !service) return 'expired'
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(back.browser) }
  const attempt = await store.consumeLinkAttempt(database, { ...hashes, now: clock.now() })
  if (!attempt || attempt.provider !== back.provider) return 'expired'
  try {
    const verifier = keys.open(attempt.verifier, verifierContext)
    const account = await fetchAccount(service, {
      query: back.query,
      state,
      verifier,
      redirectUrl: callbackUrl(config, back.provider),
    })
    return await saveLink(context, attempt.user_id, back, account)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) return 'refused'
    if (!(error instanceof FetchFailed) && !isProtocolError(error)) throw error
    // Its cause may hold what the service answered: a code, a token.
    log.warn({ provider: back.provider, reason: error.message }, 'an account could not be linked')
    return 'failed'
  }
}

function isProtocolError(error: unknown): error is Error {
  return error instanceof oauth.OperationProcessingError || error instanceof oauth.ResponseBodyError
}

interface Exchange {
  query: URLSearchParams
  state: string
  verifier: string
  redirectUrl: string
}

async function fetchAccount(
  service: OAuthProvider,
  { query, state, verifier, redirectUrl }: Exchange,
): Promise<ProviderAccount> {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(service.authorizeUrl).origin,
    token_endpoint: service.tokenUrl,
  }
  const client: oauth.Client = { client_id: service.clientId }
  const params = oauth.validateAuthResponse(server, client, query, state)
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.ClientSecretPost(service.clientSecret),
    params,
    redirectUrl,
    verifier,
    {
      [oauth.customFetch]: (url, { body }) => service.fetch(url, { body: body as URLSearchParams }),
      // Settings decide about https: production refuses http.
      [oauth.allowInsecureRequests]: true,
    },
  )
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, answer)
  return service.readAccount(token)
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

/** Takes a link away. Throws `link.not_found`. */
export async function removeAccountLink(
  context: AppContext,
  self: Caller,
  provider: LinkProvider,
): Promise<void> {
  await context.database.transaction().execute(async (tx) => {
    if (!(await store.deleteLinkedAccount(tx, self.userId, provider)))
      throw new PortalError('link.not_found', 'No account of this service is linked')
    await auditOwnAction(context, tx, self, 'UNLINK-ACCOUNT', { provider })
    await context.jobs.enqueue(tx, 'discord-roles', {})
  })
}

function callbackUrl({ publicUrl }: AppContext['config'], provider: LinkProvider): string {
  return `${publicUrl}${finishAccountLink.path.replace(':provider', provider)}`
}
