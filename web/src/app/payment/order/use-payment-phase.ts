import { useEffect, useState } from 'react'
import type { TimedOrder } from './timed-order.ts'

/**
 * The state of paying an order: `waiting` for the payment; `timedOut`, the payment window passed while shown
 * (H4); `idle`, open without a payment attempt; `closed`.
 */
export type PaymentPhase = 'waiting' | 'timedOut' | 'idle' | 'closed'

export function usePaymentPhase(order: TimedOrder): PaymentPhase {
  const over = useHasPassed(order.until)
  const waiting = order.status === 'open' && order.until !== null && !over
  const [waited, setWaited] = useState(waiting)
  if (waiting && !waited) setWaited(true)
  if (waiting) return 'waiting'
  if (waited) return 'timedOut'
  return order.status === 'closed' ? 'closed' : 'idle'
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
