import {
  checkEmail,
  signInByEmail,
  registerEmailAccount,
  resetPasswordByToken,
  requestPasswordReset,
  sendEmailCode,
  getUserInfo,
  signInByLink,
  verifySecondFactor as verifySecondFactorCall,
  exchangeSteamTicket,
  type Identity,
} from '@clutch/contract/api/accounts/sign-in.ts'
import {
  bindSteam,
  startSteamBinding,
  validateGameCode,
} from '@clutch/contract/api/accounts/steam-binding.ts'
import { call } from '../../app/api/api-client.ts'
import type { Binding, Session } from '../../app/session/session.ts'
import { pageLanguage } from '../../locales/translate.ts'

/** C6: whether an address is registered already. */
export async function isRegistered(email: string): Promise<boolean> {
  return (await call(checkEmail, { body: { email } })).exists
}

/** C6: sends a code, in the page's language. */
export async function sendCode(email: string): Promise<void> {
  await call(sendEmailCode, { body: { email, language: pageLanguage() } })
}

/** C6: Creates the account. The returned token is not stored: signing in follows. */
export async function register(account: { email: string; password: string; code: string }): Promise<void> {
  await call(registerEmailAccount, { body: { ...account, language: pageLanguage() } })
}

/** C4, C5: a session, or a binding where the account has no SteamID yet. */
export async function logIn(email: string, password: string): Promise<Session | Binding> {
  const { needsSteamBinding, tokenType, token, steamId, username, avatar } = await call(signInByEmail, {
    body: { email, password },
  })
  if (needsSteamBinding || tokenType === 'bind' || steamId === null) return { email, token }
  return { token, user: { steamId, username, avatar } }
}

/** C8: asks for the link of another password. */
export async function requestReset(email: string): Promise<void> {
  await call(requestPasswordReset, { body: { email, language: pageLanguage() } })
}

/** C8: sets the password by the token of the link; the mail about it is in the page's language. */
export async function confirmReset(reset: {
  email: string
  token: string
  newPassword: string
}): Promise<void> {
  await call(resetPasswordByToken, { body: { ...reset, language: pageLanguage() } })
}

/** C9: where the browser goes to prove a SteamID. */
export async function startProviderBinding({ token }: Binding): Promise<string> {
  return (await call(startSteamBinding, { bearer: token })).url
}

/** C10: whose the code of the game is. */
export function redeemGameCode({ email, token }: Binding, code: string): Promise<Identity> {
  return call(validateGameCode, { body: { email, token: code }, bearer: token })
}

/** C9, C10: binds the proven SteamID, and is signed in. */
export async function bindSteamId({ email, token }: Binding, steamId: string): Promise<Session> {
  return toSession(await call(bindSteam, { body: { email, steamId }, bearer: token }))
}

/** C3: whose a ticket is; it is not used up. */
export function fetchTicketOwner(ticket: string): Promise<Identity> {
  return call(getUserInfo, { bearer: ticket })
}

/** C3: the session for a ticket, which is used up. */
export async function redeemTicket(ticket: string, user: Identity): Promise<Session> {
  const { token } = await call(exchangeSteamTicket, { body: { steamId: user.steamId }, bearer: ticket })
  return { user, token }
}

/** The session for a sign-in link's ticket. */
export async function redeemLink(ticket: string): Promise<Session> {
  return toSession(await call(signInByLink, { bearer: ticket }))
}

/** Shows the second factor of the present session. */
export async function verifySecondFactor(code: string): Promise<void> {
  await call(verifySecondFactorCall, { body: { code } })
}

function toSession({ token, ...user }: Identity & { token: string }): Session {
  return { user, token }
}
