import { openServerList, serverRows } from '../support/server-list.ts'
import { expect, listenToConsole, test, openWithPreferences } from '../support/test.ts'

const strip = '公告'

test('A1 / is the server list, and the sidebar knows it', { tag: '@variant' }, async ({ page }) => {
  await openServerList(page)
  await expect(page.getByRole('heading', { level: 1, name: '社区服务器' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    '服务器',
    'VIP 订阅',
    '排行榜',
    /^练习服务器/,
    '常见问题',
  ])
  await expect(page.getByRole('link', { name: '服务器', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('B5 the entry is highlighted on every page under its route', { tag: '@variant' }, async ({ page }) => {
  const entry = page.getByRole('navigation').getByRole('link', { name: '服务器', exact: true })
  await openServerList(page, '/servers')
  await expect(entry).toHaveAttribute('aria-current', 'page')
  await page.locator('[data-server]').first().click()
  await page.getByRole('dialog').getByRole('link', { name: '规则' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '规则' })).toBeVisible()
  await expect(entry).toHaveAttribute('aria-current', 'page')
})

test.describe('B1 the header', () => {
  test('B1 is on every page', { tag: '@variant' }, async ({ page, operator }) => {
    await operator.change({ name: 'Rush B' })
    await openServerList(page)
    const id = await page.locator('[data-server]').first().getAttribute('data-server')
    for (const path of ['/', '/servers', `/servers/details/${id}`, `/servers/rules/${id}`]) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: /Rush B/ })).toBeVisible()
      await expect(page.getByRole('region', { name: strip })).toBeVisible()
      await expect(page.getByRole('button', { name: '收藏 Ctrl+D' })).toBeVisible()
      await expect(page.getByRole('button', { name: /切换到英文/ })).toBeVisible()
    }
  })

  test('B1 the bookmark hint names Ctrl', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    const said = page.waitForEvent('dialog')
    const pressed = page.getByRole('button', { name: '收藏 Ctrl+D' }).click()
    const alert = await said
    expect([alert.type(), alert.message()]).toEqual(['alert', '按 Ctrl+D 收藏本页'])
    await alert.accept()
    await pressed
  })

  test.describe('on an Apple device', { tag: '@variant' }, () => {
    test.use({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15' })

    test('B1 the bookmark hint names Cmd, also in English', async ({ page }) => {
      await openWithPreferences(page, 'en')
      await openServerList(page)
      const said = page.waitForEvent('dialog')
      const pressed = page.getByRole('button', { name: 'Bookmark ⌘D' }).click()
      const alert = await said
      expect(alert.message()).toBe('Press Cmd+D to bookmark this page')
      await alert.accept()
      await pressed
    })
  })

  test('the theme changes at once and stays', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    const html = page.locator('html')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await ground()
    await page.getByRole('button', { name: '切换到浅色主题' }).click()
    await expect(html).toHaveAttribute('data-theme', 'light')
    expect(await ground()).not.toBe(dark)
    await page.reload()
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.getByRole('button', { name: '切换到深色主题' }).click()
    await expect.poll(ground).toBe(dark)
  })
})

test.describe('B2 the announcement', () => {
  test.describe('with motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })
    test(
      'B2 only the first is shown, scrolling, still under the pointer',
      { tag: '@variant' },
      async ({ page, operator }) => {
        await operator.announce('旧公告', 'the old one')
        await operator.announce('周六 20:00 社区 5v5 之夜', 'Saturday 20:00: 5v5 night')
        await openServerList(page)
        const shown = page.getByRole('region', { name: strip })
        await expect(shown.getByText('周六 20:00 社区 5v5 之夜').first()).toBeVisible()
        await expect(shown.getByText('旧公告')).toHaveCount(0)
        const states = () =>
          shown.evaluate((element) =>
            element.getAnimations({ subtree: true }).map(({ playState }) => playState),
          )
        await expect.poll(states).toEqual(['running'])
        await shown.hover()
        await expect.poll(states).toEqual(['paused'])
      },
    )
  })

  test('B2 in the language of the page', { tag: '@variant' }, async ({ page, operator }) => {
    await operator.announce('周六 20:00 社区 5v5 之夜', 'Saturday 20:00: 5v5 night')
    await openWithPreferences(page, 'en')
    await openServerList(page)
    const shown = page.getByRole('region', { name: 'Announcement' })
    await expect(shown.getByText('Saturday 20:00: 5v5 night').first()).toBeVisible()
  })

  test(
    'B2 on failure the default words, and the failure is logged',
    { tag: '@variant' },
    async ({ page }) => {
      const said = listenToConsole(page)
      await page.route('**/api/server/announcement*', (route) => route.fulfill({ status: 503, body: 'away' }))
      await openServerList(page)
      await expect(page.getByRole('region', { name: strip })).toContainText('欢迎光临')
      await expect.poll(() => said.filter((line) => line.includes('announcement')).length).toBeGreaterThan(0)
    },
  )

  test(
    'B2 does not move when reduced motion is preferred',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.announce('周六 20:00 社区 5v5 之夜', 'Saturday 20:00: 5v5 night')
      await openServerList(page)
      const shown = page.getByRole('region', { name: strip })
      await expect(shown.getByText('周六 20:00 社区 5v5 之夜').first()).toBeVisible()
      expect(await shown.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0)
    },
  )
})

