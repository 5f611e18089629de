import { useRef, useState } from 'react'
import { useAction } from './use-action.ts'

interface LatestSave<Value extends object> {
  /** What is stored, with the changes that are being saved. */
  value: Value
  change: (part: Partial<Value>) => void
  busy: boolean
  /** Why the last save failed; what is stored is shown again. */
  error: unknown
}

/**
 * Saves switches as they are pressed: a change shows at once, and one that is made while another is being saved is saved
 * when that ends. No press is lost and no two saves run at once.
 * @param save stores a part of the value; `stored` has it when this settles
 */
export function useLatestSave<Value extends object>(
  stored: Value,
  save: (part: Partial<Value>) => Promise<void>,
): LatestSave<Value> {
  const waiting = useRef<Partial<Value> | null>(null)
  const latest = useRef(save)
  const [shown, setShown] = useState<Partial<Value>>({})
  const action = useAction(async () => {
    try {
      while (waiting.current !== null) {
        const part = waiting.current
        waiting.current = null
        // oxlint-disable-next-line no-await-in-loop -- one save at a time
        await latest.current(part)
      }
    } finally {
      waiting.current = null
      setShown({})
    }
  })
  return {
    value: { ...stored, ...shown },
    change: (part) => {
      latest.current = save
      waiting.current = { ...waiting.current, ...part }
      setShown((held) => ({ ...held, ...part }))
      void action.run()
    },
    busy: action.busy,
    error: action.error,
  }
}
