import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { HomePage } from './home.tsx'
import { getBinding } from '../session/session.ts'
import { closeSignIn, openSignIn, getSignInMode } from '../sign-in/sign-in-dialog-store.ts'

/** A7: the start page with the sign-in dialog over it, which goes when the address does. */
export function LoginPage() {
  const { showEmailLogin } = useSearch({ from: '/login' })
  useEffect(() => {
    const byEmail = showEmailLogin === 'true' && getBinding() === null
    if (getSignInMode() === null) openSignIn(byEmail ? 'emailLogin' : undefined)
    return closeSignIn
  }, [showEmailLogin])
  return <HomePage />
}
