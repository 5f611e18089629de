/** Parts that close give the focus back by themselves; only then is it known to be lost. ms. */
const settleMs = 50

/** Moves the focus to the heading of the page, so that the keyboard continues into its content. */
function focusHeading(): void {
  const heading = findPageHeading()
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** The same after a page has followed another, unless a dialog is open. */
export function focusHeadingOfPage(): void {
  if (!isDialogOpen()) focusHeading()
}

/** The heading of the page, or its content where it has none yet. */
export function findPageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#content h1') ?? document.querySelector<HTMLElement>('#content')
}

/**
 * Moves the focus to the heading when the focused element is removed or disabled: keyboard users would
 * otherwise start at the top of the page. Returns a function that stops it.
 * @param focused what last had the focus; it may be lost by now
 */
export function watchLostFocus(focused: EventTarget | null): () => void {
  let last = focused instanceof Element ? focused : null
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = () => document.activeElement === document.body && last !== null && isDetached(last)
  const check = () => {
    if (!isLost()) return
    clearTimeout(timer)
    timer = setTimeout(() => isLost() && !isDialogOpen() && focusHeading(), settleMs)
  }
  const enter = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target
  }
  // A press on nothing takes the focus away on purpose.
  const leave = ({ target }: FocusEvent) => {
    setTimeout(() => {
      if (last === target && last !== null && !isDetached(last) && document.activeElement === document.body)
        last = null
    })
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  document.addEventListener('focusin', enter)
  document.addEventListener('focusout', leave)
  check()
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', enter)
    document.removeEventListener('focusout', leave)
  }
}

/** Whether a dialog is open: it holds the focus itself. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}

function isDetached(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled') || element.closest('[hidden]') !== null
}
