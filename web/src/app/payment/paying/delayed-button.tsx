import { useState, type Ref } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { secondsUntil } from '../order/timed-order.ts'
import { useMonotonicNow } from './countdown.tsx'

interface RestingButtonProps {
  ref?: Ref<HTMLButtonElement> | undefined
  /** How long it may not be pressed, ms; counted from when it is drawn. */
  restMs: number
  /** Why. */
  reason: string
  onClick: () => void
  children: string
}

const tickMs = 250

/** G12: a button that rests at first, and counts the seconds. It can have the focus meanwhile. */
export function DelayedButton({ ref, restMs, reason, onClick, children }: RestingButtonProps) {
  const { t } = useTranslation()
  const [until] = useState(() => performance.now() + restMs)
  const seconds = secondsUntil(until, useMonotonicNow(tickMs))
  return (
    <Button
      ref={ref}
      variant="primary"
      disabledReason={seconds > 0 ? reason : undefined}
      aria-label={children}
      onClick={onClick}
    >
      {seconds > 0 ? t(($) => $.payment.resting, { word: children, seconds }) : children}
    </Button>
  )
}
