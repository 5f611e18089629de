import { useRef, useState } from 'react'

/** Something that is sent once at a time: a second press while it runs is none. */
export function useTask(): { busy: boolean; run: (task: () => Promise<void>) => void } {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = (task: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    void task().finally(() => {
      running.current = false
      setBusy(false)
    })
  }
  return { busy, run }
}
