import { Popover } from '@base-ui/react/popover'
import type { PopoverProps } from '../dialogs/popover.tsx'
import styles from './popover.module.css'

/** Between the anchor and the popup, and between the popup and the window's edge, CSS px. */
const offset = 6
const margin = 8

export function FloatingPopover({
  open,
  onClose,
  anchor,
  label,
  align = 'start',
  initialFocus,
  children,
}: PopoverProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return
        const onAnchor =
          details.event.target instanceof Node && anchor?.contains(details.event.target) === true
        // A press on the opener is the opener's own to answer, else it would close and open again at once.
        if (details.reason === 'outside-press' && onAnchor) details.cancel()
        else onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align={align}
          sideOffset={offset}
          collisionPadding={margin}
          collisionAvoidance={{ side: 'flip', align: 'shift' }}
          className={styles.positioner}
        >
          <Popover.Popup className={styles.popup} aria-label={label} initialFocus={initialFocus}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
