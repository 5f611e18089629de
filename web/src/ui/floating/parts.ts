/** The one lazy chunk: everything of Base UI, loaded at idle or at the first sign that it will be needed. */
export { FloatingConfirm } from './confirm-dialog.tsx'
export { FloatingDialog } from './dialog.tsx'
export { FloatingDrawer } from './drawer.tsx'
export { FloatingPopover } from './popover.tsx'
export { FloatingTooltip } from './tooltip.tsx'
