import { buildServer } from '@clutch/contract/testing/server-builder.ts'
import { communityServers } from '../support/community-servers.ts'
import {
  dialog,
  serverNameButton,
  openServerList,
  pauseClock,
  serverRow,
  serverRows,
  mockServerList,
  listServerNames,
} from '../support/server-list.ts'
import { expect, test } from '../support/test.ts'

const shanghai = '上海 #1 回防 · 128 tick'
const beijing = '北京 #1 死斗 · FFA'

test('D5 D6 D7 at first: players descending behind the pins, full and offline hidden', async ({ page }) => {
  await openServerList(page)
  await expect
    .poll(() => listServerNames(page))
    .toEqual([
      shanghai,
      beijing,
      '法兰克福 #1 Public',
      '广州 #2 单挑竞技场 1v1',
      '上海 #3 手枪死斗',
      '上海 #5 竞技 5v5',
      '北京 #4 VIP 专属死斗',
      'Tokyo #1 No-AWP DM',
      'Hong Kong #1 Retakes',
      '新加坡 #1 Public',
      '成都 #1 空服',
    ])
  await expect(page.getByRole('switch', { name: '隐藏已满' })).toBeChecked()
  await expect(page.getByRole('switch', { name: '隐藏空服' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: '隐藏离线' })).toBeChecked()
  await expect(
    page.getByText(`显示 ${communityServers.length - 1} / ${communityServers.length} 台`),
  ).toBeVisible()
})

test.describe('D2 what is shown of a server', () => {
  test('D2 name, players, map, region and online in columns', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await expect(page.getByRole('columnheader')).toHaveText(['名称', '玩家', '地图', '地区', '在线', '操作'])
    const cells = serverRow(page, shanghai).getByRole('cell')
    await expect(cells).toHaveCount(6)
    await expect(cells.nth(0)).toContainText('回防 · 128 tick')
    await expect(cells.nth(1)).toHaveText('9 / 10')
    await expect(cells.nth(2)).toHaveText('de_mirage')
    await expect(cells.nth(3)).toHaveText('上海')
    await expect(cells.nth(4)).toHaveText('在线')
    await expect(cells.nth(5).getByRole('link')).toHaveText('加入游戏')
  })

  test('D2 D13 the display name where there is one', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await expect(serverRow(page, '上海 #5 竞技 5v5')).toBeVisible()
    await expect(page.getByText('fallback name')).toHaveCount(0)
  })

  test(
    'D3 pinned servers carry a star, one that asks for a password a lock',
    { tag: '@variant' },
    async ({ page }) => {
      await openServerList(page)
      await expect(serverRow(page, shanghai).getByText('置顶')).toHaveCount(1)
      await expect(serverRow(page, beijing).getByText('置顶')).toHaveCount(1)
      await expect(page.getByText('置顶')).toHaveCount(2)
      await expect(serverRow(page, '新加坡 #1 Public').getByText('需要密码')).toHaveCount(1)
      await expect(page.getByText('需要密码')).toHaveCount(1)
    },
  )

  test('F8 the slot meter says how many slots are reserved', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    const meter = (name: string) => serverRow(page, name).getByRole('img')
    await expect(meter('法兰克福 #1 Public')).toHaveAccessibleName(
      '24 个位置已占 17 个，其中 3 个为 VIP 预留',
    )
    await expect(meter(beijing)).toHaveAccessibleName('20 个位置已占 14 个，其中 2 个为 VIP 预留')
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('D2 cards with map and region in the line under the name', { tag: '@variant' }, async ({ page }) => {
      await openServerList(page)
      await expect(page.getByRole('columnheader')).toHaveCount(0)
      await expect(serverRow(page, shanghai)).toContainText('回防 · de_mirage · 上海')
      await expect(serverRow(page, shanghai).getByRole('link', { name: /加入游戏/ })).toHaveText('加入')
    })

    test('D1 modes are a dropdown, filters are pills', { tag: '@variant' }, async ({ page }) => {
      await openServerList(page)
      await page.getByRole('button', { name: '全部模式' }).click()
      await dialog(page, '模式').getByRole('checkbox', { name: /^回防/ }).check()
      await page.keyboard.press('Escape')
      await expect(serverRows(page)).toHaveCount(2)
      await page.getByRole('button', { name: '隐藏已满' }).click()
      await expect(page).toHaveURL((url) => url.searchParams.get('modes') === 'retakes')
      await expect(page).toHaveURL((url) => url.searchParams.get('hide_full') === 'false')
    })
  })
})

