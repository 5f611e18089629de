import { useNavigationErrorText } from '../navigation/use-navigation-error-text.ts'
import { readNavigationError } from '../navigation/navigation-error.ts'
import { useLocation, useRouter } from '../router/router-provider.tsx'
import { BannerSlot } from '../../ui/layout/shell-frame.tsx'
import { Note } from '../../ui/messages/note.tsx'

/** A4: the error a redirect brought along; closing it clears it from the history, so that a reload stays clean. */
export function ErrorBanner() {
  const location = useLocation()
  const router = useRouter()
  const words = useNavigationErrorText()
  const error = readNavigationError(location.state)
  if (error === null) return null
  const close = () => router.history.replace(location.href, { ...location.state, error: undefined })
  return (
    <BannerSlot>
      <Note tone="bad" onClose={close}>
        {words(error)}
      </Note>
    </BannerSlot>
  )
}
