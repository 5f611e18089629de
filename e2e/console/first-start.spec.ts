import { generateTotpCode } from '@clutch/server/domains/accounts/testing/authenticator.ts'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { Locator, Page } from '@playwright/test'
import { takePerson } from '../support/accounts.ts'
import { type ConsoleGame, startGame } from '../support/game-servers.ts'
import { createPaidOrder, payNewestOrder } from '../support/payments.ts'
import { createPlayer, createRunningRental } from '../support/rentals.ts'
import type { Stack } from '../support/stack.ts'
import { expect, test } from '../support/test.ts'

/** An empty portal without users. */
test.use({ isEmptyPortal: true })

const area = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '后台导航' }).getByRole('link', { name })
const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const dialogOf = (page: Page): Locator => page.getByRole('dialog')
const save = (page: Page): Promise<void> => dialogOf(page).getByRole('button', { name: '保存' }).click()
const saved = (page: Page): Promise<void> => expect(dialogOf(page)).toBeHidden()

/** What the portal prints at its first start, and all that the operator is given. */
async function enterConsole(page: Page, stack: Stack): Promise<void> {
  const { steamId } = takePerson()
  await stack.callOperator('PUT', `/api/operator/ops/${steamId}`)
  const made = (await stack.callOperator('POST', `/api/operator/ops/${steamId}/sign-in-link`)) as {
    url: string
  }
  await page.goto(made.url)
  await page.getByRole('button', { name: '立即开启' }).click()
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(/\s/g, '')
  await page.getByLabel('验证码').fill(generateTotpCode(stack, secret))
  await page.getByRole('main').getByRole('button', { name: '开启', exact: true }).click()
  await page.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
}

async function addServer(page: Page, { game }: ConsoleGame): Promise<void> {
  await area(page, '服务器').click()
  await page.getByRole('button', { name: '添加服务器' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('IP 地址或域名').fill(game.host)
  await dialog.getByLabel('端口').fill(String(game.port))
  await dialog.getByLabel('RCON 密码').fill('right')
  await dialog.getByRole('button', { name: '测试连接' }).click()
  await expect(dialog.getByText('密码正确')).toBeVisible()
  await dialog.getByLabel('名称', { exact: true }).fill('上海 #1 回防')
  await dialog.getByLabel('地区', { exact: true }).selectOption('ap-shanghai')
  await dialog.getByLabel('榜单').selectOption('retakes')
  await dialog.getByRole('button', { name: '下一步：测试日志' }).click()
  await dialog.getByRole('button', { name: '测试日志' }).click()
  await expect(dialog.getByText(/日志已送达/)).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('row', { name: /上海 #1 回防/ })).toContainText('在线')
}

async function setPrice(page: Page, cell: string, amount: string): Promise<void> {
  await page.getByRole('button', { name: `设置价格：${cell}，CNY` }).click()
  await dialogOf(page).getByLabel('CNY 价格').fill(amount)
  await save(page)
  await saved(page)
}

async function setPrices(page: Page): Promise<void> {
  await area(page, '特权与价格').click()
  await setPrice(page, 'VIP 会员 1 个月', '30')
  await setPrice(page, '练习服务器 1 个月，固定地区', '88')
  await area(page, '租用').click()
  await tab(page, '地区').click()
  await page.getByRole('row', { name: /上海/ }).getByRole('button', { name: '编辑' }).click()
  await dialogOf(page).getByLabel('容量').fill('2')
  await save(page)
  await saved(page)
}

async function publishAnnouncement(page: Page): Promise<void> {
  await area(page, '公告与文案').click()
  await page.getByRole('button', { name: '添加公告' }).first().click()
  await dialogOf(page).getByLabel('内容（中文）').fill('今晚八点开服')
  await save(page)
  await saved(page)
  await area(page, '常见问题').click()
  await page.getByRole('button', { name: '添加问题' }).first().click()
  await dialogOf(page).getByLabel('问题', { exact: true }).fill('怎么加入服务器？')
  await dialogOf(page).getByRole('textbox', { name: '回答' }).fill('<p>点击 <strong>加入</strong>。</p>')
  await save(page)
  await saved(page)
  await area(page, '赛季').click()
  await page.getByRole('button', { name: '开启赛季' }).first().click()
  await dialogOf(page).getByLabel('名称（中文）').fill('第一赛季')
  await dialogOf(page).getByRole('button', { name: '开启赛季' }).click()
  await saved(page)
}

/** An order is found, and all of it goes back. */
async function refund(page: Page, { number }: OrderView): Promise<void> {
  await area(page, '订单与退款').click()
  await page.getByRole('link', { name: number }).click()
  await page.getByRole('button', { name: '退款', exact: true }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: '全部退回' }).check()
  await dialog.getByLabel('退款原因').fill('开服测试')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退回 ¥30.00' }).click()
  await expect(page.getByRole('table', { name: '退款记录' })).toContainText('已退回')
}

/** A rental comes to be under the eyes of the operator, and ends by their hand. */
async function watchRental(page: Page, stack: Stack): Promise<void> {
  await area(page, '租用').click()
  const player = await createPlayer(stack)
  const [{ instance_id: number }] = await Promise.all([
    createRunningRental(stack, player, { name: '周三训练赛' }),
    page.getByRole('link', { name: /^sv-/ }).click(),
  ])
  const history = page.getByRole('list', { name: '经过' })
  await expect(history.getByRole('listitem').first()).toContainText('就绪')
  await page.getByRole('main').getByRole('button', { name: '结束', exact: true }).click()
  await dialogOf(page).getByRole('textbox').fill(number)
  await dialogOf(page).getByRole('button', { name: '结束' }).click()
  await expect(history.getByRole('listitem').filter({ hasText: '已停止并移除' })).toBeVisible({
    timeout: 30_000,
  })
}

test('J from nothing but the page and the printed link to a running community', async ({
  page,
  stack,
  openAnotherBrowser,
}) => {
  test.setTimeout(180_000)
  const played = await startGame()
  await enterConsole(page, stack)
  await addServer(page, played)
  await setPrices(page)
  await publishAnnouncement(page)

  const visitor = await openAnotherBrowser()
  await visitor.goto(stack.url)
  await expect(visitor.getByText('今晚八点开服').first()).toBeVisible()
  await expect(visitor.getByRole('row', { name: /上海 #1 回防/ })).toBeVisible()
  await visitor.goto(`${stack.url}/faq`)
  await visitor.getByRole('button', { name: '怎么加入服务器？' }).click()
  await expect(visitor.getByText('加入', { exact: true })).toBeVisible()

  const buyer = await createPlayer(stack)
  await createPaidOrder(stack, buyer)
  await refund(page, await payNewestOrder(stack, 'wechat', buyer))
  await watchRental(page, stack)

  await area(page, '赛季').click()
  await page
    .getByRole('row', { name: /第一赛季/ })
    .getByRole('button', { name: '结束' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: '结束' }).click()
  await expect(page.getByRole('row', { name: /第一赛季/ })).toContainText('已结束')
  await visitor.goto(`${stack.url}/leaderboard`)
  await expect(visitor.getByText('第一赛季').first()).toBeVisible()

  await area(page, '审计日志').click()
  const log = page.getByRole('table', { name: '审计日志' })
  for (const act of ['结束赛季', '结束租用', '退款', '添加服务器']) {
    await expect(log.getByRole('row').filter({ hasText: act }).first()).toBeVisible()
  }
  await played.sim.close()
})
