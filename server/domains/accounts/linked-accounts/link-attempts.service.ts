import * as oauth from 'oauth4webapi'
import { finishAccountLink } from '@clutch/contract/api/accounts/linked-accounts.ts'
import { signInTimeoutMs } from '@clutch/contract/limits.ts'
import type { LinkProvider } from '@clutch/contract/rules/accounts/linked-accounts.ts'
import type { AppContext } from '../../../platform/context.ts'
import { FetchFailed } from '../../../platform/network/fetch-with-limits.ts'
import { generateToken, hashToken } from '../../../platform/keys/tokens.ts'
import * as store from './linked-accounts.store.ts'
import { type OAuthProvider, type ProviderAccount, findOAuthProvider } from './oauth-providers.ts'

const verifierContext = 'account-link:verifier'
/** The states of sign-ins begin with it, so that one which is over still leads back to where it began. */
const signInMark = 'in.'

/** Who links an account, and by which session. */
export interface LinkingUser {
  userId: string
  sessionId: string
}

/** Begins the way to a service, for a user who links an account or, without one, to sign in: where the browser goes, and its secret. */
export async function beginAttempt(
  { database, config, clock, keys }: AppContext,
  service: OAuthProvider,
  { provider, by }: { provider: LinkProvider; by: LinkingUser | null },
): Promise<{ url: string; browser: string }> {
  const state = `${by === null ? signInMark : ''}${generateToken()}`
  const [browser, verifier] = [generateToken(), oauth.generateRandomCodeVerifier()]
  await store.insertLinkAttempt(database, {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
    user_id: by?.userId ?? null,
    session_id: by?.sessionId ?? null,
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
export interface ReturnedBrowser {
  provider: LinkProvider
  query: URLSearchParams
  /** The secret that it was given when it began; null for none. */
  browser: string | null
}

/** Whether a browser comes back from signing in, and not from linking. */
export function isSignIn(query: URLSearchParams): boolean {
  return query.get('state')?.startsWith(signInMark) ?? false
}

/** What an attempt brought: the account, for whom (null: to sign in); or why there is none. */
export type AttemptResult =
  | { by: LinkingUser | null; account: ProviderAccount }
  | { outcome: 'expired' | 'refused' | 'failed' }

/** Ends an attempt, which is consumed in any case. */
export async function endAttempt(context: AppContext, back: ReturnedBrowser): Promise<AttemptResult> {
  const { database, clock, config, keys, log } = context
  const state = back.query.get('state')
  const service = findOAuthProvider(config, back.provider)
  if (state === null || back.browser === null || !service) return { outcome: 'expired' }
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(back.browser) }
  const attempt = await store.consumeLinkAttempt(database, { ...hashes, now: clock.now() })
  if (!attempt || attempt.provider !== back.provider) return { outcome: 'expired' }
  const { user_id: userId, session_id: sessionId } = attempt
  if ((userId === null) !== (sessionId === null)) return { outcome: 'expired' }
  try {
    const account = await fetchAccount(service, {
      query: back.query,
      state,
      verifier: keys.open(attempt.verifier, verifierContext),
      redirectUrl: callbackUrl(config, back.provider),
    })
    return { by: userId !== null && sessionId !== null ? { userId, sessionId } : null, account }
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) return { outcome: 'refused' }
    if (!(error instanceof FetchFailed) && !isProtocolError(error)) throw error
    // Its cause may hold what the service answered: a code, a token.
    log.warn({ provider: back.provider, reason: error.message }, 'a service did not confirm an account')
    return { outcome: 'failed' }
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

function callbackUrl({ publicUrl }: AppContext['config'], provider: LinkProvider): string {
  return `${publicUrl}${finishAccountLink.path.replace(':provider', provider)}`
}
