import { useEffect, useState } from 'react'
import type { TimedOrder } from './timed-order.ts'

/**
 * The state of paying an order: `waiting` for the payment; `timedOut`, the payment window passed while shown
 * (H4); `idle`, open without a payment attempt; `closed`.
 */
export type PaymentPhase = 'waiting' | 'timedOut' | 'idle' | 'closed'

export function usePaymentPhase(order: TimedOrder): PaymentPhase {
  const { status, until, seen } = order
  // An order that is closed or has no attempt no longer says when its window ended.
  const [lastUntil, setLastUntil] = useState(until)
  if (until !== null && until !== lastUntil) setLastUntil(until)
  const over = useHasPassed(lastUntil)
  if (status === 'open' && until !== null && !over) return 'waiting'
  if (lastUntil !== null && (over || seen >= lastUntil)) return 'timedOut'
  if (status === 'closed') return 'closed'
  return lastUntil === null ? 'idle' : 'timedOut'
}

/** Whether a moment (by `performance.now()`, ms) has passed. */
function useHasPassed(until: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => setPassed(until), Math.max(0, until - performance.now()))
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && passed !== null && passed >= until
}
