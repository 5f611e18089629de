import { Tooltip } from '@base-ui/react/tooltip'
import styles from './tooltip.module.css'

interface TooltipProps {
  open: boolean
  anchor: Element | null
  text: string
}

export function FloatingTooltip({ open, anchor, text }: TooltipProps) {
  return (
    <Tooltip.Root open={open} disableHoverablePopup>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          side="bottom"
          sideOffset={8}
          collisionPadding={8}
          className={styles.positioner}
        >
          {/* Visual only: the element itself has the same text for screen readers. */}
          <Tooltip.Popup aria-hidden="true" className={styles.tooltip}>
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
