import type { OperatorPortalSettings } from '@clutch/contract/api/content/operator-portal-settings.ts'
import { openConsole } from '../support/console.ts'
import { expect, expectAccessible, expectNoDialog } from '../support/test.ts'
import { test } from '../support/faqs.ts'

test('J1 an operator writes a question with the toolbar, sees it as players will, publishes, hides and removes it', async ({
  page,
  stack,
  openAnotherBrowser,
}) => {
  await openConsole(page, stack, 'faq')
  await expect(page.getByText('还没有常见问题')).toBeVisible()
  await page.getByRole('button', { name: '添加问题' }).click()
  const dialog = page.getByRole('dialog', { name: '添加问题' })
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('至少用一种语言写完问题和回答')).toBeVisible()
  await dialog.getByRole('textbox', { name: '问题' }).fill('怎么联系管理员？')
  const answer = dialog.getByRole('textbox', { name: '回答' })
  await answer.fill('写信给我们<img src=x onerror=alert(1)>')
  await answer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 2))
  await dialog.getByRole('button', { name: '加粗' }).click()
  await expect(answer).toHaveValue(/^<strong>写信<\/strong>给我们/)
  await expect(dialog.locator('strong', { hasText: '写信' })).toBeVisible()
  await expect(dialog.locator('img[src="x"]')).toHaveCount(0)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)

  const row = page.getByRole('row', { name: /怎么联系管理员/ })
  const player = await openAnotherBrowser()
  await player.goto('/faq')
  await player.getByRole('button', { name: '怎么联系管理员？' }).click()
  await expect(player.locator('strong', { hasText: '写信' })).toBeVisible()
  await row.getByRole('switch').click()
  await expect(row.getByText('已隐藏')).toBeVisible()
  // The switch shows its new state before the portal has stored it.
  await expect(async () => {
    await player.reload()
    await expect(player.getByText('还没有常见问题')).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('还没有常见问题')).toBeVisible()
})

test(
  'J1 what another operator saved meanwhile is merged; a field that both changed shows both versions',
  { tag: '@variant' },
  async ({ page, stack, faqs }) => {
    const [first] = faqs
    const overtake = (change: object) =>
      stack.callOperator('PATCH', `/api/operator/faqs/${first?.id}`, change)
    await openConsole(page, stack, 'faq')
    const row = page.getByRole('row', { name: /怎么加入服务器/ })
    await row.getByRole('button', { name: '编辑' }).click()
    const dialog = page.getByRole('dialog', { name: '编辑问题' })
    const question = dialog.getByRole('textbox', { name: '问题' })
    const save = dialog.getByRole('button', { name: '保存' })
    await question.fill('怎么进？')
    await overtake({ position: 77 })
    await save.click()
    await expect(dialog.getByRole('status')).toContainText('对方的修改已合并到表单：顺序')
    await expect(question).toHaveValue('怎么进？')
    await expect(dialog.getByRole('textbox', { name: '顺序' })).toHaveValue('77')

    await overtake({ question: { zh: '怎样加入？' } })
    await save.click()
    const versions = dialog.getByRole('radiogroup', { name: '问题（中文）' })
    await expect(versions).toContainText('怎么进？')
    await expect(versions).toContainText('怎样加入？')
    await expectAccessible(page)
    await save.click()
    await expect(versions.getByRole('alert')).toHaveText('请选择其中一个版本')
    await expect(versions).toBeFocused()
    await versions.getByRole('radio', { name: '对方保存的版本' }).check()
    await expect(question).toHaveValue('怎样加入？')
    await versions.getByRole('radio', { name: '你的版本' }).check()
    await save.click()
    await expect(page.getByRole('row', { name: /怎么进？ 77/ })).toBeVisible()
  },
)

test(
  'J1 what is typed about something that was removed meanwhile is kept, and saved as a new one',
  { tag: '@variant' },
  async ({ page, stack, faqs }) => {
    const [first] = faqs
    await openConsole(page, stack, 'faq')
    const row = page.getByRole('row', { name: /怎么加入服务器/ })
    await row.getByRole('button', { name: '编辑' }).click()
    const dialog = page.getByRole('dialog', { name: '编辑问题' })
    await dialog.getByRole('textbox', { name: '问题' }).fill('怎么进？')
    await stack.callOperator('DELETE', `/api/operator/faqs/${first?.id}`)
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByRole('status')).toContainText('其他管理员删除了这项内容')
    await expect(dialog.getByRole('textbox', { name: '问题' })).toHaveValue('怎么进？')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('row', { name: /怎么进？/ })).toBeVisible()
    await expect(row).toHaveCount(0)
  },
)

test(
  'B2 an operator announces, sees what players see, rewords and takes down',
  { tag: '@variant' },
  async ({ page, stack, operator: _ }) => {
    await openConsole(page, stack, 'announcements')
    await page.getByRole('button', { name: '添加公告' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '内容（中文）' }).fill('今晚 8 点友谊赛')
    await dialog.getByRole('button', { name: '保存' }).click()
    const shown = page.getByRole('region', { name: '中文' })
    await expect(shown).toContainText('今晚 8 点友谊赛')
    await expect(page.getByText('还没有这个语言的公告')).toBeVisible()
    await page.getByRole('button', { name: '编辑' }).click()
    await dialog.getByRole('textbox', { name: '内容（中文）' }).fill('改到 9 点')
    await dialog.getByRole('textbox', { name: '顺序' }).fill('多')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByRole('textbox', { name: '顺序' })).toBeFocused()
    await dialog.getByRole('textbox', { name: '顺序' }).fill('5')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(shown).toContainText('改到 9 点')
    await page.getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect(page.getByText('还没有公告')).toBeVisible()
  },
)

