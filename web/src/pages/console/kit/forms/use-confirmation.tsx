import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useErrorText } from '../../../../app/api/error-text.ts'
import { useAction } from '../../../../app/api/use-action.ts'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'

interface Question {
  title: string
  /** What will be gone or cannot be undone. */
  message: string
  /** What the action is called. */
  action: string
  run: () => Promise<void>
}

/** Asks before a destructive action: `ask` opens the question, `asking` is the element to render. */
export function useConfirmation(): { ask: (question: Question) => void; asking: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null)
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const words = useErrorText()
  const action = useAction(async () => {
    await question?.run()
  })
  const confirm = async () => {
    if (await action.run()) setOpen(false)
    // Another operator may have changed or removed it: the shown data may be outdated.
    else await client.invalidateQueries()
  }
  return {
    ask: (next) => {
      action.clear()
      setQuestion(next)
      setOpen(true)
    },
    asking: (
      <ConfirmDialog
        open={open}
        onCancel={() => setOpen(false)}
        onConfirm={() => void confirm()}
        title={question?.title ?? ''}
        message={question?.message ?? ''}
        action={question?.action ?? ''}
        submitting={action.busy}
        error={action.error === null ? null : words(action.error)}
      />
    ),
  }
}
