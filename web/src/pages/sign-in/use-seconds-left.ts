import { useEffect, useState } from 'react'

/** Whole seconds until a moment (ms since 1970), counted down; 0 from then on. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const over = now >= until
  useEffect(() => {
    if (over) return
    const tick = () => setNow(Date.now())
    // The last tick may be long ago: none was needed since an earlier countdown ended.
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [over, until])
  return Math.max(0, Math.ceil((until - now) / 1_000))
}
