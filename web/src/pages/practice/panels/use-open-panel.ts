import { useState } from 'react'
import { keep, kept } from '../../../app/kept.ts'

/** G1: whether a panel is open, as it was left in this browser; open at first. */
export function useOpenPanel(name: 'info' | 'commands'): { open: boolean; toggle: () => void } {
  const key = `practicePanel.${name}`
  const [open, setOpen] = useState(() => kept(key) !== 'closed')
  const toggle = () => {
    keep(key, open ? 'closed' : null)
    setOpen(!open)
  }
  return { open, toggle }
}
