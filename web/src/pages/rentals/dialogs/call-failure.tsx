import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { specificFailureCode } from './failure-code.ts'

interface FailureProps {
  /** Null: it did not fail. */
  error: unknown
  /** The message if the portal gave no reason. */
  otherwise: string
  /** Leave out where there is nothing to try again but the form itself. */
  onRetry?: () => void
  retrying?: boolean
}

/** Why a dialog's call failed: the reason of the portal where it gave one, else what failed (document 2 §8). */
export function CallFailure({ error, otherwise, onRetry, retrying = false }: FailureProps) {
  const { t } = useTranslation()
  if (error === null) return null
  const code = specificFailureCode(error)
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
      {code === null ? otherwise : t(($) => $.errors[code])}
    </Note>
  )
}
