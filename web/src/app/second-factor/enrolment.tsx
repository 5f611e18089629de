import { useEffect, useRef } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { useCopy } from '../copy/use-copy.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import { Code } from '../../ui/text/text.tsx'
import { turnOnSecondFactor } from './second-factor.queries.ts'
import { CodeField } from './code-field.tsx'
import { formatSecretGroups } from './secret-groups.ts'
import styles from './second-factor.module.css'
import { useCodeForm } from './use-code-form.ts'

interface EnrolmentProps {
  secret: string
  /** What the QR code holds. */
  uri: string
  onCodes: (codes: readonly string[]) => void
  onCancel: () => void
}

/** The secret for the authenticator, to be scanned or typed, and its first code. */
export function Enrolment({ secret, uri, onCodes, onCancel }: EnrolmentProps) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const code = useCodeForm(async (typed) => onCodes(await turnOnSecondFactor(typed)))
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const done = copied === secret
  return (
    <div className={styles.enrolment}>
      <QrCode text={uri} label={t(($) => $.settings.secondFactor.qr)} />
      <form noValidate className={styles.form} onSubmit={(event) => void code.submit(event)}>
        <ol className={styles.steps}>
          <li>{t(($) => $.settings.secondFactor.scan)}</li>
          <li>
            {t(($) => $.settings.secondFactor.orType)}
            <span className={styles.secret}>
              <Code>{formatSecretGroups(secret)}</Code>
              <Button icon={done ? 'check' : 'copy'} good={done} onClick={() => copy(secret)}>
                {done ? t(($) => $.settings.copied) : t(($) => $.settings.secondFactor.copySecret)}
              </Button>
            </span>
          </li>
          <li>{t(($) => $.settings.secondFactor.enter)}</li>
        </ol>
        <CodeField ref={field} {...code.field} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" submitting={code.busy}>
            {t(($) => $.settings.secondFactor.turnOn)}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            {t(($) => $.common.cancel)}
          </Button>
        </div>
      </form>
    </div>
  )
}
