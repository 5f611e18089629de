import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { useTranslation } from '../../../locales/translate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import styles from './maintenance-cover.module.css'

interface MaintenanceProps {
  server: RentalView
  onRenew: () => void
}

/** G7, G20: over a card under maintenance: what the operator says of it; its owner can still renew. */
export function MaintenanceCover({ server, onRenew }: MaintenanceProps) {
  const { t, i18n } = useTranslation()
  const said = server.maintenance?.[i18n.language as Language] ?? ''
  return (
    <div className={styles.cover}>
      <span className={styles.coverIcon}>
        <Icon name="wrench" size="l" />
      </span>
      <div className={styles.coverWords}>
        <b>{t(($) => $.practice.card.maintenance, { name: server.instance_name })}</b>
        {said !== '' && <span>{said}</span>}
        <span className={styles.hint}>{t(($) => $.practice.card.maintenanceHint)}</span>
      </div>
      {server.isOwner && <Button onClick={onRenew}>{t(($) => $.practice.card.renew)}</Button>}
    </div>
  )
}
