import { useTranslation } from '../../locales/translate.ts'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import styles from './inventory.module.css'
import { OwnInventory } from './own-inventory.tsx'

import { wasEndedByPortal } from '../../app/session/session.ts'
import { SignedOut } from '../../app/session/signed-out.tsx'
import { MapTile } from '../../ui/pictures/map-tile.tsx'

/** Names that are not displayed: each produces its own picture. */
const sampleItems = Array.from({ length: 24 }, (_, at) => `sample_${String.fromCharCode(97 + at)}`)

/** J3: For a signed-out visitor: sample items, blurred and disabled, and the sign-in button. */
function SignedOutInventory() {
  const { t } = useTranslation()
  const ended = wasEndedByPortal()
  return (
    <div className={styles.signedOut}>
      <div className={styles.sample} inert aria-hidden="true">
        {sampleItems.map((name) => (
          <span key={name} className={styles.item}>
            <MapTile map={name} size="l" />
          </span>
        ))}
      </div>
      <div className={styles.over}>
        <SignedOut title={ended ? t(($) => $.inventory.tokenExpired) : t(($) => $.inventory.signedOut)}>
          {t(($) => $.inventory.signedOutNext)}
        </SignedOut>
      </div>
    </div>
  )
}

interface InventoryViewProps {
  /** The owner; undefined for a signed-out visitor. Another owner gets another view. */
  steamId: string | undefined
  shown: boolean
}

/** A5, J3: the inventory site in its frame. Made at the first visit, it is only hidden from then on, so that it stays as it was. */
export function InventoryView({ steamId, shown }: InventoryViewProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.view} hidden={!shown}>
      {shown && <PageTitle>{t(($) => $.inventory.title)}</PageTitle>}
      <h1>
        <VisuallyHidden>{t(($) => $.inventory.title)}</VisuallyHidden>
      </h1>
      {steamId === undefined ? <SignedOutInventory /> : <OwnInventory steamId={steamId} shown={shown} />}
    </div>
  )
}
