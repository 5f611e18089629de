import { endAllSessions, getAccount, type Account } from '@clutch/contract/api/accounts/account.ts'
import { recordSessionEvent } from '@clutch/contract/api/accounts/sign-in.ts'
import { changeMailSettings } from '@clutch/contract/api/accounts/mail-settings.ts'
import { isLanguageChosen, preferredLanguage } from '../../locales/index.ts'
import { call } from '../api/api-client.ts'
import { readEndedSessions, saveEndedSessions } from '../session/ended-sessions-store.ts'
import { revokeEndedSessions } from '../session/ended-sessions.queries.ts'
import { logError } from '../errors/log-error.ts'
import { endPushSubscription } from '../browser/push-subscription.ts'
import { updateUser, getSession, clearSession, type Session } from '../session/session.ts'

/** Loads the account of the signed-in user, even before the second factor; stores name and picture. */
export async function loadAccount(): Promise<Account> {
  const account = await call(getAccount, {})
  updateUser(account)
  saveLanguage(account).catch((error: unknown) => logError('keeping the language', error))
  return account
}

/**
 * The account’s mails are written in the language that was chosen on this page, or in the page’s own where none was ever chosen.
 * A language switch loads the page again, which comes by here.
 */
async function saveLanguage({ language, secondFactor }: Account): Promise<void> {
  const bearer = getSession()?.token
  const page = preferredLanguage()
  const differs = language === null || (language !== page && isLanguageChosen())
  if (bearer === undefined || !differs || (secondFactor.on && !secondFactor.shown)) return
  await call(changeMailSettings, { bearer, body: { language: page } })
}

/** How long after one another name and picture are looked for, ms. */
const profilePollDelaysMs = [1_000, 3_000, 10_000]

/**
 * B3: The portal asks Steam for a user's profile at their first sign-in; polls until it is available and
 * shows it.
 */
export async function pollForProfile(): Promise<void> {
  const session = getSession()
  for (const ms of profilePollDelaysMs) {
    await new Promise((next) => setTimeout(next, ms))
    if (getSession()?.token !== session?.token) return
    if ((await loadAccount()).steamName !== '') return
  }
}

/**
 * C12: Reports a sign-in to the portal, which has already recorded it; a failure here does not affect that.
 */
export async function recordSignIn({ user, token }: Session, action: 'LOGIN-STEAM' | 'LOGIN-EMAIL') {
  try {
    await call(recordSessionEvent, { body: { steamId: user.steamId, action }, bearer: token })
  } catch (error) {
    logError('reporting the sign-in', error)
  }
}

/**
 * C15: Signs out here at once and asks the portal to end the session: now, or when there is a connection
 * again.
 */
export async function logOut(): Promise<void> {
  const session = getSession()
  clearSession()
  if (session === null) return
  void endPushSubscription()
  // Stored before the request: the page may be closed before the answer.
  saveEndedSessions([...readEndedSessions(), { steamId: session.user.steamId, token: session.token }])
  try {
    await revokeEndedSessions()
  } catch (error) {
    logError('ending the session', error)
  }
}

/** C16: ends every session of the user, then this one here. Rejects when the portal did not do it. */
export async function logOutEverywhere(): Promise<void> {
  await call(endAllSessions, { body: {} })
  clearSession()
  void endPushSubscription()
}
