import { useEffect, useState } from 'react'

/** Whether something has been so for this many ms without a break: what is quickly over must not flash. */
export function useDelayedFlag(so: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  if (!so && lasting) setLasting(false)
  useEffect(() => {
    if (!so) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => clearTimeout(timer)
  }, [so, ms])
  return so && lasting
}