test.describe('D3 copy and join', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('D3 copies the connect command and says so for 2 s', { tag: '@variant' }, async ({ page, stack }) => {
    await page.clock.install()
    await openServerList(page)
    await pauseClock(page)
    await serverRow(page, shanghai)
      .getByRole('button', { name: `复制 ${shanghai} 的连接指令` })
      .click()
    const said = serverRow(page, shanghai).getByText('已复制')
    await expect(said).toHaveCount(1)
    const { host, port } = stack.sim.servers[0] ?? { host: '', port: 0 }
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`connect ${host}:${port}`)
    await page.clock.runFor(1_999)
    await expect(said).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(said).toHaveCount(0)
  })

  test(
    'D3 where the browser forbids copying, the text is in a field, selected',
    { tag: '@variant' },
    async ({ page, stack }) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
      await openServerList(page)
      await serverRow(page, shanghai).getByRole('button', { name: /^复制/ }).click()
      const field = dialog(page, '请手动复制').getByRole('textbox')
      const { host, port } = stack.sim.servers[0] ?? { host: '', port: 0 }
      await expect(field).toHaveValue(`connect ${host}:${port}`)
      await field.focus()
      await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(`connect ${host}:${port}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  )

  test('D3 join opens the game; the operator chooses through which link', async ({
    page,
    stack,
    operator,
  }) => {
    const { host, port } = stack.sim.servers[0] ?? { host: '', port: 0 }
    const join = serverRow(page, shanghai).getByRole('link', { name: `加入游戏：${shanghai}` })
    await openServerList(page)
    await expect(join).toHaveAttribute('href', `steam://run/730//+connect%20${host}:${port}`)
    await operator.change({ join: 'connect' })
    await page.reload()
    await expect(join).toHaveAttribute('href', `steam://connect/${host}:${port}`)
  })

  test('D3 an offline server cannot be joined and says why', { tag: '@variant' }, async ({ page }) => {
    await mockServerList(page, [buildServer({ name: '离线服', open: 0 })])
    await openServerList(page, '/?hide_offline=false')
    const join = serverRow(page, '离线服').getByRole('link', { name: '加入游戏：离线服' })
    await expect(join).toHaveAttribute('aria-disabled', 'true')
    await expect(join).not.toHaveAttribute('href')
    await expect(join).toHaveAccessibleDescription('服务器离线')
    await join.hover()
    await expect(page.getByText('服务器离线', { exact: true })).toBeVisible()
    await expect(serverRow(page, '离线服').getByRole('cell').nth(1)).toHaveText('-')
    await expect(serverRow(page, '离线服').getByRole('cell').nth(4)).toHaveText('离线')
  })
})

