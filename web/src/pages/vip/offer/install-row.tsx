import { useId, useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useInstall } from '../../../app/browser/use-install.ts'
import { usePortal } from '../../../app/portal/portal-context.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { floatingIntent } from '../../../ui/dialogs/lazy-floating.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import styles from './purchase-options.module.css'

/** F3: the portal as an app: the browser's own prompt, or how it is done where the browser has none. */
export function InstallRow() {
  const { t } = useTranslation()
  const { name } = usePortal()
  const { state, prompt } = useInstall()
  const [explaining, setExplaining] = useState(false)
  const id = useId()
  const installed = state === 'installed'
  return (
    <section aria-labelledby={id} className={styles.install}>
      <span className={styles.glyph}>
        <Icon name="phone" size="l" />
      </span>
      <div className={styles.words}>
        <h2 id={id}>{t(($) => $.vip.app.title)}</h2>
        <p className={styles.lead}>
          {installed ? t(($) => $.vip.app.installedLead) : t(($) => $.vip.app.lead, { name })}
        </p>
      </div>
      {installed ? (
        <Button icon="check" good disabled>
          {t(($) => $.vip.app.installed)}
        </Button>
      ) : (
        <Button
          icon="download"
          aria-haspopup={state === 'manual' ? 'dialog' : undefined}
          {...floatingIntent}
          onClick={() => (state === 'manual' ? setExplaining(true) : void prompt())}
        >
          {t(($) => $.vip.app.install)}
        </Button>
      )}
      <InstallDialog open={explaining} onClose={() => setExplaining(false)} />
    </section>
  )
}

function InstallDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = usePortal()
  return (
    <Dialog open={open} onClose={onClose} title={t(($) => $.vip.app.dialog, { name })}>
      <p>{t(($) => $.vip.app.manual)}</p>
      <dl className={styles.steps}>
        <div>
          <dt>{t(($) => $.vip.app.ios)}</dt>
          <dd>{t(($) => $.vip.app.iosSteps)}</dd>
        </div>
        <div>
          <dt>{t(($) => $.vip.app.android)}</dt>
          <dd>{t(($) => $.vip.app.androidSteps)}</dd>
        </div>
        <div>
          <dt>{t(($) => $.vip.app.desktop)}</dt>
          <dd>{t(($) => $.vip.app.desktopSteps)}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
