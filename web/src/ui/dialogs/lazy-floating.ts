import { createLazyPart } from '../loading/lazy-part.ts'
import { whenIdle } from '../loading/when-idle.ts'

const floating = createLazyPart(() => import('../floating/parts.ts'))

/** Fetches the floating parts once the browser has nothing better to do. */
export function preloadFloatingAtIdle(): void {
  whenIdle(floating.preload)
}

/** Fetches the floating parts at the first sign that one will be wanted. */
export const preloadFloating = floating.preload

/** Spread on an opener: the parts are on their way before it is pressed. */
export const floatingIntent = { onPointerEnter: floating.preload, onFocus: floating.preload }

/** Dialogs, popovers and tooltips from the first time one is wanted on, null before. */
export const useFloating = floating.usePart
