import { TooltipHost } from '../../ui/dialogs/tooltip-host.tsx'
import { Toasts } from '../../ui/messages/toasts.tsx'
import { CopyByHand } from '../copy/manual-copy.tsx'

/** What appears over every page, at the earliest when a visitor does something. */
export function Overlays() {
  return (
    <>
      <CopyByHand />
      <Toasts />
      <TooltipHost />
    </>
  )
}
