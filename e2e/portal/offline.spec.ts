import type { Page } from '@playwright/test'
import { callApi, takePerson } from '../support/accounts.ts'
import { openServerList, serverRows } from '../support/server-list.ts'
import { openSignedIn } from '../support/sessions.ts'
import { accountButton, signInDialog, expectSignedIn, signInBySteam } from '../support/sign-in.ts'
import { testWhenProving, expect, expectAccessible, test, openWithPreferences } from '../support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Waits until the worker answers for the page that is open, and opens it through it. */
async function openThroughServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  const state = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
  await expect.poll(state).toBe('activated')
}

/** The cached files by address, with their content. */
const readCaches = (page: Page): Promise<{ address: string; text: string }[]> =>
  page.evaluate(async () => {
    const entries = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const headers = JSON.stringify([...request.headers, ...(answer?.headers ?? [])])
        const { pathname, search } = new URL(request.url)
        entries.push({ address: pathname + search, text: headers + ((await answer?.text()) ?? '') })
      }
    }
    return entries
  })

test.describe('the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'F3 is let in by the policy; signing in at Steam still works through it',
    { tag: '@variant' },
    async ({ page, context, steam: _ }) => {
      const started = context.waitForEvent('serviceworker')
      await page.goto('/vip')
      await expect(heading(page, 'VIP 订阅')).toBeVisible()
      expect(new URL((await started).url()).pathname).toBe('/sw.js')
      await openThroughServiceWorker(page)
      const person = takePerson()
      await signInBySteam(page, person)
      await expectSignedIn(page, person)
      await expect(page).toHaveURL('/vip')
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  )

  test(
    'F3 keeps the shell and nothing of who is signed in',
    { tag: '@variant' },
    async ({ page, stack, operator, steam: _ }) => {
      await operator.change({ features: { settings: { enabled: true } } })
      const person = takePerson()
      await page.goto('/vip')
      await openThroughServiceWorker(page)
      await signInBySteam(page, person)
      await expectSignedIn(page, person)
      for (const [path, title] of [
        ['/vip?from=qq', 'VIP 订阅'],
        ['/orders', '我的订单'],
        ['/settings/security', '设置'],
        ['/store', 'VIP 卡'],
        ['/', '社区服务器'],
      ] as const) {
        await page.goto(path)
        await expect(heading(page, title)).toBeVisible()
        await expectSignedIn(page, person)
      }
      const cached = await readCaches(page)
      const others = cached
        .map(({ address }) => address)
        .filter((address) => !/^\/assets\/[\w.-]+$/.test(address))
      expect(others.toSorted()).toEqual(['/', '/?shell', '/api/portal', '/icon.svg', '/theme.js', '/vip'])
      expect(cached.length).toBeGreaterThan(10)
      const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
      expect(token.length).toBeGreaterThan(20)
      expect((await callApi(stack, 'GET', '/api/account', { bearer: token })).status).toBe(200)
      const telling = cached.filter(({ address, text }) =>
        [token, person.steamId, person.name].some((secret) => (address + text).includes(secret)),
      )
      expect(telling.map(({ address }) => address)).toEqual([])
    },
  )

  test(
    'F3 without a network the page comes all the same, and says that nothing answers',
    { tag: '@variant' },
    async ({ page, context, operator }) => {
      await operator.change({ name: 'Rush B' })
      await openServerList(page)
      await openThroughServiceWorker(page)
      await openServerList(page)
      await page.goto('/vip')
      await expect(page.getByRole('table', { name: '特权对比' })).toBeVisible()
      await context.setOffline(true)
      // The last content of a visited page, and its shell where there is none.
      for (const [path, note] of [
        ['/', '连接中断，显示的是'],
        ['/servers', '连接中断，服务器列表未能加载'],
      ] as const) {
        await page.goto(path)
        await expect(heading(page, '社区服务器')).toBeVisible()
        await expect(page.getByText(note)).toBeVisible()
        await expect(serverRows(page).first()).toBeVisible({ visible: path === '/' })
        await expect(page.getByRole('link', { name: /Rush B/ })).toBeVisible()
      }
      await page.getByRole('navigation').getByRole('link', { name: 'VIP 订阅' }).click()
      await expect(heading(page, 'VIP 订阅')).toBeVisible()
      await page.reload()
      await expect(heading(page, 'VIP 订阅')).toBeVisible()
      await expect(page.getByRole('button', { name: '选择套餐' })).toBeVisible()
      await context.setOffline(false)
      await page.reload()
      await expect(page.getByRole('table', { name: '特权对比' })).toBeVisible()
    },
  )

  test(
    'F3 after the first visit every public page opens without a network',
    { tag: '@variant' },
    async ({ page, context, stack }) => {
      await openServerList(page)
      await page.evaluate(() => navigator.serviceWorker.ready)
      const listed = (await (await page.request.get(`${stack.url}/pages.json`)).json()) as Record<
        string,
        string[]
      >
      const wanted = [...(listed['both'] ?? []), ...(listed['zh'] ?? [])]
      const missing = async () => {
        const cached = new Set((await readCaches(page)).map(({ address }) => address))
        return wanted.filter((file) => !cached.has(file))
      }
      expect(wanted.length).toBeGreaterThan(50)
      await expect.poll(missing).toEqual([])
      await context.setOffline(true)
      for (const [path, title] of [
        ['/servers', '社区服务器'],
        ['/vip', 'VIP 订阅'],
        ['/store', 'VIP 卡'],
        ['/leaderboard', '排行榜'],
        ['/pracc', '练习服务器'],
        ['/faq', '常见问题'],
      ] as const) {
        await page.goto(path)
        await expect(heading(page, title)).toBeVisible()
        await expect(page.getByText('网络连接已断开')).toBeVisible()
      }
      await page.getByRole('button', { name: '登录' }).first().click()
      await expect(signInDialog(page)).toBeVisible()
    },
  )

  test(
    'A10 F3 a visited page comes from the worker at once, and the operator’s change follows',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await openServerList(page)
      await openThroughServiceWorker(page)
      await expect.poll(async () => (await readCaches(page)).map(({ address }) => address)).toContain('/')
      await operator.change({ name: 'Rush B' })
      const response = await page.reload()
      expect(response?.fromServiceWorker()).toBe(true)
      const html = (await response?.text()) ?? ''
      expect(html).toContain('data-kept')
      expect(html).not.toContain('Rush B')
      await expect(page.getByRole('link', { name: /Rush B/ })).toBeVisible()
      await expect(page).toHaveTitle(/Rush B/)
      await expect(page.getByText('连接中断')).toHaveCount(0)
      // The worker has stored what the portal replied.
      const stored = async () => (await readCaches(page)).find(({ address }) => address === '/')?.text ?? ''
      await expect.poll(stored).toContain('Rush B')
    },
  )

  test(
    'A10 F3 a page that is switched off by now leads on',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await page.goto('/pracc')
      await openThroughServiceWorker(page)
      await expect
        .poll(async () => (await readCaches(page)).map(({ address }) => address))
        .toContain('/pracc')
      await operator.change({ features: { pracc: { enabled: false } } })
      await page.reload()
      await expect(page).not.toHaveURL(/pracc/)
      await expect(heading(page, '练习服务器')).toHaveCount(0)
    },
  )

  test('B7 F3 another language does not show the last content', { tag: '@variant' }, async ({ page }) => {
    await page.goto('/vip')
    await openThroughServiceWorker(page)
    await page.getByRole('button', { name: '切换到英文' }).click()
    await expect(heading(page, 'VIP Subscription')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test(
  'F3 the manifest says the community’s name, and every picture it names is there',
  { tag: '@variant' },
  async ({ page, operator }) => {
    await operator.change({ name: 'Rush B' })
    await page.goto('/vip')
    const address = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href')
    const manifest = (await (await page.request.get((await address('manifest')) ?? '')).json()) as {
      name: string
      display: string
      start_url: string
      icons: { src: string; sizes: string; type: string; purpose: string }[]
    }
    expect(manifest).toMatchObject({
      name: 'Rush B',
      display: 'standalone',
      start_url: '/',
    })
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    const pictures = [
      ...manifest.icons,
      { src: (await address('apple-touch-icon')) ?? '', sizes: '180x180', type: 'image/png' },
    ]
    for (const { src, sizes, type } of pictures) {
      const answer = await page.request.get(src)
      expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type])
      if (sizes === 'any') continue
      const size = await page.evaluate(async (from) => {
        const image = new Image()
        image.src = from
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      }, src)
      expect([src, size]).toEqual([src, sizes])
    }
  },
)

test.describe('the app', () => {
  const row = (page: Page) => page.getByRole('region', { name: '在应用中订阅' })
  const install = (page: Page) => row(page).getByRole('button', { name: '安装应用' })

  test(
    'F3 where the browser has no install prompt, the page explains how to install',
    { tag: '@variant' },
    async ({ page }) => {
      await page.goto('/vip')
      await install(page).click()
      const instructions = page.getByRole('dialog', { name: '安装 CLUTCH' })
      for (const system of ['iPhone、iPad', 'Android', '电脑'])
        await expect(instructions.getByText(system)).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(signInDialog(page)).toHaveCount(0)
      await expect(install(page)).toBeFocused()
    },
  )

  test('F3 the browser’s own prompt, once; then it is an app', async ({ page }) => {
    await page.goto('/vip')
    await expect(install(page)).toHaveAttribute('aria-haspopup', 'dialog')
    const held = await page.evaluate(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true })
      const prompt = () => {
        document.documentElement.dataset['prompted'] = String(
          Number(document.documentElement.dataset['prompted'] ?? 0) + 1,
        )
        return Promise.resolve({ outcome: 'dismissed' })
      }
      dispatchEvent(Object.assign(event, { prompt }))
      return event.defaultPrevented
    })
    expect(held).toBe(true)
    await expect(install(page)).not.toHaveAttribute('aria-haspopup')
    await install(page).click()
    await expect(page.locator('html')).toHaveAttribute('data-prompted', '1')
    await expect(signInDialog(page)).toHaveCount(0)
    await install(page).click()
    await expect(page.getByRole('dialog', { name: '安装 CLUTCH' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
    await expect(row(page).getByRole('button', { name: '已安装' })).toBeDisabled()
  })

  testWhenProving('F3 in English, too', async ({ page }) => {
    await openWithPreferences(page, 'en')
    await page.goto('/vip')
    await page.getByRole('button', { name: 'Install app' }).click()
    await expect(page.getByRole('dialog', { name: 'Install CLUTCH' })).toBeVisible()
  })
})

test(
  'F3 an offer of the browser that came before VIP’s page was open is not lost',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.addInitScript(() => {
      addEventListener('load', () => {
        const event = new Event('beforeinstallprompt', { cancelable: true })
        dispatchEvent(Object.assign(event, { prompt: () => Promise.resolve({ outcome: 'accepted' }) }))
      })
    })
    await openSignedIn(page, stack, takePerson())
    await expect(accountButton(page)).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'VIP 订阅' }).click()
    await expect(page.getByRole('button', { name: '安装应用' })).not.toHaveAttribute('aria-haspopup')
  },
)
