import { dialog, serverNameButton, openServerList, serverRow, serverRows } from '../support/server-list.ts'
import { expect, test, openWithPreferences } from '../support/test.ts'

test.use({
  permissions: ['clipboard-read', 'clipboard-write'],
  contextOptions: { reducedMotion: 'no-preference' },
})

const shanghai = '上海 #1 回防 · 128 tick'

test('A player finds a server, looks who plays, copies, shares and joins (zh, desktop)', async ({
  page,
  stack,
  context,
}) => {
  await openServerList(page)
  await page.getByRole('group', { name: '模式' }).getByRole('button', { name: /^回防/ }).click()
  await page.getByRole('textbox', { name: '搜索服务器名称' }).fill('上海')
  await expect(serverRows(page)).toHaveCount(1)
  await serverNameButton(page, shanghai).click()
  await expect(dialog(page, `${shanghai} 的玩家`).getByRole('listitem')).toHaveCount(9)
  await page.keyboard.press('Escape')
  await serverRow(page, shanghai).getByRole('button', { name: /^复制/ }).click()
  const { host, port } = stack.sim.servers[0] ?? { host: '', port: 0 }
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`connect ${host}:${port}`)
  await expect(page).toHaveURL((url) => url.searchParams.get('s') === '上海')
  const friend = await context.newPage()
  await openServerList(friend, page.url())
  await expect(serverRows(friend)).toHaveCount(1)
  await expect(serverRow(friend, shanghai).getByRole('link', { name: /^加入游戏/ })).toHaveAttribute(
    'href',
    new RegExp(`${host}:${port}$`),
  )
  await friend.close()
  await page.getByRole('button', { name: '重置', exact: true }).click()
  await page.getByRole('button', { name: '快速加入' }).click()
  await dialog(page, '快速加入').getByRole('button', { name: /^公共/ }).click()
  await expect(dialog(page, '快速加入').getByText('法兰克福 #1 Public')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test(
    'A player finds a server, looks who plays, copies, shares and joins (en, phone)',
    { tag: '@variant' },
    async ({ page, stack }) => {
      await openWithPreferences(page, 'en')
      await openServerList(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community servers')
      await page.getByRole('button', { name: 'All modes' }).tap()
      await dialog(page, 'Modes')
        .getByRole('checkbox', { name: /^Retakes/ })
        .tap()
      await dialog(page, 'Modes').getByRole('button', { name: 'Close' }).tap()
      await expect(serverRows(page)).toHaveCount(2)
      await expect(page).toHaveURL('/?modes=retakes')
      const name = 'Hong Kong #1 Retakes'
      await serverNameButton(page, name).tap()
      const players = dialog(page, `Players on ${name}`)
      await expect(players.getByRole('listitem')).toHaveCount(5)
      const box = await players.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390).toBe(true)
      await players.getByRole('button', { name: 'Close' }).tap()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await serverRow(page, name).getByRole('button', { name: /^Copy/ }).tap()
      const { host, port } = stack.sim.servers[3] ?? { host: '', port: 0 }
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toBe(`connect ${host}:${port}`)
      await expect(serverRow(page, name).getByRole('link', { name: /^Join/ })).toHaveAttribute(
        'href',
        new RegExp(`${host}:${port}$`),
      )
      await page.getByRole('button', { name: 'Open the menu' }).tap()
      await page.getByRole('navigation').getByRole('link', { name: 'Servers', exact: true }).tap()
      await expect(page).toHaveURL('/servers')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await serverNameButton(page, shanghai).tap()
      await dialog(page, `Players on ${shanghai}`).getByRole('link', { name: 'Details' }).tap()
      await expect(page.getByRole('heading', { level: 1, name: shanghai })).toBeVisible()
      await page.getByRole('link', { name: 'All servers' }).tap()
      await expect(serverRows(page).first()).toBeVisible()
      await page.getByRole('button', { name: 'Quick join' }).tap()
      await dialog(page, 'Quick join')
        .getByRole('button', { name: /^Public/ })
        .tap()
      await expect(dialog(page, 'Quick join').getByRole('link', { name: /^Join/ })).toBeVisible()
    },
  )
})
