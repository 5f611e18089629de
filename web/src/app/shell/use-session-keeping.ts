import { sessionCheckIntervalMs } from '@clutch/contract/limits.ts'
import { useEffect } from 'react'
import { hasEndingSessions } from '../ending-sessions-store.ts'
import { report } from '../report.ts'
import { checkSession, currentSession, followOtherTabs } from '../session.ts'
import { openSignIn, resumeBinding } from '../sign-in-dialog.ts'

/** Whether somebody was signed in when the page was loaded. */
const knownAtLoad = currentSession() !== null

/** C14: looks every minute whether the tokens still hold, and follows the other tabs of this browser. */
export function useSessionKeeping(): void {
  useEffect(() => {
    checkSession()
    const timer = setInterval(() => {
      checkSession()
      endPending()
    }, sessionCheckIntervalMs)
    const unfollow = followOtherTabs()
    endPending()
    addEventListener('online', endPending)
    // Where Steam leads back to a binding, that page itself says how it ended.
    if (!location.pathname.startsWith('/auth/')) resumeBinding()
    meetAgain().catch((error: unknown) => report('loading the account', error))
    return () => {
      clearInterval(timer)
      removeEventListener('online', endPending)
      unfollow()
    }
  }, [])
}

/** C15: what was signed out of without a connection is ended at the portal. */
function endPending(): void {
  if (!hasEndingSessions()) return
  import('../ending-sessions.queries.ts')
    .then(({ endSessions }) => endSessions())
    .catch((error: unknown) => report('ending the session', error))
}

/** Somebody from an earlier visit: whether their session still stands, what they are called now, what they still owe. */
async function meetAgain(): Promise<void> {
  if (!knownAtLoad || currentSession() === null) return
  const { loadAccount } = await import('../account.queries.ts')
  const { secondFactor } = await loadAccount()
  if (secondFactor.on && !secondFactor.shown) openSignIn('secondFactor')
}
