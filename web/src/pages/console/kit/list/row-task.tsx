import type { ReactNode } from 'react'
import { useErrorText } from '../../../../app/api/error-text.ts'
import { useTask } from '../../../../app/api/use-task.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { showToast } from '../../../../ui/messages/toast-store.ts'

interface RowTaskProps {
  run: () => Promise<void>
  /** Its name where the words alone do not say which row. */
  label?: string | undefined
  children: ReactNode
}

/** A button of one row, busy by itself while the others can be pressed. Why it failed is a toast: the row has no room. */
export function RowTask({ run, label, children }: RowTaskProps) {
  const task = useTask()
  const words = useErrorText()
  const attempt = async () => {
    try {
      await run()
    } catch (error) {
      showToast({ tone: 'bad', title: words(error) })
    }
  }
  return (
    <Button size="sm" submitting={task.busy} aria-label={label} onClick={() => void task.run(attempt)}>
      {children}
    </Button>
  )
}
