import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import type { CallbackResult } from '../../pages/sign-in/sign-in-callbacks.ts'
import { Centre } from '../../ui/layout/layout.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { addFromParameter } from '../sign-in/return-page.ts'

/** A9: on to the page where signing in began, or to `/` with what went wrong. */
export function LandingPage({ href, error }: CallbackResult) {
  const { history } = useRouter()
  const { from } = useSearch({ strict: false })
  useEffect(() => {
    history.replace(addFromParameter(href, from), error === undefined ? {} : { error })
  }, [history, href, from, error])
  return <SignInProgress />
}

export function SignInProgress() {
  const { t } = useTranslation()
  return (
    <Centre>
      <Spinner size="l" label={t(($) => $.common.loading)} />
    </Centre>
  )
}
