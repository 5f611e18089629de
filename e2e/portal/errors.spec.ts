import type { Page, Route } from '@playwright/test'
import { dialog, openServerList, serverRows } from '../support/server-list.ts'
import { testWhenProving, expect, test, openWithPreferences } from '../support/test.ts'

test.describe('addresses that lead nowhere', () => {
  test('A3 any other address leads to / and says so', { tag: '@variant' }, async ({ page }) => {
    for (const path of ['/nothing-here', '/vips', '/logins', '/leaderboard/nowhere', '/a/b?c=d#e']) {
      await page.goto(path)
      await expect(page.getByRole('alert')).toHaveText('页面不存在')
      await expect(page).toHaveURL((url) => url.pathname === '/')
      await expect(serverRows(page).first()).toBeVisible()
    }
  })

  test(
    'A4 closing the banner clears it, and a reload does not bring it back',
    { tag: '@variant' },
    async ({ page }) => {
      await page.goto('/nothing-here')
      const banner = page.getByRole('alert')
      await expect(banner).toHaveText('页面不存在')
      await page.reload()
      await expect(banner).toHaveText('页面不存在')
      await banner.getByRole('button', { name: '关闭' }).click()
      await expect(banner).toHaveCount(0)
      await page.reload()
      await expect(serverRows(page).first()).toBeVisible()
      await expect(banner).toHaveCount(0)
    },
  )

  test('A4 the banner is gone on the next page', { tag: '@variant' }, async ({ page }) => {
    await page.goto('/nothing-here')
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: '服务器', exact: true }).click()
    await expect(page).toHaveURL('/servers')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test(
    'A1 A2 a feature that is off leads to /, which is VIP without the list, and says so, in both languages',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ features: { servers: { enabled: false } } })
      for (const path of ['/servers', '/servers/details/1', '/servers/nonsense']) {
        await page.goto(path)
        await expect(page.getByRole('alert')).toHaveText('该功能未启用')
        await expect(page).toHaveURL('/vip')
      }
      await openWithPreferences(page, 'en')
      await page.goto('/servers')
      await expect(page.getByRole('alert')).toHaveText('This feature is not enabled')
    },
  )

  testWhenProving('A4 an unknown page says so in English', async ({ page }) => {
    await openWithPreferences(page, 'en')
    await page.goto('/nothing-here')
    await expect(page.getByRole('alert')).toHaveText('This page does not exist')
  })

  test(
    'A2 the first error of a chain of redirects is shown where it ends',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await openServerList(page)
      await page.evaluate(() => history.replaceState({ error: 'pageNotFound' }, '', '/servers/nonsense'))
      await page.reload()
      await expect(page).toHaveURL('/servers')
      await expect(page.getByRole('alert')).toHaveText('页面不存在')

      await operator.change({ features: { servers: { enabled: false } } })
      await page.evaluate(() => history.replaceState({ error: 'pageNotFound' }, '', '/servers/nonsense'))
      await page.reload()
      await expect(page).toHaveURL('/vip')
      await expect(page.getByRole('alert')).toHaveText('页面不存在')
    },
  )

  test('A3 other entries of the history are ignored', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await page.evaluate(() => history.replaceState({ error: '<b>anything</b>' }, '', '/servers'))
    await page.reload()
    await expect(serverRows(page).first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test(
    'D16 anything else under /servers leads to the list without a word',
    { tag: '@variant' },
    async ({ page }) => {
      for (const path of [
        '/servers/nonsense',
        '/servers/details',
        '/servers/rules/',
        '/servers/details/1/2',
      ]) {
        await page.goto(path)
        await expect(page).toHaveURL('/servers')
        await expect(serverRows(page).first()).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
    },
  )
})

test.describe('A6 from is carried along', () => {
  test('A6 through the sidebar, the logo, a details page and back', { tag: '@variant' }, async ({ page }) => {
    const from = (path: string) => (url: URL) =>
      url.pathname === path && url.searchParams.get('from') === 'qq'
    await openServerList(page, '/?from=qq')
    await page.getByRole('navigation').getByRole('link', { name: '服务器', exact: true }).click()
    await expect(page).toHaveURL(from('/servers'))
    await page.locator('[data-server]').first().click()
    await page.getByRole('dialog').getByRole('link', { name: '详情' }).click()
    await expect(page).toHaveURL(
      (url) => /^\/servers\/details\/./.test(url.pathname) && url.search === '?from=qq',
    )
    await page.getByRole('link', { name: '规则' }).click()
    await expect(page).toHaveURL(
      (url) => /^\/servers\/rules\/./.test(url.pathname) && url.search === '?from=qq',
    )
    await page.getByRole('link', { name: /CLUTCH/ }).click()
    await expect(page).toHaveURL(from('/'))
  })

  test('A6 through redirects and changes of the filter', { tag: '@variant' }, async ({ page }) => {
    await page.goto('/nothing-here?from=qq')
    await expect(page).toHaveURL('/?from=qq')
    await page.getByRole('textbox', { name: '搜索服务器名称' }).fill('上海')
    await expect(page).toHaveURL(
      (url) => url.searchParams.get('from') === 'qq' && url.searchParams.get('s') === '上海',
    )
  })
})

test.describe('A11 a rendering error', () => {
  test(
    'A11 in a screen shows the error with a way back, and the header stays',
    { tag: '@variant' },
    async ({ page }) => {
      await page.addInitScript(() => {
        Array.prototype.toSorted = () => {
          throw new Error('broken on purpose')
        }
      })
      await page.goto('/servers', { waitUntil: 'load' })
      await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
      await expect(page.getByRole('link', { name: '返回首页', exact: true })).toHaveAttribute('href', '/')
      await expect(page.getByRole('button', { name: '重新加载页面' })).toBeVisible()
      await expect(page.getByRole('navigation')).toBeVisible()
    },
  )

  test('A11 around every screen is caught too', { tag: '@variant' }, async ({ page }) => {
    await page.addInitScript(() => {
      const real = window.matchMedia.bind(window)
      window.matchMedia = (query) => {
        if (query.includes('1024')) throw new Error('broken on purpose')
        return real(query)
      }
    })
    await page.goto('/', { waitUntil: 'load' })
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
    await expect(page.getByRole('link', { name: '返回首页', exact: true })).toBeVisible()
  })

  test('A11 a language that cannot be loaded is no white page', { tag: '@variant' }, async ({ page }) => {
    await page.route('**/assets/zh-*.js', (route) => route.abort())
    await page.goto('/', { waitUntil: 'load' })
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
    await expect(page.getByRole('link', { name: /Load again/ })).toHaveAttribute('href', '/')
  })

  test('A11 a part that cannot be loaded is no white page', { tag: '@variant' }, async ({ page }) => {
    await page.route('**/assets/details-page-*.js', (route) => route.abort())
    await openServerList(page)
    await page.locator('[data-server]').first().click()
    await page.getByRole('dialog').getByRole('link', { name: '详情' }).click()
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
    await expect(page.getByRole('navigation')).toBeVisible()
  })
})

test.describe('A11 a lost network', () => {
  const entry = (page: Page, name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true })
  const lost = (page: Page) => page.getByText('网络连接已断开')

  test(
    'A11 a page that cannot be loaded leaves the present one, and comes when the network is back',
    { tag: '@variant' },
    async ({ page, context }) => {
      await openServerList(page)
      await context.setOffline(true)
      await expect(lost(page)).toBeVisible()
      await entry(page, '排行榜').click()
      await expect(page).toHaveURL('/leaderboard')
      await expect(page.getByRole('heading', { level: 1, name: '社区服务器' })).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: '排行榜' })).toBeVisible()
      await expect(lost(page)).toHaveCount(0)
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
    },
  )

  test('A11 J1 a query that failed says why and loads again when the network is back', async ({
    page,
    context,
  }) => {
    await openServerList(page)
    const chunk = page.waitForResponse(/faq-page-[^/]+\.js$/)
    await entry(page, '常见问题').hover()
    await (await chunk).finished()
    await context.setOffline(true)
    await entry(page, '常见问题').click()
    await expect(page.getByRole('heading', { level: 1, name: '常见问题' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(/常见问题加载失败/)
    await context.setOffline(false)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(lost(page)).toHaveCount(0)
  })

  test(
    'A11 a visit that begins with a page that cannot be loaded waits for the network',
    { tag: '@variant' },
    async ({ page }) => {
      const down = await blockFiles(page, /leaderboard|board-page/)
      await page.goto('/leaderboard')
      await expect(page.getByText('恢复连接后，页面会自动继续。').first()).toBeVisible()
      await expect(page.getByRole('navigation')).toBeVisible()
      await down.end()
      await expect(page.getByRole('heading', { level: 1, name: '排行榜' })).toBeVisible()
    },
  )
})

/** The start page that a newer version of the portal serves. */
async function deployNewVersion(page: Page): Promise<void> {
  await page.route('/', (route) =>
    route.request().isNavigationRequest()
      ? route.continue()
      : route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-new.js"></script>' }),
  )
}

/** No file whose name matches arrives, and the portal itself cannot be reached, until it ends. */
async function blockFiles(page: Page, files: RegExp) {
  const isCut = ({ pathname }: URL) =>
    pathname === '/' || (pathname.startsWith('/assets/') && files.test(pathname))
  const abort = (route: Route) => route.abort('internetdisconnected')
  await page.route(isCut, abort)
  return { end: () => page.unroute(isCut, abort) }
}

test.describe('a new version of the portal', () => {
  test(
    'A11 a part that it no longer has brings the new version, once',
    { tag: '@variant' },
    async ({ page }) => {
      await deployNewVersion(page)
      await openServerList(page)
      const addresses: string[] = []
      page.on('request', (request) => {
        if (request.isNavigationRequest()) addresses.push(new URL(request.url()).pathname)
      })
      await page.route('**/assets/faq-page-*.js', (route) =>
        addresses.length === 0 ? route.fulfill({ status: 404, body: '{}' }) : route.continue(),
      )
      const link = page.getByRole('navigation').getByRole('link', { name: '常见问题', exact: true })
      const looked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/')
      await link.hover()
      await looked
      expect(addresses).toEqual([])
      await link.click()
      await expect.poll(() => addresses).toEqual(['/faq'])
      await expect(page.getByRole('heading', { level: 1, name: '常见问题' })).toBeVisible()
    },
  )

  test(
    'A11 a chunk that is permanently missing does not reload the page forever',
    { tag: '@variant' },
    async ({ page }) => {
      await deployNewVersion(page)
      await openServerList(page)
      await page.route('**/assets/faq-page-*.js', (route) => route.fulfill({ status: 404, body: '{}' }))
      let loads = 0
      page.on('load', () => loads++)
      await page.getByRole('navigation').getByRole('link', { name: '常见问题', exact: true }).click()
      await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
      expect(loads).toBe(1)
    },
  )
})

test(
  'A10 a portal that does not answer at start is taken as delivered',
  { tag: '@variant' },
  async ({ page }) => {
    await page.route('**/api/portal', (route) => route.abort())
    await openServerList(page)
    await expect(page).toHaveTitle('社区服务器 · CLUTCH')
    await expect(page.getByRole('button', { name: '快速加入' })).toBeVisible()
    await page.getByRole('button', { name: '快速加入' }).click()
    await expect(dialog(page, '快速加入')).toBeVisible()
  },
)
