import { openConsole } from '../../support/console.ts'
import {
  createPlayer,
  createRunningRental,
  expect,
  openRentalsPage,
  openedDialog,
  rentalCard,
  test,
} from '../../support/rentals.ts'
import { expectAccessible } from '../../support/test.ts'

test.use({ updatesGame: true })

/** The portal looks at installs and servers every ten seconds. */
const slow = { timeout: 30_000 }

test(
  'J R13 an operator sees a game update, holds it, and lets a server move to it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    test.setTimeout(120_000)
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { name: '夜航二号' })
    await openConsole(page, stack, 'rentals/updates')
    const row = page.getByRole('row').filter({ hasText: server.instance_id })
    await expect(row).toContainText('与安装一致', slow)
    await expect(row).toContainText('1.41.3.1')
    await expect(page.getByText('已安装：1.41.3.1')).toBeVisible()

    stack.steam.setGameVersion('1.41.3.2')
    await page.getByRole('button', { name: '立即检查' }).click()
    await expect(page.getByText(/^14132/)).toBeVisible()
    await expect(page.getByText('已安装的版本过旧')).toBeVisible()

    await page.getByRole('button', { name: '暂停重启' }).click()
    const dialog = openedDialog(page)
    await dialog.getByRole('button', { name: '暂停重启' }).click()
    await expect(dialog.getByText('此项必填')).toBeVisible()
    await dialog.getByRole('textbox', { name: '原因' }).fill('决赛中')
    await dialog.getByRole('button', { name: '暂停重启' }).click()
    await expect(page.getByText(/^自 .* 起暂停：决赛中$/)).toBeVisible()
    stack.installGame('1.41.3.2')
    await expect(page.getByText('已安装：1.41.3.2')).toBeVisible(slow)
    await expect(page.getByText('已安装的版本过旧')).toBeHidden()
    await expect(row).toContainText('等待空闲')
    await expectAccessible(page)

    await page.getByRole('button', { name: '设定期限' }).click()
    await dialog.getByRole('textbox', { name: '多少分钟后' }).fill('4')
    await dialog.getByRole('button', { name: '设定期限' }).click()
    await expect(dialog.getByText('请输入 5 到 1440 之间的数字')).toBeVisible()
    await dialog.getByRole('textbox', { name: '多少分钟后' }).fill('5')
    await dialog.getByRole('button', { name: '设定期限' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: '解除暂停' }).click()
    // Regulars may play there: then it restarts at the deadline, a minute after the last notice.
    let ahead = 0
    await expect(async () => {
      ahead += 60_000
      stack.clock.advance(ahead)
      await expect(row).toContainText('与安装一致', { timeout: 3_000 })
    }).toPass({ timeout: 60_000 })
    await expect(row).toContainText('1.41.3.2', slow)

    // Back to the build before, which pins the host to it; then the host is updated again, which fails without Steam.
    stack.clock.advance(3 * 60_000)
    const builds = page.getByRole('table', { name: 'local 已安装的版本' })
    await expect(builds.getByRole('row').filter({ hasText: '14131' })).toContainText('已安装', slow)
    const question = page.getByRole('alertdialog')
    await page.getByRole('button', { name: '在 local 使用构建 14131' }).click()
    await question.getByRole('button', { name: '使用' }).click()
    await expect(page.getByText(/此主机暂停更新：已锁定在构建 14131$/)).toBeVisible(slow)
    await expect(builds.getByRole('row').filter({ hasText: '14131' })).toContainText('当前使用')
    await expect(page.getByText('已安装：1.41.3.1')).toBeVisible(slow)
    await expectAccessible(page)
    await page.getByRole('button', { name: '恢复此主机的更新' }).click()
    await question.getByRole('button', { name: '恢复此主机的更新' }).click()
    await expect(page.getByText(/此主机暂停更新/)).toBeHidden(slow)
    await expect(page.getByText(/^更新：.*失败$/)).toBeVisible(slow)
    await expect(page.getByText('SteamCMD did not report the newest build')).toBeVisible()

    await row.getByRole('link').click()
    await expect(page.getByRole('list', { name: '经过' })).toContainText('因游戏更新重启')

    stack.steam.setGameVersion('1.41.3.3')
    await stack.callOperator('POST', '/api/operator/game-updates/check')
    await openRentalsPage(page, player)
    await expect(rentalCard(page, server)).toContainText('新版本的玩家无法加入', slow)
  },
)
