import type { Locator, Page } from '@playwright/test'

/** Goes on by the key alone until something has the focus. */
export async function tabUntilFocused(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element.ownerDocument.hasFocus() && element.matches(':focus')))
      return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus never came to ${target.toString()}`)
}
