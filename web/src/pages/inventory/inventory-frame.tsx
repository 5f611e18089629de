import {
  inventoryFrameDelayMs,
  inventoryFrameTimeoutMs,
  inventorySpinnerTimeoutMs,
} from '@clutch/contract/limits.ts'
import { useState } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Note } from '../../ui/messages/note.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { useDelay } from '../../ui/state/use-delay.ts'
import styles from './inventory.module.css'

/**
 * What the site may do in its frame: it is a program with forms, whose cookie and storage are its own (`allow-same-origin` gives it
 * its own site, never the portal’s), and whose links to elsewhere open beside it, free. Not: lead the portal’s page away.
 */
const sandboxRules = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

interface InventoryFrameProps {
  url: string
  token: string
  /** Signs in again. */
  onRetry: () => void
}

/**
 * J3: The frame starts to load 500 ms after the sign-in, with its token; the spinner is removed after 4 s. A
 * frame of another origin reports only that it has loaded: if it has not in time, it remains, with a note,
 * since only a slow picture may be missing.
 */
export function InventoryFrame({ url, token, onRetry }: InventoryFrameProps) {
  const { t } = useTranslation()
  const begun = useDelay(inventoryFrameDelayMs)
  const there = useDelay(inventorySpinnerTimeoutMs)
  const late = useDelay(inventoryFrameTimeoutMs)
  const [loaded, setLoaded] = useState(false)
  const callback = `${url}/api/sign-in/callback?${new URLSearchParams({ token }).toString()}`
  return (
    <div className={styles.place} aria-busy={!there}>
      {begun && (
        <iframe
          className={styles.frame}
          src={callback}
          title={t(($) => $.inventory.title)}
          sandbox={sandboxRules}
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(true)}
        />
      )}
      {!there && (
        <div className={styles.waiting}>
          <Spinner size="l" label={t(($) => $.common.loading)} />
        </div>
      )}
      {late && !loaded && (
        <div className={styles.late}>
          <Note
            tone="bad"
            action={
              <Button size="sm" onClick={onRetry}>
                {t(($) => $.common.retry)}
              </Button>
            }
          >
            {t(($) => $.inventory.late)}
          </Note>
        </div>
      )}
    </div>
  )
}