test(
  'B6 only the links and the filing number that the operator set are there',
  { tag: '@variant' },
  async ({ page, operator }) => {
    await openServerList(page)
    const sidebar = page.getByRole('complementary')
    await expect(sidebar.getByRole('link')).toHaveCount(6)
    await operator.change({
      links: { discord: 'https://discord.example/clutch', weibo: 'https://weibo.example/clutch' },
      filing: { text: '沪ICP备00000000号', url: 'https://beian.example/' },
    })
    await page.reload()
    const links = sidebar.locator('footer').getByRole('link')
    await expect(links).toHaveText([/^Discord/, /^微博/, /^沪ICP备00000000号/])
    const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(addresses).toEqual([
      'https://discord.example/clutch',
      'https://weibo.example/clutch',
      'https://beian.example/',
    ])
    await expect(links.first()).toHaveAttribute('target', '_blank')
    await expect(links.first()).toHaveAttribute('rel', /noopener/)
  },
)

test.describe('B7 the language', () => {
  test('B7 is Chinese at first, stored when chosen, and the page loads again', async ({ page }) => {
    await openServerList(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    expect(await page.evaluate(() => localStorage.getItem('preferredLanguage'))).toBeNull()
    await page.evaluate(() => Object.assign(window, { sameLoad: true }))
    await page.getByRole('button', { name: /切换到英文/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Community servers' })).toBeVisible()
    expect(await page.evaluate(() => 'sameLoad' in window)).toBe(false)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(await page.evaluate(() => localStorage.getItem('preferredLanguage'))).toBe('en')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Community servers' })).toBeVisible()
    await page.getByRole('button', { name: /[Ss]witch to Chinese/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: '社区服务器' })).toBeVisible()
  })

  test('B7 changing it keeps the address', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page, '/servers?s=上海&hide_full=false')
    await page.getByRole('button', { name: /切换到英文/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Community servers' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Search by name' })).toHaveValue('上海')
    await expect(page).toHaveURL((url) => url.searchParams.get('hide_full') === 'false')
  })

  test('B7 a stored word that is no language counts as none', { tag: '@variant' }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('preferredLanguage', 'klingon'))
    await openServerList(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  })
})

test.describe('A12 the sidebar under 1024 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('A12 is an overlay that closes after a choice', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByRole('button', { name: '打开菜单' }).click()
    const entry = page.getByRole('navigation').getByRole('link', { name: '服务器', exact: true })
    await expect(entry).toBeVisible()
    await entry.click()
    await expect(page).toHaveURL('/servers')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByRole('button', { name: '打开菜单' }).click()
    await entry.click()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })

  test('A12 Escape, the scrim and the round button close it; the focus stays inside and returns', async ({
    page,
  }) => {
    await openServerList(page)
    const open = page.getByRole('button', { name: '打开菜单' })
    const drawer = page.getByRole('dialog', { name: '主导航' })
    await open.click()
    await expect(drawer).toBeVisible()
    await expect.poll(() => drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    for (let tab = 0; tab < 6; tab++) {
      await page.keyboard.press('Tab')
      await expect
        .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
        .toBe(false)
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(open).toBeFocused()
    await open.click()
    await expect(drawer).toBeVisible()
    await page.mouse.click(370, 300)
    await expect(drawer).toHaveCount(0)
    await open.click()
    await drawer.getByRole('button', { name: '关闭菜单' }).click()
    await expect(drawer).toHaveCount(0)
  })

  test(
    'A12 Back closes the sidebar and stays on the page; after a choice it leads to the page before',
    { tag: '@variant' },
    async ({ page }) => {
      await openServerList(page)
      const drawer = page.getByRole('dialog', { name: '主导航' })
      await page.getByRole('button', { name: '打开菜单' }).click()
      await expect(drawer).toBeVisible()
      await page.goBack()
      await expect(drawer).toHaveCount(0)
      await expect(page).toHaveURL('/')
      await page.getByRole('button', { name: '打开菜单' }).click()
      await drawer.getByRole('link', { name: '常见问题', exact: true }).click()
      await expect(page).toHaveURL('/faq')
      await expect(drawer).toHaveCount(0)
      await page.goBack()
      await expect(page).toHaveURL('/')
      await expect(serverRows(page).first()).toBeVisible()
      await expect(drawer).toHaveCount(0)
    },
  )

  test('A12 the round button covers nothing at the end of a page', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    const main = page.locator('#content')
    await main.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    const button = await page.getByRole('button', { name: '打开菜单' }).boundingBox()
    const lowest = () =>
      main.evaluate((element) =>
        Math.max(
          ...[...element.querySelectorAll('a, button')].map(
            (action) => action.getBoundingClientRect().bottom,
          ),
        ),
      )
    await expect.poll(lowest).toBeLessThanOrEqual(button?.y ?? 0)
  })

  test(
    'A12 the round button moves away while the list scrolls down, and returns',
    { tag: '@variant' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 500 })
      await openServerList(page)
      const main = page.locator('#content')
      const button = page.getByRole('button', { name: '打开菜单' })
      await expect(button).toBeInViewport()
      await main.evaluate((element) => element.scrollTo(0, 60))
      await expect(button).not.toBeInViewport()
      await main.evaluate((element) => element.scrollTo(0, 30))
      await expect(button).toBeInViewport()
      await main.evaluate((element) => element.scrollTo(0, 60))
      await expect(button).not.toBeInViewport()
      await button.focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
      await expect(button).toBeInViewport()
    },
  )

  test('A12 the breakpoint is 1024 px', { tag: '@variant' }, async ({ page }) => {
    const open = page.getByRole('button', { name: '打开菜单' })
    await page.setViewportSize({ width: 1023, height: 768 })
    await openServerList(page)
    await expect(open).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveCount(0)
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(open).toHaveCount(0)
    await expect(page.getByRole('navigation')).toBeVisible()
    await expect(page.getByRole('columnheader').first()).toBeVisible()
    await expect(serverRows(page).first()).toBeVisible()
  })
})
