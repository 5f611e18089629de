import type { Locator, Page } from '@playwright/test'
import { openSeason, playMatch, playerSteamId } from '../support/boards.ts'
import { openConsole } from '../support/console.ts'
import { expect, expectAccessible, expectNoDialog, test } from '../support/test.ts'

const server = '北京 #1 死斗 · FFA'
const steamId = (place: number) => playerSteamId(50_000 + place)
const dialog = (page: Page): Locator => page.getByRole('dialog')
const asked = (page: Page): Locator => page.getByRole('alertdialog')
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

test(
  'J I6 a season is opened, scheduled, changed, closed and reopened, and the board says so',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const before = await openSeason(stack, '上个赛季', 'Before')
    await stack.callOperator('POST', `/api/operator/seasons/${before}/close`)
    await openConsole(page, stack, 'seasons')
    await page.getByRole('button', { name: '开启赛季' }).click()
    await dialog(page).getByRole('button', { name: '开启赛季' }).click()
    await expect(dialog(page).getByText('至少填写一种语言的名称')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: '名称（中文）' }).fill('新赛季')
    await dialog(page).getByRole('button', { name: '开启赛季' }).click()
    const row = rowOf(page, '新赛季')
    await expect(row).toContainText('进行中')
    await page.getByRole('button', { name: '开启赛季' }).click()
    await dialog(page).getByRole('textbox', { name: '名称（中文）' }).fill('下个赛季')
    await dialog(page).getByRole('button', { name: '开启赛季' }).click()
    await expect(dialog(page).getByText('还有赛季正在进行')).toBeVisible()
    await dialog(page)
      .getByLabel(/^开始时间/)
      .fill('2099-01-01T18:00')
    await dialog(page)
      .getByLabel(/^结束时间/)
      .fill('2098-01-01T18:00')
    await dialog(page).getByRole('button', { name: '安排赛季' }).click()
    await expect(dialog(page).getByText('结束时间要晚于开始时间')).toBeVisible()
    await dialog(page)
      .getByLabel(/^结束时间/)
      .fill('2099-03-01T18:00')
    await dialog(page).getByRole('button', { name: '安排赛季' }).click()
    await expect(dialog(page).getByText('这段时间与另一个赛季重叠')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await asked(page).getByRole('button', { name: '放弃' }).click()
    await row.getByRole('button', { name: '修改' }).click()
    await dialog(page)
      .getByLabel(/^结束时间/)
      .fill('2098-12-31T23:00')
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '开启赛季' }).click()
    await dialog(page).getByRole('textbox', { name: '名称（中文）' }).fill('下个赛季')
    await dialog(page)
      .getByLabel(/^开始时间/)
      .fill('2099-01-01T18:00')
    await dialog(page).getByRole('button', { name: '安排赛季' }).click()
    const next = rowOf(page, '下个赛季')
    await expect(next).toContainText('未开始')
    await next.getByRole('button', { name: '删除' }).click()
    await asked(page).getByRole('button', { name: '删除' }).click()
    await expect(next).toHaveCount(0)
    await expectAccessible(page)

    await row.getByRole('button', { name: '修改' }).click()
    await dialog(page).getByRole('textbox', { name: '名称（中文）' }).fill('<i>秋</i>')
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await expect(dialog(page)).toHaveCount(0)
    const named = rowOf(page, '<i>秋</i>')
    await playMatch(stack, server, 'dm', [3, 2], (place) => `play ${place}`, steamId)
    await page.reload()
    await expect(named.getByRole('cell').nth(5)).toHaveText('3')
    await named.getByRole('button', { name: '结束' }).click()
    await expect(asked(page)).toContainText('在此之前可以撤销结束')
    await asked(page).getByRole('button', { name: '结束' }).click()
    await expect(named).toContainText('已结束')
    await named.getByRole('button', { name: '撤销结束' }).click()
    await asked(page).getByRole('button', { name: '撤销结束' }).click()
    await expect(named).toContainText('进行中')
    await named.getByRole('button', { name: '结束' }).click()
    await asked(page).getByRole('button', { name: '结束' }).click()
    await expect(named).toContainText('已结束')
    const id = await openSeason(stack, '冬季赛', 'Winter')
    await page.goto('/leaderboard')
    await expect(page).toHaveURL(`/leaderboard?season=${id}`)
    await page.getByRole('button', { name: /冬季赛/ }).click()
    await expect(page.getByText('<i>秋</i>')).toBeVisible()
  },
)

test(
  'J I3 fairness: an anomaly is seen, its player hidden and shown, counts reset and the reset undone',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const cheat = playerSteamId(60_000)
    await openSeason(stack, '异常赛季', 'Odd')
    await playMatch(
      stack,
      server,
      'dm',
      [45, 1],
      (place) => `odd ${place}`,
      (place) => playerSteamId(60_000 + place),
    )
    await openConsole(page, stack, 'seasons/marks')
    const mark = rowOf(page, 'odd 0').filter({ hasText: '反复击杀同一人' })
    await expect(mark).toContainText(`40 次击杀中 40 次是 ${playerSteamId(60_002)}`)
    await expectAccessible(page)
    await mark.getByRole('button', { name: '隐藏玩家' }).click()
    await dialog(page).getByRole('button', { name: '隐藏' }).click()
    await expect(mark).toContainText('已隐藏')
    await mark.getByRole('button', { name: '忽略' }).click()
    await asked(page).getByRole('button', { name: '忽略' }).click()
    await expectNoDialog(page)
    await expect(mark).toHaveCount(0)

    await page.getByRole('link', { name: '隐藏的玩家' }).click()
    const hidden = rowOf(page, cheat)
    await expect(hidden).toContainText('次击杀中')
    await hidden.getByRole('button', { name: '重新显示' }).click()
    await asked(page).getByRole('button', { name: '重新显示' }).click()
    await expectNoDialog(page)
    await expect(hidden).toHaveCount(0)

    await page.getByRole('link', { name: '重置' }).click()
    await page.getByRole('button', { name: '重置战绩' }).click()
    await dialog(page).getByRole('button', { name: '重置' }).click()
    await expect(dialog(page).getByText('请填写玩家、模式或赛季中的一项')).toBeVisible()
    await dialog(page).getByRole('textbox', { name: 'SteamID64' }).fill(cheat)
    await dialog(page).getByRole('button', { name: '重置' }).click()
    await expect(asked(page)).toContainText(`${cheat}，所有模式，全部时间`)
    await asked(page).getByRole('button', { name: '重置' }).click()
    const reset = rowOf(page, cheat)
    await expect(reset).toContainText('已完成')
    const rows = async () => {
      const board = await fetch(new URL('/api/leaderboard/dm?season=all', stack.url))
      return ((await board.json()) as { data: { nickname: string }[] }).data.map(({ nickname }) => nickname)
    }
    expect(await rows()).not.toContain('odd 0')
    await reset.getByRole('button', { name: '撤销' }).click()
    await asked(page).getByRole('button', { name: '撤销' }).click()
    await expect(reset).toContainText('已撤销')
    expect(await rows()).toContain('odd 0')
  },
)
