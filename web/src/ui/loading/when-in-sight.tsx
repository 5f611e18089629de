import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below or above the sight a place counts as in it. */
const near = '25%'

interface WhenInSightProps {
  /** As large as what follows. */
  before: ReactNode
  children: ReactNode
}

/** Draws something that takes long, such as a chart, from the moment on when its place comes into sight. */
export function WhenInSight({ before, children }: WhenInSightProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: near },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  return isSeen ? children : <div ref={place}>{before}</div>
}
