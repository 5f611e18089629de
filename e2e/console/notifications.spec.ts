import { startChannelsEmulator } from '@clutch/emulators/channels/index.ts'
import { openConsole } from '../support/console.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test(
  'an operator adds a channel, tries it, makes a rule, and finds the message in the log',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const services = await startChannelsEmulator()
    const dialog = page.getByRole('dialog').last()
    const save = dialog.getByRole('button', { name: '保存' })
    await openConsole(page, stack, 'notifications')
    await page.getByRole('button', { name: '添加渠道' }).click()
    await dialog.getByRole('textbox', { name: '名称' }).fill('运维频道')
    await dialog.getByRole('textbox', { name: 'Webhook 地址' }).fill('https://discord.com/channels/1/2')
    await save.click()
    await expect(dialog.getByText('这不是该服务的地址')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Webhook 地址' }).fill(services.urls.discord)
    await save.click()
    const row = page.getByRole('row').filter({ hasText: '运维频道' })
    await expect(row).toContainText('正常')
    await row.getByRole('button', { name: '向 运维频道 发送测试消息' }).click()
    await expect(page.getByText('测试消息已发送')).toBeVisible()
    const [message] = [...services.discord.messages.values()]
    expect(message?.embeds?.[0]).toMatchObject({ title: '测试消息' })
    await expectAccessible(page)

    await page.getByRole('link', { name: '规则', exact: true }).click()
    await page.getByRole('button', { name: '添加规则' }).click()
    await dialog.getByRole('textbox', { name: '名称' }).fill('夜间')
    await save.click()
    await expect(dialog.getByText('请至少选择一种事件')).toBeVisible()
    await dialog.getByRole('button', { name: '全选：游戏服务器' }).click()
    await dialog.getByLabel('从', { exact: true }).fill('23:00')
    await dialog.getByLabel('到', { exact: true }).fill('08:00')
    await expectAccessible(page)
    await save.click()
    await expect(page.getByRole('row').filter({ hasText: '夜间' })).toContainText('23:00–08:00')

    services.setFault('error')
    await page.getByRole('link', { name: '渠道', exact: true }).click()
    await row.getByRole('button', { name: '向 运维频道 发送测试消息' }).click()
    await expect(page.getByText('测试消息未能发送')).toBeVisible()
    services.setFault('ok')
    await page.getByRole('link', { name: '投递记录', exact: true }).click()
    const failed = page.getByRole('row').filter({ hasText: '已放弃' })
    await expect(failed).toContainText('500')
    await expectAccessible(page)
    await failed.getByRole('button', { name: '重新发送：测试消息' }).click()
    await expect.poll(() => services.discord.messages.size).toBe(2)
    await services.stop()
  },
)
