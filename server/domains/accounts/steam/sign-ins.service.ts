import { finishSteamSignIn } from '@clutch/contract/api/accounts/sign-in.ts'
import { finishSteamBinding } from '@clutch/contract/api/accounts/steam-binding.ts'
import { signInTimeoutMs } from '@clutch/contract/limits.ts'
import type { AppContext } from '../../../platform/context.ts'
import { hashToken, generateToken } from '../../../platform/keys/tokens.ts'
import { AssertionRefused, readAssertion } from './openid-assertion.ts'
import { providerSignInUrl, confirmAssertion } from './openid-provider.ts'
import * as store from './sign-ins.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'config'>

/** Where a browser comes back to, and what the address calls the state there. */
const signInPurposes = {
  'sign-in': { path: finishSteamSignIn.path, state: 'state' },
  bind: { path: finishSteamBinding.path, state: 'email_bind_token' },
} as const

export type SignInPurpose = keyof typeof signInPurposes

/** The provider is asked for no longer than this. */
const providerTimeoutMs = 5_000

/** C19: begins the way to the provider, for a sign-in or (`bindId`) a binding: where to go, and the browser's secret. */
export async function beginSignIn(
  { database, clock, config }: Dependencies,
  bindId: string | null = null,
): Promise<{ url: string; browser: string }> {
  const state = generateToken()
  const browser = generateToken()
  const now = clock.now()
  await store.insertSignIn(database, {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
    bind_id: bindId,
    created_at: now,
    expires_at: new Date(now.getTime() + signInTimeoutMs),
  })
  const way = bindId === null ? 'sign-in' : 'bind'
  return { url: providerSignInUrl(config, callbackUrl(config, way, state)), browser }
}

/** A browser that came back: its query as it was sent, and the secret it was given. */
export interface ProviderCallback {
  way: SignInPurpose
  query: URLSearchParams
  browser: string | null
}

export interface SteamIdProof {
  steamId: string
  /** The browser's secret. */
  browser: string
  /** The binding it is for; null for a sign-in. */
  bindId: string | null
}

/**
 * C2, C19: returns the SteamID that a user proved at the provider. The state is consumed in any case. Throws
 * AssertionRefused or ProviderFailed.
 */
export async function verifySteamId(
  context: Dependencies,
  returned: ProviderCallback,
  withinMs = providerTimeoutMs,
): Promise<SteamIdProof> {
  const { database, clock, config } = context
  const endpoint = config.steamOpenidUrl
  const now = clock.now()
  const { returnTo, ...started } = await consumeState(context, returned, now)
  const assertion = readAssertion(returned.query, { endpoint, returnTo, now })
  if (!(await confirmAssertion(endpoint, assertion.confirmation, withinMs)))
    throw new AssertionRefused('the provider did not confirm the assertion')
  if (!(await store.insertNonce(database, assertion.nonce, assertion.nonceExpires)))
    throw new AssertionRefused('it was used before')
  return { steamId: assertion.steamId, ...started }
}

async function consumeState(
  { database, config }: Dependencies,
  { way, query, browser }: ProviderCallback,
  now: Date,
): Promise<Omit<SteamIdProof, 'steamId'> & { returnTo: string }> {
  const [state, ...more] = query.getAll(signInPurposes[way].state)
  if (state === undefined || more.length > 0 || browser === null)
    throw new AssertionRefused('no sign-in was begun')
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(browser) }
  const row = await store.consumeSignIn(database, { ...hashes, binds: way === 'bind', now })
  if (!row) throw new AssertionRefused('this browser began no such sign-in, or it is over')
  return { returnTo: callbackUrl(config, way, state), browser, bindId: row.bind_id }
}

function callbackUrl({ publicUrl }: Dependencies['config'], way: SignInPurpose, state: string): string {
  return `${publicUrl}${signInPurposes[way].path}?${signInPurposes[way].state}=${state}`
}
