import { useEffect } from 'react'
import { useSearch } from '../../router/router-provider.tsx'
import { getBinding } from '../../session/session.ts'
import { closeSignIn, getSignInMode, openSignIn } from '../../sign-in/sign-in-dialog-store.ts'
import { HomePage } from './home.tsx'

/** A7: the start page with the sign-in dialog over it, which goes when the address does. */
export function LoginPage() {
  const { showEmailLogin } = useSearch()
  useEffect(() => {
    const byEmail = showEmailLogin === 'true' && getBinding() === null
    if (getSignInMode() === null) openSignIn(byEmail ? 'emailLogin' : undefined)
    return closeSignIn
  }, [showEmailLogin])
  return <HomePage />
}
