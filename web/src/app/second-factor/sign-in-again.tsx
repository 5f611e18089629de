import { startSteamSignIn } from '@clutch/contract/api/accounts/sign-in.ts'
import { useTranslation } from '../../locales/translate.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Note } from '../../ui/messages/note.tsx'
import { ApiError } from '../api/api-error.ts'
import { ErrorNote } from '../api/failed-note.tsx'
import { saveReturnPage } from '../sign-in/return-page.ts'

/** J2: why a call failed; where it takes a fresh sign-in, the way to Steam and back to this page. */
export function SignInAgain({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const stale = error instanceof ApiError && error.code === 'session.sign_in_again'
  if (!stale) return <ErrorNote error={error} />
  return (
    <Note
      tone="bad"
      action={
        <ButtonLink size="sm" href={startSteamSignIn.path} onClick={saveReturnPage}>
          {t(($) => $.signIn.by, { name: 'Steam' })}
        </ButtonLink>
      }
    >
      {t(($) => $.signIn.factor.stale)}
    </Note>
  )
}
