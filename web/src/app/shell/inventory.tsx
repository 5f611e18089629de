import { withWords } from '../../locales/lazy-words.ts'
import { createLazyPart } from '../../ui/loading/lazy-part.ts'
import { useSession } from '../session/session.ts'

const view = createLazyPart(() => withWords('inventory', import('../../pages/inventory/inventory-view.tsx')))

/** A5: the inventory from its first visit on; who signs out takes theirs along. */
export function Inventory({ shown }: { shown: boolean }) {
  const steamId = useSession()?.user.steamId
  const part = view.usePart(shown)
  return part && <part.InventoryView key={steamId} steamId={steamId} shown={shown} />
}
