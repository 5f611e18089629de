import { useEffect, useRef } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { useCopy } from '../copy/use-copy.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useAction } from '../api/use-action.ts'
import styles from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => Promise<void>
}

/** The recovery codes, shown only once: they disappear when the user confirms that they are saved. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const confirmSaved = useAction(onKept)
  const lead = useRef<HTMLParagraphElement>(null)
  useEffect(() => lead.current?.focus(), [])
  useEffect(() => {
    const leaving = new AbortController()
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: leaving.signal })
    return () => leaving.abort()
  }, [])
  const text = codes.join('\n')
  const done = copied === text
  return (
    <div className={styles.form}>
      <p ref={lead} tabIndex={-1} className={styles.lead}>
        <b>{t(($) => $.settings.secondFactor.keep)}</b> {t(($) => $.settings.secondFactor.keepNext)}
      </p>
      <ul className={styles.codes} aria-label={t(($) => $.settings.secondFactor.codes)}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={done ? 'check' : 'copy'} good={done} onClick={() => copy(text)}>
          {done ? t(($) => $.settings.copied) : t(($) => $.settings.secondFactor.copyCodes)}
        </Button>
        <Button onClick={() => window.print()}>{t(($) => $.settings.secondFactor.print)}</Button>
        <Button variant="primary" submitting={confirmSaved.busy} onClick={() => void confirmSaved.run()}>
          {t(($) => $.settings.secondFactor.kept)}
        </Button>
      </div>
    </div>
  )
}
