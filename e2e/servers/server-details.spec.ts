import { defaultFeatures } from '@clutch/contract/features.ts'
import type { Server } from '@clutch/contract/api/servers/servers.ts'
import type { Page } from '@playwright/test'
import {
  listServerNames,
  serverNameButton,
  openServerList,
  serverRow,
  serverRows,
} from '../support/server-list.ts'
import { expect, test, openWithPreferences } from '../support/test.ts'
import type { Stack } from '../support/stack.ts'

const shanghai = '上海 #1 回防 · 128 tick'

async function find(stack: Stack, name: string): Promise<Server> {
  const servers = (await (await fetch(new URL('/api/servers', stack.url))).json()) as Server[]
  const found = servers.find((server) => server.name === name)
  if (!found) throw new Error(`no server ${name}`)
  return found
}

const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })

test.describe('D16 details', () => {
  test(
    'D16 show the live server, its players, and the way back',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const server = await find(stack, shanghai)
      await openServerList(page)
      await serverNameButton(page, shanghai).click()
      await page.getByRole('dialog').getByRole('link', { name: '详情' }).click()
      await expect(page).toHaveURL(`/servers/details/${server.id}`)
      await expect(page.getByRole('heading', { level: 1, name: shanghai })).toBeVisible()
      await expect(page).toHaveTitle(new RegExp(`^${shanghai}`))
      await expect(fact(page, '玩家')).toContainText('9 / 10')
      await expect(fact(page, '模式')).toContainText('回防')
      await expect(fact(page, '地图')).toContainText('de_mirage')
      await expect(fact(page, '地区')).toContainText('上海')
      await expect(fact(page, 'Tickrate')).toContainText('128 tick')
      await expect(page.getByText(`connect ${server.ip}:${server.port}`)).toBeVisible()
      await expect(page.getByRole('list', { name: '玩家' }).getByRole('listitem')).toHaveCount(9)
      await page.getByRole('link', { name: '全部服务器' }).click()
      await expect(page).toHaveURL('/servers')
      await expect(serverRow(page, shanghai)).toBeVisible()
    },
  )

  test.describe('in a low window', () => {
    test.use({ viewport: { width: 1440, height: 560 } })

    test(
      'D9 D16 back from a server leads to the same rows: filter, order and position',
      { tag: '@variant' },
      async ({ page }) => {
        await openServerList(page, '/?hide_full=false')
        await page.getByRole('button', { name: /^名称/ }).click()
        await expect(serverRows(page).last()).toBeAttached()
        const list = page.locator('[data-keeps-scroll]')
        const name = (await listServerNames(page)).at(-2) ?? ''
        await serverNameButton(page, name).scrollIntoViewIfNeeded()
        const before = {
          names: await listServerNames(page),
          top: await list.evaluate(({ scrollTop }) => scrollTop),
          address: page.url(),
        }
        expect(before.top).toBeGreaterThan(50)
        await serverNameButton(page, name).click()
        await page.getByRole('dialog').getByRole('link', { name: '详情' }).click()
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await page.goBack()
        await expect(serverNameButton(page, name)).toBeInViewport()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(page).toHaveURL(before.address)
        expect(await listServerNames(page)).toEqual(before.names)
        expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(before.top)
      },
    )
  })

  test(
    'D16 the history is drawn and described, for a day and a week',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const server = await find(stack, shanghai)
      const asked: (string | null)[] = []
      await page.route('**/api/servers/*/history*', async (route) => {
        const range = new URL(route.request().url()).searchParams.get('range')
        asked.push(range)
        const day = Date.parse('2026-03-05T00:00:00+08:00')
        const points = [4, 9, 2].map((players, at) => ({
          at: day + at * 3_600_000,
          players,
          peak: players + 1,
        }))
        await route.fulfill({ json: { range, points } })
      })
      await page.goto(`/servers/details/${server.id}`)
      await expect(page.getByText(/^00:00 至 02:00：最高 10 人（01:00），平均 5 人，最后 2 人/)).toBeVisible()
      await expect(page.locator('canvas')).toBeVisible()
      await expect(page.getByRole('table', { name: '在线人数走势' }).getByRole('row')).toHaveCount(4)
      await page.getByText('7 天').click()
      await expect.poll(() => asked).toContain('7d')
      await expect(page.getByRole('radio', { name: '7 天' })).toBeChecked()
    },
  )

  test(
    'D16 a history that cannot be loaded can be asked for again',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const server = await find(stack, shanghai)
      await page.route('**/api/servers/*/history*', (route) =>
        route.fulfill({ status: 404, json: { error: 'gone', code: 'server.not_registered' } }),
      )
      await page.goto(`/servers/details/${server.id}`)
      await expect(page.getByText('走势加载失败')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: shanghai })).toBeVisible()
    },
  )

  test('D16 an address of no server says so', { tag: '@variant' }, async ({ page }) => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'not-an-id', '%F0%9F%98%80']) {
      await page.goto(`/servers/details/${id}`)
      await expect(page.getByRole('heading', { level: 1, name: '没有这台服务器' })).toBeVisible()
    }
    await page.getByRole('link', { name: '全部服务器' }).first().click()
    await expect(page).toHaveURL('/servers')
  })
})

