import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/note.tsx'
import { BannerPlace } from '../../ui/shell-frame.tsx'
import { useErrorWords } from '../error-text.ts'
import { isOwnError, navigationError } from '../navigation-error.ts'

/** A4: the error a redirect brought along; closing it clears it from the history, so that a reload stays clean. */
export function ErrorBanner() {
  const location = useLocation()
  const router = useRouter()
  const { t } = useTranslation()
  const words = useErrorWords()
  const error = navigationError(location.state)
  if (error === null) return null
  const close = () => router.history.replace(location.href, { ...location.state, error: undefined })
  return (
    <BannerPlace>
      <Note tone="bad" onClose={close}>
        {isOwnError(error) ? t(($) => $.shell[error]) : words(error)}
      </Note>
    </BannerPlace>
  )
}