test(
  'B6 G2 G3 texts and links are saved part by part; a concurrent change by another operator is shown',
  { tag: '@variant' },
  async ({ page, stack, operator, openAnotherBrowser }) => {
    await openConsole(page, stack, 'announcements/texts')
    const part = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
    const settings = async () =>
      (await stack.callOperator('GET', '/api/operator/portal')) as OperatorPortalSettings

    const maintenance = part('维护横幅')
    await maintenance.getByRole('textbox', { name: '内容（中文）' }).fill('今晚维护')
    await maintenance.getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await settings()).maintenance?.zh).toBe('今晚维护')
    const player = await openAnotherBrowser()
    await player.goto('/vip')
    await expect(player.getByRole('status').filter({ hasText: '今晚维护' })).toBeVisible()
    await maintenance.getByRole('button', { name: '撤下横幅' }).click()
    await expect(maintenance.getByText('现在没有显示')).toBeVisible()
    expect((await settings()).maintenance).toBeNull()

    const links = part('链接和备案号')
    await links.getByRole('textbox', { name: 'Discord' }).fill('javascript:alert(1)')
    await links.getByRole('button', { name: '保存' }).click()
    await expect(links.getByRole('alert')).toBeVisible()
    await links.getByRole('textbox', { name: 'Discord' }).fill('https://discord.example/night')
    await links.getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await settings()).links.discord).toBe('https://discord.example/night')

    const community = part('社区')
    const name = community.getByRole('textbox', { name: '名称' })
    await name.fill('我的社区')
    await operator.change({ name: '别人的社区' })
    await links.getByRole('textbox', { name: 'Discord' }).fill('https://discord.example/day')
    await community.getByRole('button', { name: '保存' }).click()
    await expect(name).toHaveValue('我的社区')
    await community.getByRole('radio', { name: '对方保存的版本' }).check()
    await expect(name).toHaveValue('别人的社区')
    await expectAccessible(page)
    // Another operator's save of another part is no conflict.
    await links.getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await settings()).links.discord).toBe('https://discord.example/day')
  },
)

test(
  'G1 commands are found by their type, added and removed',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'announcements/commands')
    await expect(page.getByRole('row', { name: /!setup/ })).toBeVisible()
    await page.getByRole('combobox', { name: '类型' }).selectOption('Admin')
    await expect(page.getByRole('row', { name: /!setup/ })).toHaveCount(0)
    await page.getByRole('button', { name: '添加指令' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '指令' }).fill('.noflash')
    await dialog.getByRole('combobox', { name: '类型' }).selectOption('Admin')
    await dialog.getByRole('textbox', { name: '说明（中文）' }).fill('关闭闪光')
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row', { name: /\.noflash/ })
    await expect(row).toContainText('关闭闪光')
    await row.getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expectNoDialog(page)
    await expect(row).toHaveCount(0)
  },
)

test(
  'A10 a switch applies at once, and the inventory’s carries its warning',
  { tag: '@variant' },
  async ({ page, stack, operator: _, openAnotherBrowser }) => {
    await openConsole(page, stack, 'settings/switches')
    await expect(page.getByText(/Valve/)).toBeVisible()
    const practice = page.getByRole('switch', { name: '练习服务器' })
    await expect(practice).toBeChecked()
    await practice.click()
    await expect(practice).not.toBeChecked()
    const player = await openAnotherBrowser()
    await player.goto('/pracc')
    await expect(player.getByText('该功能未启用')).toBeVisible()
  },
)

test(
  'F7 J the commands for game servers come from presets, show how they are sent, and are checked',
  { tag: '@variant' },
  async ({ page, stack, operator }) => {
    await operator.change({ vipCommands: { grant: '', extend: '', expire: '' } })
    await openConsole(page, stack, 'servers')
    await page.getByRole('link', { name: '指令配置' }).click()
    const part = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
    const settings = async () =>
      (await stack.callOperator('GET', '/api/operator/portal')) as OperatorPortalSettings

    const vip = part('VIP')
    await expect(vip.getByText('玩家购买的 VIP 在服务器上不会生效')).toBeVisible()
    await vip.getByRole('combobox', { name: '预设' }).selectOption('vipcore')
    await expect(vip.getByText(/css_vip_adduser "7656\d{13}" "VIP" "2592000"/)).toBeVisible()
    await expectAccessible(page)
    await vip.getByRole('button', { name: '保存' }).click()
    await expect
      .poll(async () => (await settings()).vipCommands.expire)
      .toBe('css_vip_deleteuser "{steamid}"')

    const moderation = part('踢出、封禁、禁言与消息')
    await moderation.getByRole('combobox', { name: '预设' }).selectOption('simpleadmin')
    const ban = moderation.getByRole('textbox', { name: '封禁玩家' })
    await ban.fill('css_addban {minutes}')
    await expect(moderation.getByRole('combobox', { name: '预设' })).toHaveValue('')
    await moderation.getByRole('button', { name: '保存' }).click()
    await expect(ban).toBeFocused()
    await ban.fill('css_addban {steamid} {minutes}')
    await moderation.getByRole('button', { name: '保存' }).click()
    await expect
      .poll(async () => (await settings()).moderationCommands.ban)
      .toBe('css_addban {steamid} {minutes}')
  },
)

test(
  'B7 J an operator switches the language in the console',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'faq')
    await page.getByRole('banner').getByRole('button', { name: '切换到英文' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add question' })).toBeVisible()
  },
)
