import { useLayoutEffect, useMemo, useState } from 'react'

/**
 * Returns the element that scrolls a list together with the content above it, and the distance from its top
 * to the list, CSS px. The content above is measured inside the nearest `[data-list]`'s parent.
 */
export function useScroller(list: HTMLElement | null): { scroller: HTMLElement | null; margin: number } {
  const [margin, setMargin] = useState(0)
  const scroller = useMemo(() => list && scrollingParent(list), [list])
  useLayoutEffect(() => {
    if (list === null || scroller === null) return
    const measure = () =>
      setMargin(list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
    measure()
    // Content above the list may appear, disappear or wrap: the size of the scroller's content then changes.
    const watch = new ResizeObserver(measure)
    for (const part of list.closest('[data-list]')?.parentElement?.children ?? []) watch.observe(part)
    return () => watch.disconnect()
  }, [list, scroller])
  return { scroller, margin }
}

function scrollingParent(element: HTMLElement): HTMLElement | null {
  const parent = element.parentElement
  if (parent === null) return null
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollingParent(parent)
}
