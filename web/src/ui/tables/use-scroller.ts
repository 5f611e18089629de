import { useLayoutEffect, useMemo, useState } from 'react'

/**
 * The element that scrolls a list together with what stands above it, and how far below its top the list begins, CSS
 * px. What stands above is measured inside the nearest `[data-list]`'s parent.
 */
export function useScroller(list: HTMLElement | null): { scroller: HTMLElement | null; margin: number } {
  const [margin, setMargin] = useState(0)
  const scroller = useMemo(() => list && scrollingParent(list), [list])
  useLayoutEffect(() => {
    if (list === null || scroller === null) return
    const measure = () =>
      setMargin(list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
    measure()
    // Whatever stands above the list may come, go or wrap: the content of the scroller then changes its size.
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
