import { useTranslation } from '../../locales/translate.ts'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import styles from './inventory.module.css'
import { OwnInventory } from './own-inventory.tsx'

import { wasEndedByPortal } from '../../app/session/session.ts'
import { SignedOut } from '../../app/session/signed-out.tsx'
import { MapTile } from '../../ui/pictures/map-tile.tsx'

/** Names that nobody reads: each makes a drawing of its own. */
const sampleItems = Array.from({ length: 24 }, (_, at) => `sample_${String.fromCharCode(97 + at)}`)

/** J3: nobody is signed in: invented items, blurred and out of reach, and the way to sign in. */
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
  /** Whose it is; undefined: nobody is signed in. Another one gets another view. */
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
