import { useState } from 'react'
import { useBrowserValue } from '../../ui/state/first-rendering.ts'
import { readStored, writeStored } from './browser-storage.ts'

/** Returns a text stored in this browser, null if there is none, and how to store another; null removes it. */
export function useStoredText(key: string): [text: string | null, store: (text: string | null) => void] {
  const stored = useBrowserValue(() => readStored(key), null)
  const [, redraw] = useState(stored)
  return [
    stored,
    (text) => {
      writeStored(key, text)
      redraw(text)
    },
  ]
}
