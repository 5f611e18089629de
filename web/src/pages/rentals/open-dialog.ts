import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'

/** The dialogs of one server. */
export type ServerDialog =
  | 'renew'
  | 'map'
  | 'live'
  | 'password'
  | 'admins'
  | 'demos'
  | 'grenades'
  | 'region'
  | 'verify'
  | 'refund'

/** The one dialog that is open: of a server as it was then, or that of a new one. */
export type OpenDialog = { kind: ServerDialog; server: RentalView } | { kind: 'new' }

export type OpenServerDialog = (kind: ServerDialog, server: RentalView) => void
