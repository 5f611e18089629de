import AxeBuilder from '@axe-core/playwright'
import { socialLinks } from '@clutch/contract/rules/page/social-links.ts'
import type {
  OperatorPortalSettings,
  PortalSettingsChange,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { SteamEmulator } from '@clutch/emulators/steam/index.ts'
import type { InventoryEmulator } from '@clutch/emulators/inventory/index.ts'
import { type BrowserContext, type Page, type Route, expect, test as base } from '@playwright/test'
import { type Stack, Stacks } from './stack.ts'

interface WorkerFixtures {
  stacks: Stacks
}

/** An operator's changes in a test; they are undone after it. */
interface OperatorActions {
  /** A10, B6: switches, links, name, rules text. */
  change: (change: PortalSettingsChange) => Promise<void>
  /** B2: the last one announced is shown. */
  announce: (zh: string, en: string) => Promise<void>
}

interface Fixtures {
  /** Whether the portal of the file begins with nothing at all, instead of the sample community. */
  isEmptyPortal: boolean
  /** Whether the portal of the file may update the game of its host. */
  updatesGame: boolean
  /** The portal of the test's file. */
  stack: Stack
  operator: OperatorActions
  /** The origins the browsers of the test may ask; the stack's at first. */
  allowedRequests: Set<string>
  /** The Steam emulator, in a test whose browsers may reach it; it is reset after it. */
  steam: SteamEmulator
  /** The inventory emulator, in a test whose pages may frame it; it is reset after it. */
  inventory: InventoryEmulator
  /** A page of another browser, which knows nothing of the first. */
  openAnotherBrowser: () => Promise<Page>
}

/**
 * The test of every browser journey: one stack a test file, and browsers that fail the test on a violation of the security
 * policy, an uncaught error or a request to anywhere else.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  stacks: [
    async ({ browserName: _ }, use) => {
      const stacks = new Stacks()
      await use(stacks)
      await stacks.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  isEmptyPortal: [false, { option: true }],
  updatesGame: [false, { option: true }],
  stack: [
    async ({ stacks, isEmptyPortal, updatesGame }, use, { file }) =>
      use(await stacks.stackFor(file, { empty: isEmptyPortal, updatesGame })),
    { timeout: 60_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  operator: async ({ stack }, use) => {
    const { revision: _, ...before } = (await stack.callOperator(
      'GET',
      '/api/operator/portal',
    )) as OperatorPortalSettings
    await use({
      change: async (change) => void (await stack.callOperator('PATCH', '/api/operator/portal', change)),
      announce: async (zh, en) =>
        void (await stack.callOperator('POST', '/api/operator/announcements', { text: { zh, en } })),
    })
    const links = Object.fromEntries(socialLinks.map((place) => [place, before.links[place] ?? null]))
    await stack.callOperator('PATCH', '/api/operator/portal', { ...before, links })
    await removeAnnouncements(stack)
  },
  allowedRequests: async ({ stack }, use) => use(new Set([stack.url])),
  steam: async ({ stack, allowedRequests }, use) => {
    allowedRequests.add(stack.steam.url)
    await use(stack.steam)
    stack.steam.setMode('ok')
  },
  inventory: async ({ stack, allowedRequests }, use) => {
    allowedRequests.add(stack.inventory.url)
    await use(stack.inventory)
    stack.inventory.setMode('ok')
  },
  context: async ({ context, allowedRequests }, use) => {
    const troubles = collectProblems(context, allowedRequests)
    context.on('page', preparePage)
    await use(context)
    expect(troubles).toEqual([])
  },
  openAnotherBrowser: async ({ browser, allowedRequests }, use) => {
    const others: { context: BrowserContext; troubles: string[] }[] = []
    await use(async () => {
      const context = await browser.newContext()
      context.on('page', preparePage)
      others.push({ context, troubles: collectProblems(context, allowedRequests) })
      return context.newPage()
    })
    for (const { context } of others) await context.close()
    expect(others.flatMap(({ troubles }) => troubles)).toEqual([])
  },
})

/** Whether this is the sample of `npm test`. */
export const isSample = process.env['CLUTCH_BROWSER_SAMPLE'] === '1'

/** What a journey showed already, once more in another language or size: `npm test` leaves that to `npm run prove`. */
export const testWhenProving = process.env['CLUTCH_PROVE'] === '1' ? test : test.skip.bind(test)

export { expect }

function preparePage(page: Page): void {
  renderInBrowserWhenRouted(page)
  waitForScript(page)
}

/** What the portal rendered is visible before the page's script has run: a test that says nothing else waits for it. */
function waitForScript(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const started = () => page.locator('#first-view').waitFor({ state: 'detached' })
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil === undefined) await started()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (options?.waitUntil === undefined) await started()
    return response
  }
}

