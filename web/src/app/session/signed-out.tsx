import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { openSignIn } from '../sign-in/sign-in-dialog-store.ts'

interface SignedOutProps {
  /** What signing in is for. */
  title: string
  /** The content available after sign-in. */
  children: ReactNode
}

/** Shown in place of account content: the link to sign in and return here. */
export function SignedOut({ title, children }: SignedOutProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon="lock"
      title={title}
      action={
        <Button variant="primary" onClick={() => openSignIn()}>
          {t(($) => $.shell.signIn)}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
