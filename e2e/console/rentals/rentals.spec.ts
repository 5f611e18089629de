import type { Locator, Page } from '@playwright/test'
import { openConsole } from '../../support/console.ts'
import {
  createPlayer,
  createRunningRental,
  rentalCard,
  openedDialog,
  expect,
  isProcessAlive,
  fetchOperatorRental,
  openRentalsPage,
  findProcess,
  fetchRental,
  test,
} from '../../support/rentals.ts'
import { expectAccessible } from '../../support/test.ts'

const act = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const history = (page: Page): Locator => page.getByRole('list', { name: '经过' })
const lines = (page: Page, text: string): Locator =>
  history(page).getByRole('listitem').filter({ hasText: text })
/** Until a game server has stopped, or another one is ready. */
const slow = { timeout: 30_000 }

test('J G19 an operator finds a rental and watches it live, restart, move and die', async ({
  page,
  stack,
}) => {
  test.setTimeout(120_000)
  const player = await createPlayer(stack)
  const server = await createRunningRental(stack, player, { name: '夜航一号' })
  const { instance_id: number } = server
  await openConsole(page, stack, 'rentals')
  await page.getByRole('textbox', { name: '搜索', exact: true }).fill(player.person.steamId)
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(page).toHaveURL(/[?&]find=/)
  await expect(row).toContainText('夜航一号')
  await expect(row).toContainText('运行中')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('combobox', { name: '状态' }).selectOption('LOST')
  await expect(page.getByText('没有符合条件的内容')).toBeVisible()
  await page.getByRole('combobox', { name: '状态' }).selectOption('RUNNING')
  await row.getByRole('link', { name: number }).click()

  await expect(page).toHaveURL(`/admin/rentals/${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('夜航一号')
  await expect(lines(page, '下单')).toBeVisible()
  await expect(history(page).getByRole('listitem').first()).toContainText('就绪')
  const [order] = (await fetchOperatorRental(stack, server)).orders
  await expect(page.getByRole('link', { name: order?.number ?? 'an order' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: '踢出与封禁的命令' }).selectOption('simpleadmin')
  await expect(page.getByText(/^css_addban 7656\d{13} 60 "作弊"$/)).toBeVisible()
  await expect
    .poll(async () => (await fetchOperatorRental(stack, server)).rental.moderation_preset)
    .toBe('simpleadmin')

  const { expires } = (await fetchOperatorRental(stack, server)).rental
  await act(page, '延长').click()
  const dialog = openedDialog(page)
  await dialog.getByRole('textbox', { name: '时长' }).fill('0')
  await dialog.getByRole('button', { name: '延长' }).click()
  await expect(dialog.getByText('请输入 1 到 366 之间的数字')).toBeVisible()
  await dialog.getByRole('textbox', { name: '时长' }).fill('2')
  await dialog.getByRole('button', { name: '延长' }).click()
  await expect(lines(page, '管理员延长')).toContainText('48 小时')
  expect((await fetchOperatorRental(stack, server)).rental.expires).toBe(expires + 48 * 3_600_000)

  const first = findProcess(stack, server)
  await act(page, '重启').click()
  await page.getByRole('alertdialog').getByRole('button', { name: '重启' }).click()
  await expect(lines(page, '已重启')).toBeVisible(slow)
  await expect(act(page, '重启')).toHaveAttribute('aria-description', '刚刚重启过，请稍候')
  await expect(act(page, '迁移')).toHaveAttribute('aria-disabled', 'true')
  expect(findProcess(stack, server)?.pid).not.toBe(first?.pid)

  stack.clock.advance(60_000)
  await expect(act(page, '迁移')).not.toHaveAttribute('aria-disabled', 'true')
  await act(page, '迁移').click()
  await dialog.getByRole('combobox', { name: '目标地区' }).selectOption('ap-guangzhou')
  await dialog.getByRole('button', { name: '迁移' }).click()
  await expect(lines(page, '迁移完成')).toContainText('上海 → 广州', slow)
  const places = page.getByRole('table', { name: '运行记录' })
  await expect(places.getByRole('row').filter({ hasText: '广州' })).toContainText('就绪', slow)
  await expect(places.getByRole('row').filter({ hasText: '上海' })).toContainText('已移除', slow)

  const second = findProcess(stack, server, 2)?.pid ?? 0
  expect(second).not.toBe(0)
  await act(page, '结束').click()
  await expect(dialog).toContainText('款项不会自动退回')
  await dialog.getByRole('textbox').fill('sv-')
  await dialog.getByRole('button', { name: '结束' }).click()
  await expect(dialog.getByText('与编号不一致')).toBeVisible()
  await dialog.getByRole('textbox').fill(number)
  await dialog.getByRole('button', { name: '结束' }).click()
  await expect(lines(page, '管理员结束')).toBeVisible()
  await expect(lines(page, '已停止并移除').first()).toContainText('第 2 次运行', slow)
  await expect(page.getByText('已结束', { exact: true }).first()).toBeVisible()
  await expect(act(page, '结束')).toHaveAttribute('aria-description', '已经结束')
  await expect.poll(() => isProcessAlive(second)).toBe(false)
})

test(
  'J G20 an operator puts a server under maintenance, and its player reads why',
  { tag: '@variant' },
  async ({ page, stack, browser }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    const theirs = await (await browser.newContext({ baseURL: stack.url })).newPage()
    await openRentalsPage(theirs, player)
    await openConsole(page, stack, `rentals/${server.instance_id}`)
    await act(page, '维护').click()
    const text = '<img src=x onerror=alert(1)> 换盘'
    await openedDialog(page).getByRole('textbox', { name: '玩家看到的说明（中文）' }).fill(text)
    await openedDialog(page).getByRole('button', { name: '开始维护' }).click()
    await expect(lines(page, '开始维护')).toContainText(text)
    await expect(rentalCard(theirs, server)).toContainText(text)
    await act(page, '结束维护').click()
    await page.getByRole('alertdialog').getByRole('button', { name: '结束维护' }).click()
    await expect(lines(page, '维护结束')).toBeVisible()
    await expect(rentalCard(theirs, server)).not.toContainText(text)
    await theirs.context().close()
  },
)

test(
  'J G20 G23 a region gets a name and room, goes under maintenance, and its player reads it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player, { region: 'ap-chengdu' })
    await openConsole(page, stack, 'rentals/regions')
    const row = page.getByRole('row').filter({ hasText: 'ap-chengdu' })
    await row.getByRole('button', { name: '编辑' }).click()
    const dialog = openedDialog(page, '编辑成都')
    const capacity = await dialog.getByRole('textbox', { name: '容量' }).inputValue()
    await dialog.getByRole('textbox', { name: '容量' }).fill('many')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByText('请输入 0 到 10000 之间的数字')).toBeVisible()
    await dialog.getByRole('textbox', { name: '容量' }).fill('33')
    await stack.callOperator('PATCH', '/api/operator/regions/ap-chengdu', { capacity: 32 })
    await dialog.getByRole('button', { name: '保存' }).click()
    const versions = dialog.getByRole('radiogroup', { name: '容量' })
    await expect(versions).toContainText('32')
    await expect(dialog.getByRole('textbox', { name: '容量' })).toHaveValue('33')
    await versions.getByRole('radio', { name: /你的版本/ }).check()
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row).toContainText('33')

    await row.getByRole('button', { name: '维护', exact: true }).click()
    await openedDialog(page).getByRole('textbox', { name: '玩家看到的说明（中文）' }).fill('机房割接')
    await openedDialog(page).getByRole('button', { name: '开始维护' }).click()
    await expect(row).toContainText('维护中')
    expect(await fetchRental(stack, player, server.instance_id)).toMatchObject({
      maintenance: { zh: '机房割接' },
    })
    await expectAccessible(page)
    await row.getByRole('button', { name: '结束维护' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '结束维护' }).click()
    await expect(row).not.toContainText('维护中')
    expect(await fetchRental(stack, player, server.instance_id)).toMatchObject({ maintenance: null })
    await stack.callOperator('PATCH', '/api/operator/regions/ap-chengdu', { capacity: Number(capacity) })

    await page.getByRole('button', { name: '添加地区' }).click()
    const adding = openedDialog(page, '添加地区')
    await adding.getByRole('textbox', { name: '代码' }).fill('Home')
    await adding.getByRole('textbox', { name: '名称（中文）' }).fill('机房')
    await adding.getByRole('button', { name: '保存' }).click()
    await expect(adding.getByText(/^只能使用小写字母/)).toBeVisible()
    await adding.getByRole('textbox', { name: '代码' }).fill('home-9')
    await adding.getByRole('combobox', { name: '所属筛选' }).selectOption('欧洲')
    await adding.getByText('对玩家隐藏').click()
    await expectAccessible(page)
    await adding.getByRole('button', { name: '保存' }).click()
    const own = page.getByRole('row').filter({ hasText: 'home-9' })
    await expect(own).toContainText('机房')
    await expect(own).toContainText('欧洲')
    await expect(own).toContainText('已隐藏')
    await own.getByRole('button', { name: '删除' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expect(own).toHaveCount(0)

    await page.getByRole('link', { name: '主机' }).click()
    const machine = page.getByRole('row').filter({ hasText: 'local' })
    await expect(machine).toContainText('正常')
    await machine.getByRole('link', { name: server.instance_id }).click()
    await expect(page).toHaveURL(`/admin/rentals/${server.instance_id}`)
  },
)
