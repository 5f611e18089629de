import { sessionCheckIntervalMs } from '@clutch/contract/limits.ts'
import { setTheme, themeKey } from '../browser/theme.ts'
import { hasEndedSessions } from '../session/ended-sessions-store.ts'
import { loadAccount } from '../account/account.queries.ts'
import { revokeEndedSessions } from '../session/ended-sessions.queries.ts'
import { logError } from '../errors/log-error.ts'
import { dropExpiredSession, getSession, watchOtherTabs } from '../session/session.ts'
import { closeSignIn, getSignInMode, openSignIn, resumeBinding } from '../sign-in/sign-in-dialog-store.ts'

/**
 * C14: looks every minute whether the tokens still hold, and follows the other tabs of this browser. Returns what ends it.
 * @param wasSignedInAtLoad whether a user was signed in when the page was loaded
 */
export function watchSession(wasSignedInAtLoad: boolean): () => void {
  dropExpiredSession()
  const timer = setInterval(() => {
    dropExpiredSession()
    revokePendingSessions()
  }, sessionCheckIntervalMs)
  const unfollowTheme = followTheme()
  const unfollow = watchOtherTabs(() => getSignInMode() !== 'secondFactor' && closeSignIn())
  revokePendingSessions()
  addEventListener('online', revokePendingSessions)
  // Where Steam leads back to a binding, that page itself says how it ended.
  if (!location.pathname.startsWith('/auth/')) resumeBinding()
  refreshKnownUser(wasSignedInAtLoad).catch((error: unknown) => logError('loading the account', error))
  return () => {
    clearInterval(timer)
    removeEventListener('online', revokePendingSessions)
    unfollow()
    unfollowTheme()
  }
}

/** A theme that is chosen in another tab is chosen here too. Returns how to stop. */
function followTheme(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === themeKey && (newValue === 'light' || newValue === 'dark')) setTheme(newValue)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** C15: Sessions signed out without a connection are ended at the portal. */
function revokePendingSessions(): void {
  if (!hasEndedSessions()) return
  revokeEndedSessions().catch((error: unknown) => logError('ending the session', error))
}

/**
 * For a user from an earlier visit: checks whether the session is still valid, and updates their name and
 * pending steps.
 */
async function refreshKnownUser(wasSignedInAtLoad: boolean): Promise<void> {
  if (!wasSignedInAtLoad || getSession() === null) return
  const { secondFactor } = await loadAccount()
  if (secondFactor.on && !secondFactor.shown) openSignIn('secondFactor')
}
