import { useEffect, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { secondsUntilRefresh } from './demo-list.ts'

/** G17: at most once per 3 s; until then the button counts down. */
export function RefreshButton({ seconds, busy, now }: { seconds: number; busy: boolean; now: () => void }) {
  const { t } = useTranslation()
  const waits = seconds > 0 && !busy
  return (
    <Button
      icon="refresh"
      variant="ghost"
      submitting={busy}
      aria-disabled={waits || undefined}
      onClick={waits ? undefined : now}
    >
      {waits
        ? t(($) => $.practiceDialogs.demos.refreshIn, { seconds })
        : t(($) => $.practiceDialogs.demos.refresh)}
    </Button>
  )
}

/** Ticks only while something is left. */
export function useSecondsLeft(askedAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = secondsUntilRefresh(askedAt, Math.max(now, askedAt))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  return left
}
