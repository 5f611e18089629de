import { tokenCheckMs } from '@clutch/contract/limits.ts'
import { useEffect } from 'react'
import { report } from '../report.ts'
import { checkSession, currentSession, followOtherTabs } from '../session.ts'
import { openSignIn } from '../sign-in-dialog.ts'

/** Whether somebody was signed in when the page was loaded. */
const knownAtLoad = currentSession() !== null

/** C14: looks every minute whether the tokens still hold, and follows the other tabs of this browser. */
export function useSessionKeeping(): void {
  useEffect(() => {
    checkSession()
    const timer = setInterval(() => checkSession(), tokenCheckMs)
    const unfollow = followOtherTabs()
    meetAgain().catch((error: unknown) => report('loading the account', error))
    return () => {
      clearInterval(timer)
      unfollow()
    }
  }, [])
}

/** Somebody from an earlier visit: whether their session still stands, what they are called now, what they still owe. */
async function meetAgain(): Promise<void> {
  if (!knownAtLoad || currentSession() === null) return
  const { loadAccount } = await import('../account.queries.ts')
  const { secondFactor } = await loadAccount()
  if (secondFactor.on && !secondFactor.shown) openSignIn('secondFactor')
}
