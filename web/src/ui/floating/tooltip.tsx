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
          {/* For eyes only: what it is about says the same to screen readers. */}
          <Tooltip.Popup aria-hidden="true" className={styles.tooltip}>
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
