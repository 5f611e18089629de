import { expect, test } from '../support/test.ts'

/** What the served document starts before the page's script has loaded. */
function listStartedRequests(html: string): string[] {
  return [...html.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g)].map(
    ([, url = '']) => url.replaceAll('&amp;', '&'),
  )
}

const pages = ['/', '/servers', '/leaderboard', '/vip', '/pracc', '/faq']

for (const path of pages)
  test(`A1 the document of ${path} starts the requests of its first view, and each is made once`, async ({
    page,
  }) => {
    const requested: URL[] = []
    page.on('request', (request) => requested.push(new URL(request.url())))
    // What the page loads when it has nothing else to do: its first requests have been made.
    const idle = page.waitForRequest(/\/assets\/parts-[^/]+\.js$/)
    const response = await page.goto(path)
    const started = listStartedRequests((await response?.text()) ?? '')
    expect(started.length).toBeGreaterThan(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await idle
    const paths = new Set(started.map((url) => url.split('?')[0]))
    const made = requested
      .filter(({ pathname }) => paths.has(pathname))
      .map(({ pathname, search }) => `${pathname}${search}`)
    expect(made.toSorted()).toEqual(started.toSorted())
  })

test.describe('before the script has loaded', () => {
  for (const width of [1440, 390])
    test(`B1 the frame and the community’s name are drawn where the page draws them, ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      const blocked = Promise.withResolvers<void>()
      await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
        await blocked.promise
        await route.continue()
      })
      await page.goto('/vip', { waitUntil: 'commit' })
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
    })
})

test('A1 a page with a query starts nothing that it does not show', async ({ page }) => {
  const response = await page.goto('/servers?modes=retakes')
  expect(listStartedRequests((await response?.text()) ?? '')).toEqual([])
})
