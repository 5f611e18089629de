import { useEffect, useRef, useState, type RefObject } from 'react'

/** Whether an element has more to show sideways than there is room for; who scrolls by keys must then be able to focus it. */
export function useOverflow<Place extends HTMLElement>(): {
  box: RefObject<Place | null>
  overflows: boolean
} {
  const box = useRef<Place>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const watch = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    watch.observe(element)
    for (const child of element.children) watch.observe(child)
    return () => watch.disconnect()
  }, [])
  return { box, overflows }
}
