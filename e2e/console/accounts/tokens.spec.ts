import { callApi } from '../../support/accounts.ts'
import { createOperator, openConsole } from '../../support/console.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

test(
  'C18 an operator adds an API token, which a program uses until it is revoked',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const operator = await createOperator(stack)
    await openConsole(page, stack, 'settings/tokens', operator)
    await page.getByRole('button', { name: '添加令牌' }).click()
    const dialog = page.getByRole('dialog').last()
    await dialog.getByRole('button', { name: '添加', exact: true }).click()
    await expect(dialog.getByText('请填写名称')).toBeVisible()
    await dialog.getByRole('textbox', { name: '名称' }).fill('直播插件')
    await dialog.getByRole('combobox', { name: '游戏服务器', exact: true }).selectOption('read')
    await expect(dialog.getByRole('combobox', { name: '管理员与角色' })).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '添加', exact: true }).click()
    const secret = page.getByRole('textbox', { name: '令牌', exact: true })
    await expect(secret).toHaveValue(/^clutch_[\w-]{43}$/)
    await expectAccessible(page)
    const bearer = await secret.inputValue()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
    const read = async (path: string) =>
      (await callApi(stack, 'GET', `/api/operator/${path}`, { bearer })).status
    expect([await read('servers'), await read('users')]).toEqual([200, 403])

    await page.reload()
    const row = page.getByRole('row').filter({ hasText: '直播插件' })
    await expect(row).toContainText('有效')
    await expect(page.getByText(bearer)).toHaveCount(0)
    await row.getByRole('button', { name: '吊销令牌 直播插件' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '吊销' }).click()
    await expect(row).toContainText('已吊销')
    expect(await read('servers')).toBe(401)
    await expectAccessible(page)
  },
)
