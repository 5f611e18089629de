import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { useState } from 'react'
import type { OpenDialog } from '../open-dialog.ts'
import { isBuyingServer, findServerBeingRenewed } from './saved-purchase.ts'

/**
 * The dialog of the page that is open, and how to open another (null: none). H4: a purchase that a reload interrupted opens its
 * dialog again by itself, a renewal as soon as its server is known.
 */
export function useOpenDialog(steamId: string, servers: readonly RentalView[] | undefined) {
  const [dialog, setDialog] = useState<OpenDialog | null>(() =>
    isBuyingServer(steamId) ? { kind: 'new' } : null,
  )
  const [looked, setLooked] = useState(false)
  if (!looked && servers !== undefined) {
    setLooked(true)
    const server = findServerBeingRenewed(steamId, servers)
    if (server !== undefined && dialog === null) setDialog({ kind: 'renew', server })
  }
  return [dialog, setDialog] as const
}
