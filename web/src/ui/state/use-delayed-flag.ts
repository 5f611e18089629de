import { useEffect, useState } from 'react'

/** Whether `so` has been true for this many ms without a break: short states must not flash. */
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
