import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Home } from './home.tsx'
import { currentBinding } from './session.ts'
import { closeSignIn, openSignIn, signInMode } from './sign-in-dialog.ts'

/** A7: the start page with the sign-in dialog over it, which goes when the address does. */
export function LoginPage() {
  const { showEmailLogin } = useSearch({ from: '/login' })
  useEffect(() => {
    const byEmail = showEmailLogin === 'true' && currentBinding() === null
    if (signInMode() === null) openSignIn(byEmail ? 'emailLogin' : undefined)
    return closeSignIn
  }, [showEmailLogin])
  return <Home />
}
