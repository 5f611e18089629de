const focusTimeoutMs = 1_000

/** The button in the header that signs in, or opens the menu of who is signed in. */
export const accountButtonId = 'account'

/** Where the focus goes when signing in took away the button it came from; `true`: back to that button. */
export function getAccountButton(): HTMLElement | true {
  return document.querySelector<HTMLElement>(`#${accountButtonId}`) ?? true
}

/** Focuses that button when the focused element was removed, as by signing in or out. */
export function focusAccountButton(): void {
  const control = getAccountButton()
  if (control !== true && isFocusLost()) control.focus()
}

/**
 * Focuses that button as soon as the focused element is gone: the dialog in which a visitor signed in may close
 * after the button appeared. Ends when the focus is elsewhere, or after a second. Returns its end.
 */
export function focusAccountButtonWhenLost(): () => void {
  const closing = document.activeElement?.closest('[role="dialog"]') ?? null
  const startedAtMs = performance.now()
  let frame = 0
  const attempt = () => {
    focusAccountButton()
    const isClosing = closing !== null && closing.contains(document.activeElement)
    if ((isFocusLost() || isClosing) && performance.now() - startedAtMs < focusTimeoutMs)
      frame = requestAnimationFrame(attempt)
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
