import { readFile } from 'node:fs/promises'
import { toSteamId64 } from '@clutch/gamesim/index.ts'
import type { Page } from '@playwright/test'
import { openConsole } from '../../support/console.ts'
import { startRegisteredGame } from '../../support/game-servers.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true })

test(
  'J a moderator bans a player on all servers with evidence, finds it, comments and lifts it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const cheater = toSteamId64(4_021)
    const { game, id, end } = await startRegisteredGame(stack, { moderation_preset: 'game' })
    try {
      game.connect({ name: '透视哥', steamId: cheater })
      await openConsole(page, stack, `servers?server=${id}&tab=players`)
      await button(page, '封禁 透视哥').click()
      await dialogOf(page).getByRole('combobox', { name: '范围' }).selectOption('everywhere')
      await inDialog(page, '封禁').click()
      await expect(dialogOf(page).getByText('请填写原因')).toBeVisible()
      await dialogOf(page).getByRole('textbox', { name: '原因' }).fill('透视')
      await expectAccessible(page)
      await inDialog(page, '封禁').click()
      await expect(page.getByText('封禁已发送')).toBeVisible()
      await expect.poll(() => game.game.roster.bySteamId(cheater)).toBe(undefined)

      await page.goto(`/admin/sanctions?find=${cheater}`)
      const row = page.getByRole('row').filter({ hasText: cheater })
      await expect(row).toContainText('生效中')
      await expectAccessible(page)
      await row.getByRole('link').first().click()
      await expect(page.getByRole('cell', { name: '已执行' })).toBeVisible()

      await button(page, '编辑').click()
      await inDialog(page, '添加链接').click()
      await inDialog(page, '添加 Demo').click()
      await inDialog(page, '保存').click()
      await expect(dialogOf(page).getByText('请补全或移除这条证据').first()).toBeVisible()
      await dialogOf(page).getByRole('textbox', { name: '网页或视频地址' }).fill('https://video.example/v/1')
      await dialogOf(page).getByRole('textbox', { name: 'Demo' }).fill('2026-11-25 de_nuke.dem')
      await dialogOf(page).getByRole('textbox', { name: 'Tick' }).fill('81234')
      await expectAccessible(page)
      await inDialog(page, '保存').click()
      await expect(page.getByText('tick 81234')).toBeVisible()

      await page.getByRole('textbox', { name: '给其他管理员的备注' }).fill('第 14 回合')
      await button(page, '添加备注').click()
      await expect(page.getByRole('list', { name: '备注' })).toContainText('第 14 回合')
      await expectAccessible(page)

      await button(page, '解除').click()
      await dialogOf(page).getByRole('textbox', { name: '解除原因' }).fill('申诉成功')
      await inDialog(page, '解除').click()
      await expect(page.getByText('原因：申诉成功')).toBeVisible()
      await expect(page.getByRole('cell', { name: '已解除' })).toBeVisible()
      game.connect({ name: '透视哥', steamId: cheater })
      expect(game.game.roster.bySteamId(cheater)?.name).toBe('透视哥')
    } finally {
      await end()
    }
  },
)

test(
  'J a moderator adds a ban by SteamID in English, and two moderators at one sanction merge what they wrote',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const steamId = toSteamId64(4_022)
    await page.addInitScript(() => localStorage.setItem('preferredLanguage', 'en'))
    await openConsole(page, stack, 'sanctions')
    await button(page, 'Ban, mute or gag').click()
    await inDialog(page, 'Ban').click()
    await expect(dialogOf(page).getByText('Enter a SteamID64 of 17 digits')).toBeVisible()
    await dialogOf(page).getByRole('textbox', { name: 'SteamID64' }).fill(steamId)
    await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('aimbot')
    await dialogOf(page).getByRole('textbox', { name: 'IP address' }).fill('203.0.113.9')
    await dialogOf(page).getByRole('combobox', { name: 'Duration' }).selectOption('forever')
    await expectAccessible(page)
    await inDialog(page, 'Ban').click()
    await expect(page.getByText('Player banned')).toBeVisible()
    await page.getByRole('link', { name: steamId }).click()
    await button(page, 'Edit').click()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await stack.callOperator('PATCH', `/api/operator/sanctions/${id}`, { address: null })
    await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('aimbot in two matches')
    await inDialog(page, 'Save').click()
    await expect(dialogOf(page).getByText(/Another operator saved this/)).toBeVisible()
    await inDialog(page, 'Save').click()
    await expect(page.getByText('aimbot in two matches')).toBeVisible()
    await expect(page.getByText('203.0.113.9')).toHaveCount(0)
  },
)

test(
  'A10 everyone sees the list of bans once the operator shows it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const steamId = toSteamId64(4_023)
    await stack.callOperator('POST', '/api/operator/sanctions', {
      kind: 'ban',
      steamId,
      name: '自瞄哥',
      reason: '自瞄',
    })
    await page.goto('/bans')
    await expect(page).toHaveURL(/\/(\?|$)/)
    await stack.callOperator('PATCH', '/api/operator/portal', { features: { bans: { enabled: true } } })
    try {
      await expect(async () => {
        await page.goto('/bans')
        await expect(page.getByRole('heading', { level: 1, name: '封禁名单' })).toBeVisible({
          timeout: 2_000,
        })
      }).toPass()
      await page.getByRole('textbox', { name: '按昵称或 SteamID64 搜索' }).fill('自瞄哥')
      await expect(page.getByRole('row').filter({ hasText: steamId })).toContainText('封禁中')
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('textbox', { name: '按昵称或 SteamID64 搜索' }).fill('nothing like this')
      await expect(page.getByText('没有找到封禁记录')).toBeVisible()
      await expectAccessible(page)
    } finally {
      await stack.callOperator('PATCH', '/api/operator/portal', { features: { bans: { enabled: false } } })
    }
  },
)

test(
  'J a moderator imports the bans of SourceBans++ after a look at what would be added, and saves them for other servers',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'sanctions')
    await button(page, '导入').click()
    const text = `bid,ip,authid,name,created,length,type\n1,,${toSteamId64(4_024)},小红,1700000000,0,0\n2,,x,B,1700000000,0,0\n`
    await dialogOf(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'bans.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await inDialog(page, '检查文件').click()
    await expect(dialogOf(page).getByText('新增 1 条')).toBeVisible()
    await expect(dialogOf(page).getByText('第 3 行：没有 SteamID')).toBeVisible()
    await expectAccessible(page)
    await inDialog(page, '导入').click()
    await expect(page.getByText('已导入 1 条')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '小红' })).toContainText('生效中')
    const saved = page.waitForEvent('download')
    await button(page, '导出 banned_user.cfg').click()
    expect(await readFile(await (await saved).path(), 'utf8')).toContain('banid 0 STEAM_1:0:2012\n')
  },
)
