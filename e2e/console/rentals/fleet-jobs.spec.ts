import type { Locator, Page } from '@playwright/test'
import { openConsole } from '../../support/console.ts'
import { createPlayer, createRunningRental, expect, openedDialog, test } from '../../support/rentals.ts'
import { expectAccessible } from '../../support/test.ts'

/** Jobs go on every ten seconds. */
const slow = { timeout: 30_000 }

/** The part of the page under a heading. */
function panelOf(page: Page, name: string): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

test(
  'J R9 an operator drains a host, cancels that, and restarts its servers',
  { tag: '@variant' },
  async ({ page, stack }) => {
    test.setTimeout(120_000)
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { name: '夜航三号' })
    await openConsole(page, stack, 'rentals/hosts')
    const host = page.getByRole('row').filter({ hasText: 'local' }).first()
    await expect(host).toContainText('正常')
    await host.getByRole('button', { name: '腾空' }).click()
    const dialog = openedDialog(page)
    await dialog.getByRole('textbox', { name: '期限' }).fill('4')
    await dialog.getByRole('button', { name: '腾空' }).click()
    await expect(dialog.getByText('请输入 5 到 1440 之间的数字')).toBeVisible()
    await dialog.getByRole('textbox', { name: '期限' }).fill('5')
    await dialog.getByRole('button', { name: '腾空' }).click()
    await expect(dialog).toBeHidden()

    const drain = panelOf(page, '腾空 local')
    const row = drain.getByRole('row').filter({ hasText: server.instance_id })
    await expect(row).toContainText('等待中')
    await expect(host).toContainText('已封锁')
    // There is no other host: at the deadline the server stays, and the page says why.
    let ahead = 0
    await expect(async () => {
      ahead += 60_000
      stack.clock.advance(ahead)
      await expect(row).toContainText('没有空位', { timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await expectAccessible(page)
    await drain.getByRole('button', { name: '取消操作' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: '取消操作' }).click()
    await expect(drain.getByText('未处理')).toBeVisible()
    await host.getByRole('button', { name: '解除封锁' }).click()
    await question.getByRole('button', { name: '解除封锁' }).click()
    await expect(host).toContainText('正常')

    await page.getByRole('button', { name: '批量重启服务器' }).click()
    await dialog.getByRole('combobox', { name: '哪些服务器' }).selectOption('按编号')
    await dialog.getByRole('textbox', { name: '服务器编号' }).fill(server.instance_id)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '放弃' }).click()
    await expect(dialog).toBeHidden()

    await openConsole(page, stack, 'rentals')
    const mark = page.getByRole('checkbox', { name: `选择 夜航三号（${server.instance_id}）` })
    await mark.press('Space')
    const bar = page.getByRole('region', { name: '已选的服务器' })
    await expect(bar.getByRole('status')).toHaveText('已选 1 台服务器')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(mark).toBeChecked()
    await expectAccessible(page)
    await bar.getByRole('button', { name: '更新所选' }).click()
    await dialog.getByRole('button', { name: '更新所选' }).click()
    await expect(dialog.getByText('这些服务器都已运行安装的版本')).toBeVisible()
    await dialog.getByRole('button', { name: '取消' }).click()
    await bar.getByRole('button', { name: '重启所选' }).click()
    await dialog.getByRole('textbox', { name: '期限' }).fill('5')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '重启所选' }).click()
    await expect(dialog).toBeHidden()
    await expect(bar).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
    // The former address leads to the page.
    await openConsole(page, stack, 'rentals/machines')
    await expect(page).toHaveURL(/\/admin\/rentals\/hosts$/)
    const restart = panelOf(page, '重启 1 台服务器')
    await expect(async () => {
      ahead += 60_000
      stack.clock.advance(ahead)
      await expect(restart.getByText('1 / 1')).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await expect(restart.getByText('已完成')).toBeVisible(slow)
  },
)
