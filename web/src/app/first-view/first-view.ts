import type { Portal } from '@clutch/contract/api/content/portal.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { DehydratedState } from '@tanstack/react-query'
import { finishFirstRendering } from '../../ui/state/first-rendering.ts'

/** What the portal rendered a page from; the page's first rendering in the browser uses the same. */
export interface FirstView {
  path: string
  language: Language
  /** A12: whether it was rendered for a phone. */
  isMobile: boolean
  /** The portal's time of the rendering, ms since 1970. */
  renderedAt: number
  portal: Portal
  /** What the calls of the page replied. */
  queries: DehydratedState
  /** F3: whether it is the last content, which the worker has kept: the portal may say something else by now. */
  isKept?: boolean
}

/** The id of the document's element with the first view as JSON. */
const firstViewId = 'first-view'

/** Ends the first rendering: from here on the page follows the browser, and a button that was pressed too early is pressed. */
export function finishFirstView(): void {
  document.getElementById(firstViewId)?.remove()
  finishFirstRendering()
  const { earlyPress } = globalThis as { earlyPress?: HTMLElement | null }
  Object.assign(globalThis, { earlyPress: null })
  if (earlyPress?.isConnected === true) earlyPress.click()
}

/**
 * Reads the first view from the document; null if the portal did not render this page for this visit. A page that was left with an
 * error or an open menu in its history entry shows more than the portal knows, and is rendered by the browser alone.
 */
export function readFirstView(language: Language): FirstView | null {
  const element = document.getElementById(firstViewId)
  if (element === null) return null
  const view = { ...(JSON.parse(element.textContent) as FirstView), isKept: 'kept' in element.dataset }
  const { error, menu } = (history.state ?? {}) as Record<string, unknown>
  const isSame = view.path === location.pathname && view.language === language
  return isSame && error === undefined && menu === undefined ? view : null
}
