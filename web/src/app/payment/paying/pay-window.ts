import type { PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import { mobileBreakpointPx } from '../../../ui/layout/layout-sizes.ts'

/** A window that waits for the address of a payment page. */
export interface PayWindow {
  goTo: (url: string) => void
  close: () => void
}

/** H4: whether the provider's page opens by itself: Alipay's and PayPal's do, but on a phone. */
export function opensAutomatically(method: PaymentMethod, phone: boolean): boolean {
  return method !== 'wechat' && !phone
}

/** Whether this is a phone or a tablet, by its screen: a frame or a window may be narrow on any desk. */
export function isPhone(): boolean {
  return screen.width < mobileBreakpointPx
}

/** Whether a payment's address is a page; WeChat's is text for a camera. */
export function isPageUrl(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

/**
 * Opens a blank window. Call it in the click handler itself: later the browser blocks it as a pop-up.
 * @param words the text shown until its page is known
 * @returns null if it was blocked anyway
 */
export function openPayWindow(words: string): PayWindow | null {
  const opened = window.open('', '_blank')
  if (opened === null) return null
  // The provider's page has no business with this one.
  opened.opener = null
  opened.document.title = words
  opened.document.body.textContent = words
  return {
    goTo: (url) => {
      if (isPageUrl(url)) opened.location.replace(url)
      else opened.close()
    },
    close: () => opened.close(),
  }
}
