import { takePerson } from '../support/accounts.ts'
import { playerSteamId, playMatch } from '../support/boards.ts'
import type { Stack } from '../support/stack.ts'
import { expectSignedIn, signInBySteam } from '../support/sign-in.ts'
import { test } from '../support/faqs.ts'
import { expect, expectAccessible, openWithPreferences, isSample } from '../support/test.ts'

/** The public pages, and a part of the content of each: in the HTML, and as a locator. */
const pages = [
  ['/', 'data-server="', '[data-server]'],
  ['/servers', 'data-server="', '[data-server]'],
  ['/leaderboard', '名玩家上榜', 'text=名玩家上榜'],
  ['/vip', '特权对比', 'text=特权对比'],
  ['/pracc', '!pause', 'text=!pause'],
  ['/faq', 'data-faq="', '[data-faq]'],
] as const

/** Of a document as it is sent, compressed. */
const maxDocumentBytes = 40_000

const phoneUserAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** The others are rendered in the same way. */
const isSampled = (path: string) => path === '/'

for (const [path, html, selector] of pages)
  test(
    `A1 the document of ${path} has the content, and the page requests none of it again`,
    { tag: isSampled(path) ? [] : ['@variant'] },
    async ({ page, faqs: _ }) => {
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      // What the page loads when it has nothing else to do: its first requests have been made.
      const idle = page.waitForRequest(/\/assets\/parts-[^/]+\.js$/)
      const response = await page.goto(path)
      const [root = ''] =
        /<div id="root"[^]*<script type="application/.exec((await response?.text()) ?? '') ?? []
      expect(root).toContain(html)
      const { responseBodySize } = (await response?.request().sizes()) ?? { responseBodySize: Infinity }
      expect(responseBodySize).toBeLessThan(maxDocumentBytes)
      await idle
      await expect(page.locator(selector).first()).toBeVisible()
      const calls = requested.filter((address) => address.startsWith('/api/'))
      expect(
        calls.filter((address) => !/^\/api\/(servers\/stream$|avatars\/|portal\/manifest$)/.test(address)),
      ).toEqual([])
    },
  )

const variantUnless = (isSample: boolean) => ({ tag: isSample ? [] : ['@variant'] })

for (const [name, viewport] of Object.entries(sizes))
  test.describe(`before the script has run, ${name}`, { tag: name === 'desktop' ? ['@variant'] : [] }, () => {
    test.use({ viewport, ...(name === 'phone' && { userAgent: phoneUserAgent, isMobile: true }) })

    for (const [path, , selector] of pages)
      // The longest page stands for the others.
      test(
        `A1 ${path} can be read, and passes axe`,
        variantUnless(path === '/pracc'),
        async ({ page, context, faqs: _ }) => {
          // The document alone is enough: no other request is answered.
          await context.route(/\/(assets|api)\/|\.\w+$/, (route) => route.abort())
          await page.goto(path, { waitUntil: 'domcontentloaded' })
          await expect(page.locator(selector).first()).toBeVisible()
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectAccessible(page)
        },
      )
  })

const shownPlayer = playerSteamId(0)
const shiftPages = [
  ...pages.map(([path, , selector]) => [path, selector] as const),
  [`/leaderboard/player/${shownPlayer}`, 'text=duellist 1'] as const,
]

