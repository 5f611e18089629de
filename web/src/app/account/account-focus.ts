/** The button in the header that signs in, or opens the menu of who is signed in. */
export const accountButtonId = 'account'

/** Where the focus goes when signing in took away the button it came from; `true`: back to that button. */
export function getAccountButton(): HTMLElement | true {
  return document.querySelector<HTMLElement>(`#${accountButtonId}`) ?? true
}

/** Focuses that button when the focused element was removed, as by signing in or out. */
export function focusAccountButton(): void {
  const control = getAccountButton()
  if (control !== true && document.activeElement === document.body) control.focus()
}
