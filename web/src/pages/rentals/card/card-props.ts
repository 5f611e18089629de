import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { OpenServerDialog } from '../open-dialog.ts'

export interface CardProps {
  server: RentalView
  /** The portal's time, ms since 1970. */
  now: number
  onOpen: OpenServerDialog
}
