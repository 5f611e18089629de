import { useTranslation } from '../../locales/translate.ts'
import { wasEndedByPortal } from '../../app/session/session.ts'
import { SignedOut } from '../../app/session/signed-out.tsx'
import { MapTile } from '../../ui/pictures/map-tile.tsx'
import styles from './inventory.module.css'

/** Names that nobody reads: each makes a drawing of its own. */
const sampleItems = Array.from({ length: 24 }, (_, at) => `sample_${String.fromCharCode(97 + at)}`)

/** J3: nobody is signed in: invented items, blurred and out of reach, and the way to sign in. */
export function SignedOutInventory() {
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