// Widths of common phones.
for (const width of [390, 412])
  test.describe(`layout shifts on a phone, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, userAgent: phoneUserAgent, isMobile: true })

    test.beforeAll(async ({ stack }: { stack: Stack }) => {
      const board = await fetch(`${stack.url}/api/leaderboard/dm`)
      if (((await board.json()) as { total: number }).total === 0)
        await playMatch(stack, '广州 #2 单挑竞技场 1v1', 'dm', [30, 20, 10], (at) => `duellist ${at + 1}`)
    })

    for (const [path, selector] of shiftPages)
      // VIP's prices and buttons share a line, which wraps when the text becomes wider.
      test(
        `A1 nothing of ${path} moves when its script and fonts arrive`,
        variantUnless(path === '/vip' && width === 390),
        async ({ page, context, faqs: _ }) => {
          const blocked = Promise.withResolvers<void>()
          await context.route(/\/assets\/[^/]+\.(js|woff2)$/, async (route) => {
            await blocked.promise
            await route.continue()
          })
          await page.addInitScript(watchLayoutShifts)
          await page.goto(path, { waitUntil: 'commit' })
          await expect(page.locator(selector).first()).toBeVisible()
          // A document that arrives in parts is also drawn in parts: only what moves later is counted.
          await expect.poll(() => page.evaluate(() => document.readyState)).toBe('interactive')
          const before = await page.evaluate(readLayoutShift)
          blocked.resolve()
          await expect(page.locator('#first-view')).toHaveCount(0)
          await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded')
          expect((await page.evaluate(readLayoutShift)) - before).toBeLessThan(0.02)
        },
      )
  })

/** Runs in the page, before its own scripts. */
function watchLayoutShifts(): void {
  const shifts: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  Object.assign(globalThis, { shifts, observer })
}

/** Runs in the page: the sum of all layout shifts up to the next frame. */
async function readLayoutShift(): Promise<number> {
  const { shifts, observer } = globalThis as unknown as {
    shifts: PerformanceEntry[]
    observer: PerformanceObserver
  }
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  shifts.push(...observer.takeRecords())
  const all = shifts as unknown as { value: number }[]
  return all.reduce((sum, { value }) => sum + value, 0)
}

test(
  'A1 a button that is pressed before the script has run is pressed once it has',
  { tag: '@variant' },
  async ({ page, context }) => {
    const blocked = Promise.withResolvers<void>()
    await context.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await blocked.promise
      await route.continue()
    })
    await page.goto('/servers', { waitUntil: 'commit' })
    await page.getByRole('button', { name: '快速加入' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    blocked.resolve()
    await expect(page.getByRole('dialog', { name: '快速加入' })).toBeVisible()
  },
)

test(
  'J1 without a script every answer can be read',
  { tag: '@variant' },
  async ({ browser, stack, faqs }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.url })
    const page = await context.newPage()
    await page.goto('/faq')
    await expect(page.locator('[data-faq]')).toHaveCount(faqs.length)
    await expect(page.locator('section[hidden]').first()).toBeVisible()
    await expect(page.locator('section[hidden]').last()).toBeVisible()
    await context.close()
  },
)

test(
  'B7 the document is in the language that was chosen, else in that of the browser',
  { tag: '@variant' },
  async ({ browser, stack }) => {
    const readHeading = async (locale: string, chosen?: string, path = '/faq') => {
      const context = await browser.newContext({ locale, baseURL: stack.url })
      if (chosen !== undefined)
        await context.addCookies([{ name: 'preferredLanguage', value: chosen, url: stack.url }])
      const page = await context.newPage()
      const html = (await (await page.goto(path))?.text()) ?? ''
      const [, words] = /<h1>([^<]*)<\/h1>/.exec(html) ?? []
      const shown = await page.getByRole('heading', { level: 1 }).textContent()
      await context.close()
      return [words, shown]
    }
    const faq = { zh: ['常见问题', '常见问题'], en: ['FAQ', 'FAQ'] }
    expect(await readHeading('en-US', 'zh')).toEqual(faq.zh)
    expect(await readHeading('zh-CN', undefined, '/faq?language=en')).toEqual(faq.en)
    if (isSample) return
    expect(await readHeading('zh-CN')).toEqual(faq.zh)
    expect(await readHeading('fr-FR')).toEqual(faq.zh)
    expect(await readHeading('en-US')).toEqual(faq.en)
    expect(await readHeading('zh-CN', 'en')).toEqual(faq.en)
    expect(await readHeading('zh-CN', 'zh', '/faq?language=en')).toEqual(faq.zh)
  },
)

test('B7 a language chosen earlier is repeated in the cookie', { tag: '@variant' }, async ({ page }) => {
  await openWithPreferences(page, 'en')
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible()
  const html = (await (await page.reload())?.text()) ?? ''
  expect(html).toContain('<html lang="en">')
})

test.describe('before the script has loaded', () => {
  for (const width of [1440, 390])
    test(
      `B1 the frame and the community’s name are drawn where the page draws them, ${width} px`,
      { tag: '@variant' },
      async ({ page }) => {
        await page.setViewportSize({ width, height: 844 })
        const blocked = Promise.withResolvers<void>()
        await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
          await blocked.promise
          await route.continue()
        })
        // An address with a query comes without content.
        await page.goto('/vip?from=qq', { waitUntil: 'commit' })
        const root = page.locator('#root[data-site="CLUTCH"]')
        await expect(root).toBeEmpty()
        const start = await root.evaluate((element) => {
          const { content, left, top } = getComputedStyle(element, '::before')
          return { content, left: Number.parseFloat(left), top: Number.parseFloat(top) }
        })
        expect(start.content).toBe('"CLUTCH"')
        blocked.resolve()
        const name = page.getByRole('link', { name: /^CLUTCH/ }).getByText('CLUTCH', { exact: true })
        const drawn = await name.boundingBox()
        expect(Math.abs((drawn?.x ?? 0) - start.left)).toBeLessThan(2)
        expect(Math.abs((drawn?.y ?? 0) - start.top)).toBeLessThan(4)
      },
    )
})

test(
  'C3 the document is the same for a visitor with a session',
  { tag: '@variant' },
  async ({ page, stack, steam: _ }) => {
    const before = await (await page.goto('/vip'))?.text()
    const person = takePerson()
    await signInBySteam(page, person)
    await expectSignedIn(page, person)
    const after = await (await page.goto('/vip'))?.text()
    await expectSignedIn(page, person)
    const withoutTime = (html = '') => html.replaceAll(/"(renderedAt|dataUpdatedAt|dehydratedAt)":\d+/g, '')
    expect(withoutTime(after)).toBe(withoutTime(before))
    const { headers } = await fetch(`${stack.url}/vip`, { headers: { cookie: 'any=1' } })
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('vary')).toContain('cookie')
  },
)
