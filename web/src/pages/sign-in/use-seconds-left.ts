import { useEffect, useState } from 'react'

/** Whole seconds until a moment (ms since 1970), counted down; 0 from then on. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const over = now >= until
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [over, until])
  return Math.max(0, Math.ceil((until - now) / 1_000))
}
