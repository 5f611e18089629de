import { useRef, useState } from 'react'

/** What a press sets going: whether it runs, and why it failed the last time (null: it did not). */
export interface Action<Input> {
  /** Settles with whether it worked; asked again while it runs it does nothing. */
  run: (input: Input) => Promise<boolean>
  busy: boolean
  error: unknown
  clear: () => void
}

export function useAction<Input = void>(act: (input: Input) => Promise<void>): Action<Input> {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (input: Input) => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setError(null)
    try {
      await act(input)
      return true
    } catch (cause) {
      setError(cause)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, error, clear: () => setError(null) }
}
