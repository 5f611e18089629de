import type { Page } from '@playwright/test'
import {
  isListRequest,
  blockStream,
  serverNameButton,
  openServerList,
  pauseClock,
  serverRows,
} from '../support/server-list.ts'
import { expect, listenToConsole, test } from '../support/test.ts'

const refresh = (page: Page) => page.getByRole('button', { name: '刷新' })
const table = (page: Page) => page.getByRole('table', { name: '服务器' })

/** Keeps every answer of the list back until `release`. */
async function delayList(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    (url) => isListRequest(url.href),
    async (route) => {
      await promise
      await route.fallback()
    },
  )
  return { release: resolve }
}

const isListUrl = (url: URL) => isListRequest(url.href)
const blockList = (page: Page) => page.route(isListUrl, (route) => route.abort())
/** Without the stream, which would bring the list by itself, the button first gone. */
const unblockList = (page: Page) => page.unroute(isListUrl)

test.describe('D8 refresh', () => {
  test(
    'D8 loads the lists, then rests 5 s with the seconds in its title',
    { tag: '@variant' },
    async ({ page }) => {
      await page.clock.install()
      await openServerList(page)
      let asked = 0
      page.on('request', (request) => {
        if (isListRequest(request.url())) asked += 1
      })
      await pauseClock(page)
      await refresh(page).click()
      const title = () => refresh(page).getAttribute('title')
      await expect
        .poll(async () => {
          await page.clock.runFor(20)
          return title()
        })
        .not.toBeNull()
      expect(await title()).toBe('5 秒后可再次刷新')
      await expect(refresh(page)).toBeDisabled()
      expect(asked).toBe(1)
      await page.clock.runFor(3_000)
      await expect(refresh(page)).toHaveAttribute('title', '2 秒后可再次刷新')
      await refresh(page).click({ force: true })
      await page.clock.runFor(1_800)
      await expect(refresh(page)).toBeDisabled()
      await page.clock.runFor(300)
      await expect(refresh(page)).toBeEnabled()
      await expect(refresh(page)).not.toHaveAttribute('title')
      expect(asked).toBe(1)
    },
  )

  test('D8 loads the filtered list too', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page, '/?modes=retakes')
    await expect(serverRows(page)).toHaveCount(2)
    const asked: string[] = []
    page.on('request', (request) => {
      if (isListRequest(request.url())) asked.push(new URL(request.url()).search)
    })
    await refresh(page).click()
    await expect.poll(() => asked.toSorted()).toEqual(['', '?modes=retakes'])
  })

  test(
    'D8 while it loads the old rows stay, blurred under a spinner',
    { tag: '@variant' },
    async ({ page }) => {
      await openServerList(page)
      const held = await delayList(page)
      await refresh(page).click()
      await expect(page.getByRole('status', { name: '正在加载列表' })).toBeVisible()
      await expect(serverRows(page).first()).toBeAttached()
      const blur = () =>
        serverRows(page)
          .first()
          .evaluate((row) => {
            const filters: string[] = []
            for (let at: Element | null = row; at !== null; at = at.parentElement)
              filters.push(getComputedStyle(at).filter)
            return filters.filter((filter) => filter.startsWith('blur'))
          })
      await expect.poll(blur).toEqual(['blur(5px)'])
      await expect(refresh(page)).toBeDisabled()
      held.release()
      await expect(page.getByRole('status', { name: '正在加载列表' })).toHaveCount(0)
      await expect.poll(blur).toEqual([])
    },
  )

  test('the first load shows a skeleton, not an empty list', { tag: '@variant' }, async ({ page }) => {
    const held = await delayList(page)
    await page.goto('/')
    await expect(page.getByRole('status', { name: '加载中' }).locator('span').first()).toBeVisible()
    await expect(page.getByText('还没有服务器')).toHaveCount(0)
    held.release()
    await expect(serverRows(page).first()).toBeVisible()
  })
})

test.describe('D15 the list cannot be loaded', () => {
  test(
    'D15 it stays, with a note and its time, and the failure is logged',
    { tag: '@variant' },
    async ({ page }) => {
      const said = listenToConsole(page)
      await page.clock.install({ time: new Date('2026-03-05T13:37:00+08:00') })
      await blockStream(page)
      await page.route(isListUrl, async (route) => {
        const response = await route.fetch()
        const at = Date.parse('2026-03-05T13:37:00+08:00')
        // The portal’s clock is the page’s: else the list would be old from the start.
        const times = { date: new Date(at).toUTCString(), 'x-snapshot-time': String(at) }
        await route.fulfill({ response, headers: { ...response.headers(), ...times } })
      })
      await openServerList(page)
      const note = page.getByText('连接中断，显示的是 13:37 的数据')
      await expect(note).toHaveCount(0)
      await blockList(page)
      await page.clock.runFor(31_000)
      await expect(note).toBeVisible()
      await expect(serverRows(page)).toHaveCount(11)
      await expect(serverNameButton(page, '北京 #1 死斗 · FFA')).toBeVisible()
      await expect.poll(() => said.some((line) => line.includes('loading the servers'))).toBe(true)
      await unblockList(page)
      await page.getByRole('button', { name: '重试' }).click()
      await expect(note).toHaveCount(0)
      await expect(serverRows(page)).toHaveCount(11)
    },
  )

  test(
    'D15 a portal that answers an error, HTML or half a list changes nothing',
    { tag: '@variant' },
    async ({ page }) => {
      await page.clock.install()
      await blockStream(page)
      await openServerList(page)
      for (const answer of [
        { status: 503, json: { error: 'away', code: 'portal.unavailable' } },
        { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
        { status: 200, contentType: 'application/json', body: '[{"id":"1"' },
        { status: 200, json: [{ id: 1, name: null }] },
      ]) {
        await page.route(isListUrl, (route) => route.fulfill(answer))
        await page.clock.fastForward(31_000)
        await expect(page.getByText(/^连接中断，显示的是/)).toBeVisible()
        await expect(serverRows(page)).toHaveCount(11)
        await unblockList(page)
        await page.clock.fastForward(31_000)
        await expect(page.getByText(/^连接中断/)).toHaveCount(0)
      }
    },
  )

  test(
    'D15 a list that the portal itself has not confirmed for minutes says so',
    { tag: '@variant' },
    async ({ page }) => {
      await blockStream(page)
      await page.route(
        (url) => isListRequest(url.href),
        async (route) => {
          const response = await route.fetch()
          const confirmed = String(Date.now() - 5 * 60_000)
          await route.fulfill({ response, headers: { ...response.headers(), 'x-snapshot-time': confirmed } })
        },
      )
      await openServerList(page)
      await expect(page.getByText(/^连接中断，显示的是 \d\d:\d\d 的数据$/)).toBeVisible()
      await expect(page.getByText(/^5 分钟前更新$/)).toBeVisible()
      await expect(serverRows(page)).toHaveCount(11)
    },
  )

  test('D15 a failed first load says so and can be tried again', { tag: '@variant' }, async ({ page }) => {
    await blockStream(page)
    await blockList(page)
    await page.goto('/')
    await expect(page.getByText('连接中断，服务器列表未能加载')).toHaveCount(1)
    await unblockList(page)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(serverRows(page).first()).toBeVisible()
  })

  test('D15 a filter still works on what is there', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await blockList(page)
    await page.getByRole('group', { name: '模式' }).getByRole('button', { name: /^回防/ }).click()
    await expect(serverRows(page)).toHaveCount(2)
    await expect(table(page)).toBeVisible()
    await expect(page.getByText(/^连接中断/)).toBeVisible()
  })
})
