import { PortalError } from '@clutch/contract/errors.ts'
import type { House } from '../../house.ts'
import { bindable } from '../binding.ts'
import { bindOfId, proveByProvider } from '../bind-tokens.ts'
import { AssertionRefused } from './assertion.ts'
import { ProviderFailed } from './provider.ts'
import { proveSteamId } from './sign-ins.ts'
import type { Proof, Returned } from './sign-ins.ts'
import { makeTicket } from './tickets.ts'

/** What the page is told when a browser comes back: `token` for what was proven, or the word of an error. */
export type Outcome = { token: string } | { error: string }

/** A browser on its way back, but for where it goes. */
export type Back = Omit<Returned, 'way'>

/** C2: the end of a sign-in at the provider: a ticket, or `loginFailed`, `steamApiError`. */
export async function comeBackToSignIn(house: House, back: Back, withinMs?: number): Promise<Outcome> {
  try {
    const { steamId, browser } = await proveSteamId(house, { ...back, way: 'sign-in' }, withinMs)
    return { token: await makeTicket(house, steamId, browser) }
  } catch (error) {
    return { error: tell(house, error, 'loginFailed', 'steamApiError') }
  }
}

/** C9: the end of a binding at the provider: a bind token that carries the proven SteamID, or one of six words. */
export async function comeBackToBind(house: House, back: Back, withinMs?: number): Promise<Outcome> {
  try {
    return { token: await carry(house, await proveSteamId(house, { ...back, way: 'bind' }, withinMs)) }
  } catch (error) {
    return { error: tell(house, error, 'invalid_authentication', 'invalid_authentication') }
  }
}

/** Refuses early what `bind-steam` would refuse. */
async function carry(house: House, { steamId, bindId }: Proof): Promise<string> {
  if (bindId === null) throw new AssertionRefused('nothing was to be bound')
  const bind = await bindOfId(house, house.database, bindId)
  await house.database.transaction().execute((tx) => bindable(tx, bind.userId, steamId))
  return proveByProvider(house, bind, steamId)
}

function tell({ log }: House, error: unknown, refused: string, failed: string): string {
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
