import type { Locator, Page } from '@playwright/test'
import type { Person, Session } from './accounts.ts'
import { expect } from './test.ts'

/** What is written on the way in, in both languages. */
export const signInLabels = {
  zh: { signIn: '登录', withSteam: '通过 Steam 登录', account: '账号', done: '登录成功' },
  en: { signIn: 'Sign in', withSteam: 'Sign in with Steam', account: 'Account', done: 'Signed in' },
} as const

type Language = keyof typeof signInLabels

/** The sign-in button in the header. */
export const signInButton = (page: Page, language: Language = 'zh'): Locator =>
  page.getByRole('banner').getByRole('button', { name: signInLabels[language].signIn, exact: true })

/** The one that opens the menu of who is signed in. */
export const accountButton = (page: Page, language: Language = 'zh'): Locator =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`${signInLabels[language].account}$`) })

/** The sign-in dialog, whatever it shows. */
export const signInDialog = (page: Page): Locator => page.getByRole('dialog')

/** The dialog in one of its modes. */
export const signInDialogMode = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog', { name })

export const emailField = (page: Page): Locator => signInDialog(page).getByRole('textbox', { name: '邮箱' })
export const passwordField = (page: Page, name = '密码'): Locator => page.getByLabel(name, { exact: true })

/** Chooses a person on the page of the Steam emulator. */
export async function choosePersonAtSteam(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: person.steamId }).click()
}

/** C2: from the button in the header to Steam, and back signed in. */
export async function signInBySteam(page: Page, person: Person, language: Language = 'zh'): Promise<void> {
  await signInButton(page, language).click()
  await signInDialog(page).getByRole('link', { name: signInLabels[language].withSteam }).click()
  await choosePersonAtSteam(page, person)
}

/** C4: e-mail login opened by its address. */
export async function logInByEmail(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/login?showEmailLogin=true')
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await signInDialog(page).getByRole('button', { name: '登录', exact: true }).click()
}

export async function expectSignedIn(page: Page, { name }: Person): Promise<void> {
  // A new player’s name comes by a job: the page looks for it after 1, 4 and 14 s.
  await expect(accountButton(page)).toContainText(name, { timeout: 25_000 })
}

/** What this browser keeps, by its key (C13). */
export const readStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage) as [string, string][]))

/** Has the browser keep something from an earlier visit. No page of the portal runs meanwhile. */
export async function writeStorage(page: Page, items: Record<string, string>): Promise<void> {
  await page.goto('/theme.js')
  await page.evaluate((kept) => Object.assign(localStorage, kept), items)
}

/** Opens a page as a user who signed in at an earlier visit. */
export async function openWithStoredSession(page: Page, session: Session, path = '/'): Promise<void> {
  await writeStorage(page, storedSession(session))
  await page.goto(path)
  await expect(accountButton(page)).toBeVisible()
}

/** The stored fields of a session (C13). */
export const storedSession = ({ user, token }: Session, loginTime = Date.now()): Record<string, string> => ({
  user: JSON.stringify(user),
  loginTime: String(loginTime),
  token,
})

/** The addresses the tab could go back to. */
export async function readHistory(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  const { entries } = await browser.send('Page.getNavigationHistory')
  await browser.detach()
  return entries.map(({ url }) => url)
}
