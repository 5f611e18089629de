import { copyConfirmationMs } from '@clutch/contract/limits.ts'
import { useCallback, useEffect, useState } from 'react'
import { manualCopyStore } from './manual-copy-store.ts'

/**
 * Copies a text; `copied` holds it for the 2 s of the confirmation (B3, D3), null otherwise. Where the browser forbids
 * copying, as on plain http, the text is offered in a field to be copied by hand.
 */
export function useCopy(): { copied: string | null; copy: (text: string) => void } {
  const [copied, setCopied] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), copyConfirmationMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = useCallback((text: string) => {
    writeToClipboard(text).then(
      () => setCopied({ text }),
      () => manualCopyStore.set(text),
    )
  }, [])
  return { copied: copied?.text ?? null, copy }
}

async function writeToClipboard(text: string): Promise<void> {
  // Typed as always there, absent on plain http.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) throw new Error('no clipboard on a page without https')
  await clipboard.writeText(text)
}
