import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { joinClassNames } from '../../../ui/styles/class-names.ts'
import { loadingDelayMs } from '../../../ui/loading/loading-delay.ts'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { useDelayedFlag } from '../../../ui/state/use-delayed-flag.ts'
import { needsInversion, markInverted } from '../inverted-colors.ts'
import styles from './purchase-frame.module.css'

interface PurchaseFrameProps {
  frame: RefObject<HTMLIFrameElement | null>
  address: string
  /** It is the operator's page, elsewhere. */
  external: boolean
  light: boolean
  /** The page in it has drawn itself, as far as the portal can know. */
  drawn: boolean
  /** An order is being given up: nothing may be pressed. */
  leaving: boolean
}

/**
 * Permissions of a third-party page in the frame; a provider's window that it opens is not sandboxed. The
 * portal's own page needs no sandbox: it is this program.
 */
const sandboxRules = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** F2: the purchase page, dark or light by an inversion of its colours. */
export function PurchaseFrame({ frame, address, external, light, drawn, leaving }: PurchaseFrameProps) {
  const { t } = useTranslation()
  const [loaded, setLoaded] = useState(false)
  const waiting = useDelayedFlag(!loaded || !drawn || leaving, loadingDelayMs)
  const inverted = needsInversion(external, light)
  useEffect(() => {
    if (!external && loaded) markInverted(frame.current?.contentDocument, inverted)
  }, [frame, external, loaded, inverted])
  return (
    <div className={styles.place} aria-busy={!loaded || leaving}>
      <iframe
        ref={frame}
        src={address}
        title={t(($) => $.vip.purchase.frame)}
        sandbox={external ? sandboxRules : undefined}
        className={joinClassNames(styles.frame, loaded && styles.loaded, inverted && styles.inverted)}
        inert={leaving}
        onLoad={() => setLoaded(true)}
      />
      {waiting && (
        <div className={joinClassNames(styles.waiting, leaving && styles.leaving)}>
          <Spinner size="l" label={leaving ? t(($) => $.vip.purchase.closing) : t(($) => $.common.loading)} />
        </div>
      )}
    </div>
  )
}
