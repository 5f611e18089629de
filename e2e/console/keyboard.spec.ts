import type { Page } from '@playwright/test'
import { takePerson } from '../support/accounts.ts'
import { openConsole } from '../support/console.ts'
import { startGame } from '../support/game-servers.ts'
import { tabUntilFocused } from '../support/keyboard.ts'
import { createPaidOrder, expect, payNewestOrder, test } from '../support/payments.ts'
import { signInOnDevice } from '../support/sessions.ts'
import { expectNoDialog } from '../support/test.ts'

/** Of the five commonest tasks these three; a console command and a group granted are in `console-servers` and `console-people`. */
const dialogOf = (page: Page) => page.getByRole('dialog')

test('J a server is added by the keyboard alone', { tag: '@variant' }, async ({ page, stack }) => {
  const { sim, game } = await startGame({ name: '成都 #3 竞技' })
  const { keyboard } = page
  const type = async (label: string, text: string) => {
    await tabUntilFocused(page, dialogOf(page).getByLabel(label, { exact: true }))
    await keyboard.type(text)
  }
  await openConsole(page, stack, 'servers')
  await tabUntilFocused(page, page.getByRole('main').getByRole('button', { name: '添加服务器' }))
  await keyboard.press('Enter')
  await type('IP 地址或域名', game.host)
  await type('端口', String(game.port))
  await type('RCON 密码', 'right')
  await tabUntilFocused(page, dialogOf(page).getByRole('button', { name: '测试连接' }))
  await keyboard.press('Enter')
  await expect(dialogOf(page).getByText('密码正确')).toBeVisible()
  await type('名称', '成都 #3 竞技')
  await tabUntilFocused(page, dialogOf(page).getByRole('combobox', { name: '地区' }))
  for (let steps = 0; steps < 6; steps += 1) await keyboard.press('ArrowDown')
  await expect(dialogOf(page).getByRole('combobox', { name: '地区' })).toHaveValue('ap-chengdu')
  await tabUntilFocused(page, dialogOf(page).getByRole('button', { name: '下一步：测试日志' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '测试日志上报' })).toBeVisible()
  await keyboard.press('Escape')
  const row = page.getByRole('row', { name: /成都 #3 竞技/ })
  await expect(row).toContainText('在线')
  await tabUntilFocused(page, row.getByRole('button', { name: '移除 成都 #3 竞技' }))
  const asked = page.getByRole('alertdialog')
  const cancel = asked.getByRole('button', { name: '取消' })
  await keyboard.press('Enter')
  // What destroys is never under the finger: cancel has the focus.
  await expect(cancel).toBeFocused()
  await keyboard.press('Enter')
  await expect(row).toBeVisible()
  await expect(row.getByRole('button', { name: '移除 成都 #3 竞技' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(cancel).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expectNoDialog(page)
  await expect(row).toHaveCount(0)
  await sim.close()
})

test(
  'J an announcement is published by the keyboard alone',
  { tag: '@variant' },
  async ({ page, stack, operator: _ }) => {
    const { keyboard } = page
    await openConsole(page, stack, 'announcements')
    await tabUntilFocused(page, page.getByRole('main').getByRole('button', { name: '添加公告' }).first())
    await keyboard.press('Enter')
    await tabUntilFocused(page, dialogOf(page).getByLabel('内容（中文）'))
    await keyboard.type('周五更新')
    await tabUntilFocused(page, dialogOf(page).getByRole('button', { name: '保存' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('table').getByText('周五更新')).toBeVisible()
  },
)

test(
  'J H3 an order is paid back by the keyboard alone',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    const { keyboard } = page
    const person = takePerson()
    const buyer = { person, token: (await signInOnDevice(stack, person)).token }
    await createPaidOrder(stack, buyer)
    const { number } = await payNewestOrder(stack, 'wechat', buyer)
    await openConsole(page, stack, 'orders')
    await tabUntilFocused(page, page.getByRole('textbox', { name: '搜索', exact: true }))
    await keyboard.type(number)
    await expect(page).toHaveURL(/[?&]find=/)
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await tabUntilFocused(page, page.getByRole('link', { name: number }))
    await keyboard.press('Enter')
    await tabUntilFocused(page, page.getByRole('button', { name: '退款', exact: true }))
    await keyboard.press('Enter')
    await tabUntilFocused(page, dialogOf(page).getByLabel('退款原因'))
    await keyboard.type('误购')
    await keyboard.press('Enter')
    await tabUntilFocused(page, page.getByRole('alertdialog').getByRole('button', { name: '退回 ¥30.00' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('table', { name: '退款记录' })).toContainText('已退回')
  },
)
