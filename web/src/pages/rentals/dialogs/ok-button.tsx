import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'

/** Confirms the result and closes; takes the focus, since the focused element is gone. */
export function OkButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} variant="primary" onClick={onClick}>
      {t(($) => $.practiceDialogs.ok)}
    </Button>
  )
}
