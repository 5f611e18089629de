import { startTransition, useEffect, useState } from 'react'
import { firstRendering } from '../../ui/state/first-rendering.ts'

/** The time of day in ms, ticking; for texts such as "3 s ago". */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => firstRendering.now ?? Date.now())
  useEffect(() => {
    const tick = () => setNow(Date.now())
    if (firstRendering.now !== null) startTransition(tick)
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
