import { openConsole } from '../../support/console.ts'
import { expect, openedDialog, test } from '../../support/rentals.ts'
import { expectAccessible } from '../../support/test.ts'

test(
  'J an operator sets the nightly restart and the Workshop, and keeps a pool of login tokens',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'rentals/settings')
    await page.getByRole('combobox', { name: /夜间重启/ }).selectOption('05:00')
    await page.getByRole('textbox', { name: '创意工坊合集' }).fill('abc')
    await page.getByLabel('创意工坊使用的 Steam Web API 密钥').fill('A'.repeat(32))
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('请输入合集的编号')).toBeVisible()
    await page.getByRole('textbox', { name: '创意工坊合集' }).fill('3070572558')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('已保存密钥，留空则不变')).toBeVisible()
    expect(await stack.callOperator('GET', '/api/operator/game-settings')).toMatchObject({
      nightlyHour: 5,
      workshopCollection: '3070572558',
      hasWorkshopKey: true,
    })

    await page.getByRole('button', { name: '添加令牌' }).click()
    const dialog = openedDialog(page)
    await dialog.getByRole('textbox', { name: '登录令牌（GSLT）' }).fill('short')
    await dialog.getByRole('button', { name: '添加令牌' }).click()
    await expect(dialog.getByText(/最多 200 个/)).toBeVisible()
    await dialog
      .getByRole('textbox', { name: '登录令牌（GSLT）' })
      .fill(`${'0'.repeat(28)}AAAA\n${'0'.repeat(28)}BBBB`)
    await dialog.getByRole('button', { name: '添加令牌' }).click()
    await expect(dialog).toBeHidden()
    const rows = page.getByRole('table', { name: '登录令牌（GSLT）' }).getByRole('row')
    await expect(rows.filter({ hasText: '…AAAA' })).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText('空闲').or(page.getByText('使用中')).first()).toBeVisible()
  },
)
