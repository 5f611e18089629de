import { useRef, useState } from 'react'

/**
 * An operation that runs once at a time: a second press while it runs is ignored and resolves to undefined.
 */
export interface Task {
  busy: boolean
  run: <T>(task: () => Promise<T>) => Promise<T | undefined>
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async <T>(task: () => Promise<T>) => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await task()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
