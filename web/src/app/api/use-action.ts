import { useState } from 'react'
import { useTask } from './use-task.ts'

/** What a press sets going: whether it runs, and why it failed the last time (null: it did not). */
export interface Action<Input> {
  /** Settles with whether it worked; asked again while it runs it does nothing. */
  run: (input: Input) => Promise<boolean>
  busy: boolean
  error: unknown
  clear: () => void
}

export function useAction<Input = void>(act: (input: Input) => Promise<void>): Action<Input> {
  const { busy, run } = useTask()
  const [error, setError] = useState<unknown>(null)
  const attempt = async (input: Input) => {
    setError(null)
    try {
      await act(input)
      return true
    } catch (cause) {
      setError(cause)
      return false
    }
  }
  return {
    run: async (input) => (await run(() => attempt(input))) ?? false,
    busy,
    error,
    clear: () => setError(null),
  }
}
