import { serverNameButton, openServerList, serverRows } from '../support/server-list.ts'
import { expect, test } from '../support/test.ts'

test('D15 the list stays when the database is gone', { tag: '@variant' }, async ({ page, stack }) => {
  await openServerList(page)
  await stack.stopDatabase()
  await page.reload()
  await expect(serverRows(page)).toHaveCount(11)
  await expect(page.getByRole('region', { name: '公告' })).toContainText('欢迎光临')
  await serverNameButton(page, '北京 #1 死斗 · FFA').click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(14)
})
