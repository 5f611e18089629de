import type { Server } from '@clutch/contract/api/servers/servers.ts'
import { useEffect, useEffectEvent, type RefObject } from 'react'

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
}

/**
 * Arrow keys, Page, Home and End move the focus from name to name, also to rows that are not drawn yet; from nowhere
 * or from the search an arrow down enters the list.
 */
export function useRowKeys(
  body: RefObject<HTMLElement | null>,
  servers: readonly Server[],
  scrollTo: (index: number) => void,
): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const step = steps[event.key]
    const here = rowIndexOf(event.target)
    if (step === undefined || here === null || event.altKey || event.ctrlKey || event.metaKey) return
    if (here === -1 && event.key !== 'ArrowDown') return
    const next = Math.max(0, Math.min(servers.length - 1, here + step))
    const server = servers[next]
    if (server === undefined || body.current === null) return
    event.preventDefault()
    scrollTo(next)
    focusName(body.current, server.id)
  })
  useEffect(() => {
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The row a key was pressed in, -1 for the search and for nowhere, null for anything else. */
function rowIndexOf(target: EventTarget | null): number | null {
  if (!(target instanceof HTMLElement)) return null
  const row = target.closest('[data-row]')?.getAttribute('data-row')
  if (row !== null && row !== undefined) return Number(row)
  return target === document.body || target.matches('input[inputmode="search"]') ? -1 : null
}

/** The row may need a frame or two to be drawn after the list has scrolled to it. */
function focusName(within: HTMLElement, id: string, framesLeft = 10): void {
  const name = within.querySelector<HTMLElement>(`[data-server="${CSS.escape(id)}"]`)
  if (name !== null) name.focus({ preventScroll: true })
  else if (framesLeft > 0) requestAnimationFrame(() => focusName(within, id, framesLeft - 1))
}
