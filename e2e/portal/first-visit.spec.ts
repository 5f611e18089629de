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

test('A1 a page with a query starts nothing that it does not show', async ({ page }) => {
  const response = await page.goto('/servers?modes=retakes')
  expect(listStartedRequests((await response?.text()) ?? '')).toEqual([])
})
