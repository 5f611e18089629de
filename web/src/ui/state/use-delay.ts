import { useEffect, useState } from 'react'

/** False at first, true once this many ms have passed. */
export function useDelay(ms: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return over
}
