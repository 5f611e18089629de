import { useStoredText } from '../../../app/browser/use-stored-text.ts'

/** G1: whether a panel is open, as it was left in this browser; open at first. */
export function useOpenPanel(name: 'info' | 'commands'): { open: boolean; toggle: () => void } {
  const key = `practicePanel.${name}`
  const [stored, store] = useStoredText(key)
  const open = stored !== 'closed'
  return { open, toggle: () => store(open ? 'closed' : null) }
}
