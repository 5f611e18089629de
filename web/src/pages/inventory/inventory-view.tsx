import { useTranslation } from '../../locales/translate.ts'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import styles from './inventory.module.css'
import { OwnInventory } from './own-inventory.tsx'
import { SignedOutInventory } from './signed-out-inventory.tsx'

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
