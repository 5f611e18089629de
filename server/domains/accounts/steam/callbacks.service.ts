import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../../platform/context.ts'
import { assertBindable } from '../binding/binding.service.ts'
import { getPendingBinding, signProvenBindToken } from '../binding/bind-tokens.service.ts'
import { AssertionRefused } from './openid-assertion.ts'
import { ProviderFailed } from './openid-provider.ts'
import { type ProviderCallback, type SteamIdProof, verifySteamId } from './sign-ins.service.ts'
import { createTicket } from './tickets.service.ts'

/** What the page receives when a browser returns: `token` for a proof, or an error code. */
export type CallbackResult = { token: string } | { error: string }

/** A browser on its way back, but for where it goes. */
export type CallbackRequest = Omit<ProviderCallback, 'way'>

/** C2: the end of a sign-in at the provider: a ticket, or `loginFailed`, `steamApiError`. */
export async function handleSignInCallback(
  context: AppContext,
  back: CallbackRequest,
  withinMs?: number,
): Promise<CallbackResult> {
  try {
    const { steamId, browser } = await verifySteamId(context, { ...back, way: 'sign-in' }, withinMs)
    return { token: await createTicket(context, { steamId, provider: null }, browser) }
  } catch (error) {
    return { error: toErrorCode(context, error, 'loginFailed', 'steamApiError') }
  }
}

/** C9: the end of a binding at the provider: a bind token that carries the proven SteamID, or one of six words. */
export async function handleBindCallback(
  context: AppContext,
  back: CallbackRequest,
  withinMs?: number,
): Promise<CallbackResult> {
  try {
    return {
      token: await createProvenBindToken(
        context,
        await verifySteamId(context, { ...back, way: 'bind' }, withinMs),
      ),
    }
  } catch (error) {
    return { error: toErrorCode(context, error, 'invalid_authentication', 'invalid_authentication') }
  }
}

/** Refuses early what `bind-steam` would refuse. */
async function createProvenBindToken(
  context: AppContext,
  { steamId, bindId }: SteamIdProof,
): Promise<string> {
  if (bindId === null) throw new AssertionRefused('no binding was started')
  const bind = await getPendingBinding(context, context.database, bindId)
  await context.database.transaction().execute((tx) => assertBindable(tx, bind.userId, steamId))
  return signProvenBindToken(context, bind, steamId)
}

function toErrorCode({ log }: AppContext, error: unknown, refused: string, failed: string): string {
  if (error instanceof AssertionRefused) {
    log.info({ reason: error.message }, 'a sign-in at Steam was refused')
    return refused
  }
  if (error instanceof ProviderFailed) {
    log.warn({ err: error }, 'Steam did not confirm a sign-in')
    return failed
  }
  if (error instanceof PortalError && error.code.startsWith('bind.')) return error.code.slice('bind.'.length)
  throw error
}
