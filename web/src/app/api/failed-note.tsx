import { useTranslation } from '../../locales/translate.ts'
import { useErrorText } from './error-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Note } from '../../ui/messages/note.tsx'

interface FailedNoteProps {
  error: unknown
  /** Leave out where there is nothing to try again but the form itself. */
  onRetry?: () => void
  retrying?: boolean
}

/** Why a call failed, in words; nothing where it did not. */
export function ErrorNote({ error, onRetry, retrying = false }: FailedNoteProps) {
  const { t } = useTranslation()
  const words = useErrorText()
  if (error === null) return null
  return (
    <Note
      tone="bad"
      action={
        onRetry && (
          <Button size="sm" submitting={retrying} onClick={onRetry}>
            {t(($) => $.common.retry)}
          </Button>
        )
      }
    >
      {words(error)}
    </Note>
  )
}
