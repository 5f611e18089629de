const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
}

/** A list that the keyboard moves through; its getters are asked at each key. */
export interface RowList {
  getBody: () => HTMLElement | null
  getIds: () => readonly string[]
  scrollTo: (index: number) => void
}

/** Listens to the keys of the page; returns what ends it. */
export function watchRowKeys(list: RowList): () => void {
  const listen = (event: KeyboardEvent) => moveFocus(list, event)
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

function moveFocus({ getBody, getIds, scrollTo }: RowList, event: KeyboardEvent): void {
  const step = steps[event.key]
  const here = rowIndexOf(event.target)
  if (step === undefined || here === null || event.altKey || event.ctrlKey || event.metaKey) return
  if (here === -1 && event.key !== 'ArrowDown') return
  const ids = getIds()
  const next = Math.max(0, Math.min(ids.length - 1, here + step))
  const id = ids[next]
  const body = getBody()
  if (id === undefined || body === null) return
  event.preventDefault()
  scrollTo(next)
  focusName(body, id)
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

/** Focuses the field by `/`, unless something is being typed or a dialog is open; returns what ends it. */
export function watchSearchKey(getField: () => HTMLInputElement | null): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
    event.preventDefault()
    const field = getField()
    field?.focus()
    field?.select()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')
  )
}
