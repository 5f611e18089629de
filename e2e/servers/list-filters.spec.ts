import type { Page } from '@playwright/test'
import {
  isListRequest,
  dialog,
  serverNameButton,
  openServerList,
  serverRow,
  serverRows,
  listServerNames,
} from '../support/server-list.ts'
import { expect, test } from '../support/test.ts'

const search = (page: Page) => page.getByRole('textbox', { name: '搜索服务器名称' })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
const opener = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const parameter = (name: string, value: string | null) => (url: URL) => url.searchParams.get(name) === value

/** The lists of every request for a filtered list, in the order they were made. */
function listRequests(page: Page): Record<string, string>[] {
  const asked: Record<string, string>[] = []
  page.on('request', (request) => {
    if (isListRequest(request.url())) asked.push(Object.fromEntries(new URL(request.url()).searchParams))
  })
  return asked
}

test.describe('D1 the toolbar', () => {
  test(
    'D1 one dropdown is open at a time; a click elsewhere closes it',
    { tag: '@variant' },
    async ({ page }) => {
      await openServerList(page)
      await opener(page, '地图').click()
      await expect(dialog(page, '地图')).toBeVisible()
      await opener(page, '地区').click()
      await expect(dialog(page, '地区')).toBeVisible()
      await expect(dialog(page, '地图')).toHaveCount(0)
      await page.getByRole('heading', { level: 1 }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await opener(page, '地区').click()
      await expect(dialog(page, '地区')).toBeVisible()
      await opener(page, '地区').click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await opener(page, '地图').click()
      await dialog(page, '地图').getByRole('button', { name: '关闭' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  )

  test('D1 options carry check marks, Reset clears them', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await opener(page, '地图').click()
    const maps = dialog(page, '地图')
    await maps.getByRole('checkbox', { name: 'de_nuke' }).check()
    await maps.getByRole('checkbox', { name: 'de_mirage' }).check()
    await expect(serverRows(page)).toHaveCount(3)
    await expect(maps.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expect(opener(page, '地图')).toHaveText(/2/)
    await maps.getByRole('button', { name: '重置' }).click()
    await expect(maps.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(serverRows(page)).toHaveCount(11)
  })

  test('D1 D17 mode pills may be on together, all turns them off', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    const pills = page.getByRole('group', { name: '模式' })
    const pill = (name: string) => pills.getByRole('button', { name: new RegExp(`^${name}`) })
    await pill('回防').click()
    await expect(serverRows(page)).toHaveCount(2)
    await pill('死斗').click()
    await expect(serverRows(page)).toHaveCount(3)
    await expect(pill('回防')).toHaveAttribute('aria-pressed', 'true')
    await expect(pill('全部')).toHaveAttribute('aria-pressed', 'false')
    await pill('全部').click()
    await expect(serverRows(page)).toHaveCount(11)
    await expect(pill('回防')).toHaveAttribute('aria-pressed', 'false')
  })

  test('D1 D11 search is a part of the name, trimmed, whatever its case, and can be cleared', async ({
    page,
  }) => {
    await openServerList(page)
    await search(page).fill('  HONG kong ')
    await expect.poll(() => listServerNames(page)).toEqual(['Hong Kong #1 Retakes'])
    await search(page).fill('FALLBACK')
    await expect.poll(() => listServerNames(page)).toEqual(['上海 #5 竞技 5v5'])
    await page.getByRole('button', { name: '清除', exact: true }).click()
    await expect(search(page)).toHaveValue('')
    await expect(serverRows(page)).toHaveCount(11)
  })

  test('D1 D5 reset-all brings every default back', { tag: '@variant' }, async ({ page }) => {
    await openServerList(
      page,
      '/?s=上海&modes=retakes&maps=de_mirage&regions=ap-shanghai&hide_full=false&hide_empty=true',
    )
    await expect(serverRows(page)).toHaveCount(1)
    await page.getByRole('button', { name: '重置', exact: true }).click()
    await expect(serverRows(page)).toHaveCount(11)
    await expect(toggle(page, '隐藏已满')).toBeChecked()
    await expect(toggle(page, '隐藏空服')).not.toBeChecked()
    await expect(search(page)).toHaveValue('')
    await expect(page).toHaveURL('/')
  })

  test('D12 full and empty servers are hidden as the toggles say', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await expect(serverNameButton(page, '上海 #6 已满')).toHaveCount(0)
    await toggle(page, '隐藏已满').click()
    await expect(serverNameButton(page, '上海 #6 已满')).toBeVisible()
    await toggle(page, '隐藏空服').click()
    await expect(serverNameButton(page, '成都 #1 空服')).toHaveCount(0)
    await page.getByRole('button', { name: '显示全部' }).click()
    await expect(serverRows(page)).toHaveCount(12)
  })
})

test.describe('D9 the address', () => {
  test('D9 follows the filter without a step in the history', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    const steps = await page.evaluate(() => history.length)
    await page.evaluate(() => Object.assign(window, { sameLoad: true }))
    await search(page).fill('上海')
    await expect(page).toHaveURL(parameter('s', '上海'))
    await opener(page, '地图').click()
    await dialog(page, '地图').getByRole('checkbox', { name: 'de_mirage' }).check()
    await dialog(page, '地图').getByRole('checkbox', { name: 'de_anubis' }).check()
    await page.keyboard.press('Escape')
    await opener(page, '地区').click()
    await dialog(page, '地区').getByRole('checkbox', { name: '上海' }).check()
    await page.keyboard.press('Escape')
    await toggle(page, '隐藏已满').click()
    await toggle(page, '隐藏空服').click()
    await toggle(page, '隐藏离线').click()
    await expect(page).toHaveURL((url) => {
      const { s, maps, regions, ...toggles } = Object.fromEntries(url.searchParams)
      return (
        s === '上海' &&
        maps?.split(',').toSorted().join() === 'de_anubis,de_mirage' &&
        regions === 'ap-shanghai' &&
        JSON.stringify(toggles) === '{"hide_full":"false","hide_empty":"true","hide_offline":"false"}'
      )
    })
    expect(await page.evaluate(() => history.length)).toBe(steps)
    expect(await page.evaluate(() => 'sameLoad' in window)).toBe(true)
  })

  test('D9 a shared address shows the same list', { tag: '@variant' }, async ({ page }) => {
    await openServerList(
      page,
      '/servers?s=%E4%B8%8A%E6%B5%B7&regions=ap-shanghai&maps=de_train,de_anubis&hide_full=false',
    )
    await expect.poll(() => listServerNames(page)).toEqual(['上海 #3 手枪死斗', '上海 #6 已满'])
    await expect(search(page)).toHaveValue('上海')
    await expect(toggle(page, '隐藏已满')).not.toBeChecked()
  })

  test(
    'D10 a search of other characters is empty, unknown values are cleared',
    { tag: '@variant' },
    async ({ page }) => {
      await openServerList(page, '/?s=%3Cscript%3E&modes=retakes,nonsense&maps=de_nowhere')
      await expect(search(page)).toHaveValue('')
      await expect(serverRows(page)).toHaveCount(2)
      await expect(page).toHaveURL((url) => url.search === '?modes=retakes')
    },
  )

  test(
    'D11 what the address may not hold is searched for all the same, and stays in the box',
    { tag: '@variant' },
    async ({ page }) => {
      await page.clock.install()
      await openServerList(page, '/?s=上海')
      await search(page).fill('上海 <1>')
      await page.clock.runFor(2_000)
      await expect(search(page)).toHaveValue('上海 <1>')
      await expect(page).toHaveURL(parameter('s', null))
      await search(page).fill('#1 死斗')
      await page.clock.runFor(2_000)
      await expect(serverRows(page)).toHaveCount(1)
      await expect(page).toHaveURL(parameter('s', '#1 死斗'))
    },
  )

  test('D10 no query string breaks the page', { tag: '@variant' }, async ({ page }) => {
    const long = 'x'.repeat(3_000)
    for (const query of [
      '?%E0%A4%A&s=%',
      '?s[]=1&s=a&s=b&__proto__=1&constructor=2',
      `?maps=${long}`,
      '?&&==&#?s=1',
    ]) {
      await page.goto(`/${query}`)
      await expect(page.getByRole('heading', { level: 1, name: '社区服务器' })).toBeVisible()
      await expect(page.getByText(/^显示 \d+ \/ \d+ 台$/)).toBeVisible()
    }
  })
})

test.describe('D13 the requests', () => {
  test(
    'D13 comma lists, only those set, and again on every change',
    { tag: '@variant' },
    async ({ page }) => {
      const asked = listRequests(page)
      await openServerList(page)
      await page.getByRole('button', { name: '刷新' }).click()
      await expect.poll(() => asked).toContainEqual({})
      const pills = page.getByRole('group', { name: '模式' })
      await pills.getByRole('button', { name: /^回防/ }).click()
      await expect.poll(() => asked.at(-1)).toEqual({ modes: 'retakes' })
      await pills.getByRole('button', { name: /^死斗/ }).click()
      await expect.poll(() => asked.at(-1)).toEqual({ modes: 'retakes,deathmatch' })
      await opener(page, '地区').click()
      await dialog(page, '地区').getByRole('checkbox', { name: '上海' }).check()
      await expect.poll(() => asked.at(-1)).toEqual({ modes: 'retakes,deathmatch', regions: 'ap-shanghai' })
      await page.keyboard.press('Escape')
      await opener(page, '地图').click()
      await dialog(page, '地图').getByRole('checkbox', { name: 'de_mirage' }).check()
      await expect
        .poll(() => asked.at(-1))
        .toEqual({ modes: 'retakes,deathmatch', regions: 'ap-shanghai', maps: 'de_mirage' })
      await expect.poll(() => listServerNames(page)).toEqual(['上海 #1 回防 · 128 tick'])
    },
  )

  test('D13 all servers again every 30 s', { tag: '@variant' }, async ({ page }) => {
    await page.clock.install()
    const asked = listRequests(page)
    await openServerList(page)
    const first = asked.length
    await page.clock.fastForward(30_000)
    await expect.poll(() => asked.length).toBeGreaterThan(first)
    expect(asked.at(-1)).toEqual({})
  })

  test('D13 what the portal filtered is what is shown', { tag: '@variant' }, async ({ page }) => {
    await page.route('**/api/servers?modes=retakes', async (route) => {
      const answer = await route.fetch()
      const servers = (await answer.json()) as { name: string }[]
      await route.fulfill({ response: answer, json: servers.filter(({ name }) => name.startsWith('Hong')) })
    })
    await openServerList(page)
    await page.getByRole('group', { name: '模式' }).getByRole('button', { name: /^回防/ }).click()
    await expect.poll(() => listServerNames(page)).toEqual(['Hong Kong #1 Retakes'])
    await expect(serverRow(page, 'Hong Kong #1 Retakes')).toBeVisible()
  })
})
