import { toSteamId64 } from '@clutch/gamesim/index.ts'
import type { Page } from '@playwright/test'
import { openConsole } from '../../support/console.ts'
import { startRegisteredGame } from '../../support/game-servers.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const save = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true })
const ann = toSteamId64(21)
const bob = toSteamId64(22)

test(
  'J an operator chooses the commands of a server, sees what is sent, mutes, bans and lifts, and learns what failed',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { game, id, end } = await startRegisteredGame(stack)
    try {
      game.connect({ name: '"; quit', steamId: ann })
      game.connect({ name: '小李', steamId: bob })
      await openConsole(page, stack, `servers?server=${id}&tab=players`)
      // The game itself cannot mute.
      await expect(button(page, '封禁 小李')).toBeVisible()
      await expect(button(page, '禁言 小李')).toHaveCount(0)

      await page.getByRole('tab', { name: '配置' }).click()
      await page.getByRole('button', { name: '编辑', exact: true }).click()
      const preset = dialogOf(page).getByRole('combobox', { name: '踢出与封禁的命令' })
      await expect(dialogOf(page).getByText('banid 60 3 kick')).toBeVisible()
      await preset.selectOption('simpleadmin')
      await expect(dialogOf(page).getByText(/^css_addban 7656\d{13} 60 "作弊"$/)).toBeVisible()
      await expectAccessible(page)
      await save(page, '保存').click()
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await page.getByRole('tab', { name: /玩家/ }).click()
      await button(page, '禁言 小李').click()
      await save(page, '禁言').click()
      await expect(page.getByText('禁言已发送')).toBeVisible()
      expect(game.simpleAdmin.has('gag', bob)).toBe(true)
      await button(page, '封禁 "; quit').click()
      await dialogOf(page).getByRole('textbox', { name: '原因' }).fill('作弊')
      await save(page, '封禁').click()
      await expect(page.getByText('封禁已发送')).toBeVisible()
      expect([game.isRunning, game.simpleAdmin.has('ban', ann)]).toEqual([true, true])

      await button(page, '解除处罚').click()
      await dialogOf(page).getByRole('combobox', { name: '处罚' }).selectOption('ungag')
      await dialogOf(page).getByRole('textbox', { name: 'SteamID64' }).fill('小李')
      await save(page, '解除').click()
      await expect(dialogOf(page).getByText('请输入 17 位数字的 SteamID64')).toBeVisible()
      await dialogOf(page).getByRole('textbox', { name: 'SteamID64' }).fill(bob)
      await save(page, '解除').click()
      await expect(page.getByText('Ungaged player 小李.')).toBeVisible()
      expect(game.simpleAdmin.has('gag', bob)).toBe(false)
    } finally {
      await end()
    }
  },
)

test(
  'J a ban that a server without the plugin did not take is shown as such',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { game, id, end } = await startRegisteredGame(
      stack,
      { moderation_preset: 'simpleadmin' },
      { adminPlugin: 'none' },
    )
    try {
      game.connect({ name: '小李', steamId: bob })
      await openConsole(page, stack, `servers?server=${id}&tab=players`)
      await button(page, '封禁 小李').click()
      await save(page, '封禁').click()
      await expect(dialogOf(page).getByText(/服务器不认识这条命令，操作没有执行/)).toBeVisible()
      await expectAccessible(page)
      expect(game.game.roster.all).toHaveLength(1)
    } finally {
      await end()
    }
  },
)
