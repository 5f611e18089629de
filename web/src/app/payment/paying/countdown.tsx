import { paymentWindowMs } from '@clutch/contract/limits.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { RingClock } from '../../../ui/status/ring-clock.tsx'
import { formatMinutesAndSeconds, secondsUntil } from '../order/timed-order.ts'

const tickMs = 250

/** H4: the 480 s in which a payment can be made, counted down. */
export function TimeLeft({ until }: { until: number }) {
  const { t } = useTranslation()
  const now = useMonotonicNow(tickMs)
  const left = secondsUntil(until, now)
  return (
    <RingClock
      left={left}
      of={paymentWindowMs / 1_000}
      text={formatMinutesAndSeconds(left)}
      label={t(($) => $.payment.timeLeft)}
    />
  )
}

/** Whole seconds since a moment. */
export function ElapsedSeconds({ since, text }: { since: number; text: (seconds: number) => string }) {
  const now = useMonotonicNow(1_000)
  return text(Math.max(0, Math.floor((now - since) / 1_000)))
}

/** Returns the monotonic clock (`performance.now()`, ms), updated periodically. */
export function useMonotonicNow(everyMs: number): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
