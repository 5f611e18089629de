import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'

/** A dialog of a server's card: it is open as long as it is drawn, and forgets everything when it goes. */
export interface ServerDialogProps {
  server: RentalView
  onClose: () => void
}
