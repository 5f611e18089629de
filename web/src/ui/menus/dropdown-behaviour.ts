import { useEffect, useEffectEvent } from 'react'

/** Detects a mouse over the opener or its menu, and leaving both; ignores touch. */
export function useHovering(box: HTMLElement | null, come: () => void, leave: () => void): void {
  const over = useEffectEvent((event: PointerEvent) => event.pointerType === 'mouse' && come())
  const away = useEffectEvent((event: PointerEvent) => event.pointerType === 'mouse' && leave())
  useEffect(() => {
    const listening = new AbortController()
    box?.addEventListener('pointerenter', (event) => over(event), listening)
    box?.addEventListener('pointerleave', (event) => away(event), listening)
    return () => listening.abort()
  }, [box])
}

/** A press outside, the focus leaving and Escape close; after Escape the focus is back on the opener. */
export function useClosing(box: HTMLElement | null, open: boolean, close: () => void): void {
  const closes = useEffectEvent(close)
  useEffect(() => {
    if (!open || box === null) return
    const listening = new AbortController()
    const { signal } = listening
    const outside = (target: EventTarget | null) => target instanceof Node && !box.contains(target)
    document.addEventListener('pointerdown', ({ target }) => outside(target) && closes(), {
      signal,
      capture: true,
    })
    box.addEventListener('focusout', ({ relatedTarget }) => outside(relatedTarget) && closes(), { signal })
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        if (box.contains(document.activeElement)) box.querySelector('button')?.focus()
        closes()
      },
      { signal, capture: true },
    )
    return () => listening.abort()
  }, [open, box])
}

/** An arrow down enters the menu; in it arrows, Home and End move from item to item. */
export function useMenuKeys(box: HTMLElement | null, open: boolean, enter: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (open) moveInMenu(event, box)
    else if (event.key === 'ArrowDown') {
      event.preventDefault()
      enter()
    }
  })
  useEffect(() => {
    const listening = new AbortController()
    box?.addEventListener('keydown', (event) => press(event), listening)
    return () => listening.abort()
  }, [box])
}

function itemsOf(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

/** The chosen item gets the focus, else the first; the menu is drawn a moment after it was asked for. */
export function enterMenu(box: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const items = itemsOf(box)
    // A fast user has already moved the focus in it.
    if (items.some((one) => one === document.activeElement)) return
    const item = items.find((one) => one.ariaChecked === 'true') ?? items[0]
    item?.focus()
  })
}

function moveInMenu(event: KeyboardEvent, box: HTMLElement | null): void {
  const items = itemsOf(box)
  const at = items.findIndex((item) => item === document.activeElement)
  const targets: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at <= 0 ? items.length : at) - 1,
    Home: 0,
    End: items.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items[target]?.focus()
}
