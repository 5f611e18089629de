import { useTranslation } from 'react-i18next'
import { clockTime, communityTime } from '../../../app/community-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'

interface StaleNoteProps {
  /** When what is shown was true, ms since 1970; null when nothing is shown. */
  at: number | null
  onRetry: () => void
  retrying: boolean
}

/** D15: the list could not be loaded; what is shown is from then. */
export function StaleNote({ at, onRetry, retrying }: StaleNoteProps) {
  const { t, i18n } = useTranslation()
  const time = communityTime(i18n.language, clockTime)
  return (
    <Note
      tone="busy"
      action={
        <Button size="sm" submitting={retrying} onClick={onRetry}>
          {t(($) => $.servers.retry)}
        </Button>
      }
    >
      {at === null ? t(($) => $.servers.staleNothing) : t(($) => $.servers.stale, { time: time.format(at) })}
    </Note>
  )
}