test.describe('D6 D7 sorting', () => {
  const players = (page: Parameters<typeof serverRows>[0]) => page.getByRole('columnheader', { name: '玩家' })
  const name = (page: Parameters<typeof serverRows>[0]) => page.getByRole('columnheader', { name: '名称' })

  test(
    'D6 a column goes ascending, descending, none; pins stay first',
    { tag: '@variant' },
    async ({ page }) => {
      await mockServerList(page, [
        buildServer({ id: '1', name: 'bravo', players: '1/10' }),
        buildServer({ id: '2', name: 'Alpha', players: '3/10', port: 2 }),
        buildServer({ id: '3', name: 'charlie', players: '2/10', port: 3 }),
        buildServer({ id: '4', name: 'pin one', players: '0/10', ontop: 1, port: 4 }),
        buildServer({ id: '5', name: 'pin two', players: '9/10', ontop: 2, port: 5 }),
      ])
      await openServerList(page)
      const order = () => listServerNames(page)
      const pins = ['pin two', 'pin one']
      await expect(players(page)).toHaveAttribute('aria-sort', 'descending')
      await expect.poll(order).toEqual([...pins, 'Alpha', 'charlie', 'bravo'])
      await players(page).getByRole('button').click()
      await expect(players(page)).toHaveAttribute('aria-sort', 'none')
      await expect.poll(order).toEqual([...pins, 'bravo', 'Alpha', 'charlie'])
      await players(page).getByRole('button').click()
      await expect(players(page)).toHaveAttribute('aria-sort', 'ascending')
      await expect.poll(order).toEqual([...pins, 'bravo', 'charlie', 'Alpha'])
      await name(page).getByRole('button').click()
      await expect(name(page)).toHaveAttribute('aria-sort', 'ascending')
      await expect(players(page)).toHaveAttribute('aria-sort', 'none')
      await expect.poll(order).toEqual([...pins, 'Alpha', 'bravo', 'charlie'])
      await name(page).getByRole('button').click()
      await expect.poll(order).toEqual([...pins, 'charlie', 'bravo', 'Alpha'])
      await name(page).getByRole('button').click()
      await expect(name(page)).toHaveAttribute('aria-sort', 'none')
      await expect.poll(order).toEqual([...pins, 'bravo', 'Alpha', 'charlie'])
    },
  )

  test(
    'D7 E4 players sort falls back to star, then max, then ip:port',
    { tag: '@variant' },
    async ({ page }) => {
      await mockServerList(page, [
        buildServer({ id: '1', name: 'port 3', players: '5/10', port: 3 }),
        buildServer({ id: '2', name: 'port 1', players: '5/10', port: 1 }),
        buildServer({ id: '3', name: 'larger', players: '5/20', port: 9 }),
        buildServer({ id: '4', name: 'starred', players: '5/10', star: 1, port: 8 }),
      ])
      await openServerList(page)
      const ties = ['starred', 'larger', 'port 1', 'port 3']
      await expect.poll(() => listServerNames(page)).toEqual(ties)
      await players(page).getByRole('button').click()
      await players(page).getByRole('button').click()
      await expect(players(page)).toHaveAttribute('aria-sort', 'ascending')
      await expect.poll(() => listServerNames(page)).toEqual(ties)
    },
  )

  for (const [motion, fades] of [
    ['no-preference', 1],
    ['reduce', 0],
  ] as const) {
    test.describe(`with motion: ${motion}`, () => {
      test.use({ contextOptions: { reducedMotion: motion } })

      test(
        `D6 a re-sort fades ${fades === 1 ? 'shortly' : 'not at all'}`,
        { tag: '@variant' },
        async ({ page }) => {
          await page.addInitScript(() => {
            Object.assign(window, { fades: 0 })
            Element.prototype.animate = new Proxy(Reflect.get(Element.prototype, 'animate'), {
              apply: (animate, self, given) => {
                Object.assign(window, { fades: Number(Reflect.get(window, 'fades')) + 1 })
                return Reflect.apply(animate, self, given)
              },
            })
          })
          await openServerList(page)
          const before = await listServerNames(page)
          await name(page).getByRole('button').click()
          await expect.poll(() => listServerNames(page)).not.toEqual(before)
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          )
          await expect.poll(() => page.evaluate(() => Reflect.get(window, 'fades'))).toBe(fades)
        },
      )
    })
  }
})

test.describe('favourites', () => {
  test('stay on this device over a reload, and can be shown alone', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await page.getByRole('button', { name: '我的收藏' }).click()
    await expect(page.getByText('还没有收藏')).toBeVisible()
    await page.getByRole('button', { name: '重置筛选' }).click()
    await serverRow(page, beijing)
      .getByRole('button', { name: `收藏 ${beijing}` })
      .click()
    await page.reload()
    await expect(
      serverRow(page, beijing).getByRole('button', { name: `取消收藏 ${beijing}` }),
    ).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: '我的收藏' }).click()
    await expect(serverRows(page)).toHaveCount(1)
    await serverRow(page, beijing)
      .getByRole('button', { name: `取消收藏 ${beijing}` })
      .click()
    await expect(page.getByText('还没有收藏')).toBeVisible()
  })
})

test.describe('the empty list', () => {
  test('says that there are no servers yet', { tag: '@variant' }, async ({ page }) => {
    await mockServerList(page, [])
    await page.goto('/')
    await expect(page.getByText('还没有服务器')).toBeVisible()
  })

  test('filtered to nothing it offers to start over', { tag: '@variant' }, async ({ page }) => {
    await openServerList(page)
    await page.getByRole('textbox', { name: '搜索服务器名称' }).fill('没有这样的名字')
    await expect(page.getByText('没有符合条件的服务器')).toBeVisible()
    await page.getByRole('button', { name: '重置筛选' }).click()
    await expect(serverNameButton(page, shanghai)).toBeVisible()
  })
})
