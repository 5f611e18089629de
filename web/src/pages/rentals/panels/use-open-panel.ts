import { useState } from 'react'
import { writeStored, readStored } from '../../../app/browser/browser-storage.ts'

/** G1: whether a panel is open, as it was left in this browser; open at first. */
export function useOpenPanel(name: 'info' | 'commands'): { open: boolean; toggle: () => void } {
  const key = `practicePanel.${name}`
  const [open, setOpen] = useState(() => readStored(key) !== 'closed')
  const toggle = () => {
    writeStored(key, open ? 'closed' : null)
    setOpen(!open)
  }
  return { open, toggle }
}
