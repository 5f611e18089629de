import { callApiExpectingSuccess, takePerson } from '../support/accounts.ts'
import { createOperator, openConsole } from '../support/console.ts'
import { signInOnDevice } from '../support/sessions.ts'
import { expect, expectAccessible, test } from '../support/test.ts'
import type { Page } from '@playwright/test'

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true })

test('a moderator takes a case, another one sees who has it, and the player is banned from it', async ({
  page,
  stack,
}) => {
  const [reporter, target] = [takePerson(), takePerson()]
  const { token: bearer } = await signInOnDevice(stack, reporter)
  await signInOnDevice(stack, target)
  const body = { steamId: target.steamId, reason: 'cheating', text: '第 3 回合穿墙\n<b>看录像</b>' }
  await callApiExpectingSuccess(stack, 'POST', '/api/reports', { bearer, body })
  const operator = await createOperator(stack)
  await openConsole(page, stack, `cases?find=${target.steamId}`, operator)
  const row = page.getByRole('row').filter({ hasText: target.steamId })
  await expect(row).toContainText('待接手')
  await expectAccessible(page)
  await row.getByRole('link').first().click()
  await expect(page.getByText('<b>看录像</b>')).toBeVisible()
  await button(page, '接手').click()
  await expect(button(page, '放回')).toBeVisible()
  await page.getByRole('textbox', { name: '给其他管理员的备注' }).fill('录像里很明显')
  await button(page, '添加备注').click()
  await expect(page.getByRole('list', { name: '备注' })).toContainText('录像里很明显')
  await expectAccessible(page)
  const address = page.url()

  const other = await createOperator(stack)
  await openConsole(page, stack, new URL(address).pathname.replace('/admin/', ''), other)
  await expect(page.getByText(`${operator.person.name} 正在处理这个案件。`)).toBeVisible()
  await expect(button(page, '结案')).toHaveCount(0)
  await button(page, '转为我处理').click()
  await page.getByRole('alertdialog').getByRole('button', { name: '转为我处理' }).click()

  await button(page, '处罚').click()
  await dialogOf(page).getByRole('textbox', { name: '原因' }).fill('透视')
  await expectAccessible(page)
  await inDialog(page, '封禁').click()
  await expect(page.getByText(`已处罚 · ${other.person.name}`)).toBeVisible()
  await page.getByRole('link', { name: '查看处罚' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('封禁')
})