test.describe('D16 rules', () => {
  test("D16 the server's own, in the language of the page", { tag: '@variant' }, async ({ page, stack }) => {
    const server = await find(stack, shanghai)
    await page.goto(`/servers/rules/${server.id}`)
    await expect(page.getByRole('heading', { level: 1, name: '规则' })).toBeVisible()
    await expect(page.getByText('尊重他人。', { exact: true })).toBeVisible()
    await expect(page.getByText('禁止作弊。', { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page).toHaveURL(`/servers/details/${server.id}`)
    await openWithPreferences(page, 'en')
    await page.goto(`/servers/rules/${server.id}`)
    await expect(page.getByText('Respect others.', { exact: true })).toBeVisible()
  })

  test(
    "D16 the community's where the server has none, else an honest word",
    { tag: '@variant' },
    async ({ page, stack, operator }) => {
      const server = await find(stack, '北京 #1 死斗 · FFA')
      await page.goto(`/servers/rules/${server.id}`)
      await expect(page.getByText('还没有规则')).toBeVisible()
      await operator.change({ rules: { zh: '<b>全社区</b>的规则', en: 'Rules of all' } })
      await page.reload()
      await expect(page.getByText('<b>全社区</b>的规则', { exact: true })).toBeVisible()
    },
  )

  test('D16 no such server', { tag: '@variant' }, async ({ page }) => {
    await page.goto('/servers/rules/00000000-0000-7000-8000-000000000000')
    await expect(page.getByText('没有这台服务器')).toBeVisible()
  })
})

test.describe('A10 E4 what the operator switches off is not there', () => {
  const switches = defaultFeatures.servers.features
  type Switch = keyof typeof switches
  const off = (name: Switch) => ({ features: { servers: { features: { [name]: false } } } })

  for (const [name, link, other] of [
    ['details', '详情', '规则'],
    ['rules', '规则', '详情'],
  ] as const) {
    test(
      `A10 D16 ${name}: no link, and its address leads to the list`,
      { tag: '@variant' },
      async ({ page, operator, stack }) => {
        const server = await find(stack, shanghai)
        await operator.change(off(name))
        await openServerList(page)
        await serverNameButton(page, shanghai).click()
        await expect(page.getByRole('dialog').getByRole('link', { name: other })).toBeVisible()
        await expect(page.getByRole('dialog').getByRole('link', { name: link })).toHaveCount(0)
        await page.goto(`/servers/${name}/${server.id}`)
        await expect(page).toHaveURL('/servers')
        await expect(serverRow(page, shanghai)).toBeVisible()
      },
    )
  }

  test('E4 quickJoin: no button', { tag: '@variant' }, async ({ page, operator }) => {
    await operator.change(off('quickJoin'))
    await openServerList(page)
    await expect(page.getByRole('button', { name: '刷新' })).toBeVisible()
    await expect(page.getByRole('button', { name: '快速加入' })).toHaveCount(0)
  })

  test(
    'E4 filters: no pills, dropdowns, search or toggles; the defaults still hold',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change(off('filters'))
      await openServerList(page, '/?s=上海&hide_full=false&modes=retakes')
      await expect(serverRows(page)).toHaveCount(11)
      await expect(serverNameButton(page, '上海 #6 已满')).toHaveCount(0)
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await expect(page.getByRole('switch')).toHaveCount(0)
      await expect(page.getByRole('group', { name: '模式' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^(地图|地区|重置|显示全部)/ })).toHaveCount(0)
      await page.keyboard.press('/')
      await expect(page.getByRole('table', { name: '服务器' })).toBeVisible()
    },
  )

  test('A1 A10 servers: no list, no entry, VIP instead', { tag: '@variant' }, async ({ page, operator }) => {
    await operator.change({ features: { servers: { enabled: false } } })
    await page.goto('/')
    await expect(page).toHaveURL('/vip')
    await expect(page.getByRole('heading', { level: 1, name: 'VIP 订阅' })).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: '服务器', exact: true })).toHaveCount(
      0,
    )
    await expect(page.getByRole('table', { name: '服务器' })).toHaveCount(0)
  })

  test(
    'A10 a switch needs no rebuild, only the next start of the page',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await openServerList(page)
      await operator.change(off('quickJoin'))
      await page.reload()
      await expect(page.getByRole('button', { name: '刷新' })).toBeVisible()
      await expect(page.getByRole('button', { name: '快速加入' })).toHaveCount(0)
      await operator.change({ features: { servers: { features: switches } } })
      await page.reload()
      await expect(page.getByRole('button', { name: '快速加入' })).toBeVisible()
    },
  )
})