/**
 * Where a test replies in place of the portal, its pages come without the content that the portal rendered: they would start from the
 * portal's own replies.
 */
function renderInBrowserWhenRouted(page: Page): void {
  const route = page.route.bind(page)
  const unrouteAll = page.unrouteAll.bind(page)
  let isRouted = false
  page.unrouteAll = (options) => {
    isRouted = false
    return unrouteAll(options)
  }
  page.route = async (...request) => {
    if (!isRouted) {
      isRouted = true
      await route(/^[^?]*\/(?!api\/|assets\/)[^.]*$/, removeContent)
    }
    return route(...request)
  }
}

async function removeContent(route: Route): Promise<void> {
  if (route.request().resourceType() !== 'document') return route.fallback()
  const response = await route.fetch({ maxRedirects: 0 })
  const body = (await response.text())
    .replaceAll(/<link rel="preload" as="fetch" crossorigin[^>]*>/g, '')
    .replace(/(<div id="root"[^>]*>)[^]*(<noscript)/, '$1</div>$2')
  await route.fulfill({ response, body })
}

/** Collects the problems of a browser as they occur. */
function collectProblems(context: BrowserContext, mayAsk: ReadonlySet<string>): string[] {
  const troubles: string[] = []
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type|hydrating the page/i.test(message.text()))
      troubles.push(message.text())
  })
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && !mayAsk.has(origin)) troubles.push(`elsewhere: ${request.url()}`)
  })
  return troubles
}

async function removeAnnouncements(stack: Stack): Promise<void> {
  const announced = (await stack.callOperator('GET', '/api/operator/announcements')) as { id: string }[]
  for (const { id } of announced) await stack.callOperator('DELETE', `/api/operator/announcements/${id}`)
}

/** How often axe was asked to look at a page. */
const accessibilityChecks = new WeakMap<Page, number>()

/**
 * Fails if axe finds a violation of WCAG 2.2 A and AA on the current page, or of one rule. `npm test` looks at every third state of a
 * journey, the first one among them; `npm run prove` at all of them.
 */
export async function expectAccessible(page: Page, rule?: string): Promise<void> {
  const checks = accessibilityChecks.get(page) ?? 0
  accessibilityChecks.set(page, checks + 1)
  if (isSample && checks % 3 !== 0) return
  // Without an own page to put results together, and without describing what holds: a third of the work. Without preload:
  // axe would write each style sheet that still loads into the page, which the security policy refuses.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false })
  if (rule === undefined) axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  else axe.withRules(rule)
  const { violations } = await axe.analyze()
  const problems = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect(problems).toEqual([])
}

/** No question or dialog is open any more: while one is, what lies behind it is hidden from every locator by role. */
export async function expectNoDialog(page: Page): Promise<void> {
  await expect(page.locator('[role$="dialog"]')).toHaveCount(0)
}

/** The page in a language and theme, as a visitor who chose them before. */
export async function openWithPreferences(
  page: Page,
  language: 'zh' | 'en',
  theme: 'dark' | 'light' = 'dark',
): Promise<void> {
  await page.addInitScript(
    ([chosenLanguage, chosenTheme]) => {
      localStorage.setItem('preferredLanguage', chosenLanguage)
      localStorage.setItem('theme', chosenTheme)
    },
    [language, theme] as const,
  )
}

/** The texts of the browser's console, as they come. */
export function listenToConsole(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  return said
}
