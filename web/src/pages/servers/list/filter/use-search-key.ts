import { useEffect, useRef } from 'react'

/** `/` brings the focus to the search, unless something is being typed or a dialog is open. */
export function useSearchKey() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return field
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')
  )
}
