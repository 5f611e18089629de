import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import type { PaymentAlert } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import { receiveAlipayWebhook } from '@clutch/contract/api/payments/webhooks.ts'
import { callApiExpectingSuccess, createSession, takePerson } from '../support/accounts.ts'
import { openConsole, sharedOperator } from '../support/console.ts'
import {
  type Buyer,
  createPaidOrder,
  expect,
  fetchNewestOrder,
  payNewestOrder,
  test,
  findTrade,
} from '../support/payments.ts'
import { writeStorage, storedSession } from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expectAccessible, expectNoDialog } from '../support/test.ts'

/** A user with their own session, outside any browser. */
async function createBuyer(stack: Stack) {
  const person = takePerson()
  const session = await createSession(stack, person)
  return { person, token: session.token, session }
}

const fetchOrderDetails = async (stack: Stack, id: string) =>
  (await stack.callOperator('GET', `/api/operator/orders/${id}`)) as OrderDetails

test('J H3 an order is found by its number and refunded in part; a double click refunds once', async ({
  page,
  stack,
  payments: _,
}) => {
  const buyer = await createBuyer(stack)
  const id = await createPaidOrder(stack, buyer)
  const { number } = await payNewestOrder(stack, 'wechat', buyer)
  const trade = await findTrade(stack, { id })
  await openConsole(page, stack, 'orders')
  await page.getByLabel('搜索', { exact: true }).fill(number.slice(4))
  await expect(page).toHaveURL(/[?&]find=/)
  await expect(page.getByRole('table', { name: '订单' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: `订单 ${number}` })).toBeVisible()
  await expect(page.getByRole('table', { name: '付款记录' })).toContainText(trade.no)
  await page.getByRole('button', { name: '退款', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '部分退回' }).check()
  await dialog.getByLabel('退款金额').fill('999')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByText('请输入如 8.88 的金额，最多 ¥30.00')).toBeVisible()
  await dialog.getByLabel('退款金额').fill('5')
  await dialog.getByLabel('退款原因').fill('周三停机补偿')
  // A second press of the same click, or a second Enter, does not confirm.
  await dialog.getByRole('button', { name: '下一步' }).dblclick()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
  await expect(question).toContainText('¥5.00 将退给买家（微信支付），此操作无法撤销。')
  await expectAccessible(page)
  await question.getByRole('button', { name: '退回 ¥5.00' }).dblclick()
  await expect(question).toBeHidden()
  await expect(dialog).toBeHidden()
  // The page asks again by itself while it is on its way.
  await expect(page.getByRole('table', { name: '退款记录' })).toContainText('已退回')
  const timeline = page.getByRole('table', { name: '时间线' })
  await expect(timeline.getByRole('row').filter({ hasText: '周三停机补偿' })).toHaveCount(1)
  await expect(timeline.getByRole('row', { name: /退款.*→ 已退回/ })).toHaveCount(1)
  expect(await fetchOrderDetails(stack, id)).toMatchObject({
    order: { state: 'fulfilled', refunded: 500 },
    refunds: [{ state: 'done', amount: 500, reason: '周三停机补偿' }],
  })
  expect((await findTrade(stack, { id })).refunds.map(({ amount }) => amount)).toEqual([500])
})

test(
  'J H1 a price is set in the console and seen by a player; it is taken away after a question',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const cell = '练习服务器 7 天，可切换地区'
    const before = (await stack.callOperator('GET', '/api/operator/prices')) as {
      product: string
      duration: string
      relocatable: boolean
      currency: string
      amount: number
    }[]
    const old = before.find(
      (one) =>
        one.product === 'server_rental' && one.duration === '7d' && one.relocatable && one.currency === 'CNY',
    )
    await openConsole(page, stack, 'prices')
    await page.getByRole('button', { name: new RegExp(`${cell}，CNY`) }).click()
    const dialog = page.getByRole('dialog', { name: cell })
    const field = dialog.getByLabel('CNY 价格')
    await field.fill('1.005')
    await field.press('Enter')
    await expect(dialog.getByText(/请输入 0\.01 到/)).toBeVisible()
    await field.fill('123.45')
    await field.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: `修改价格 ¥123.45：${cell}，CNY` })).toBeVisible()
    const player = await page.context().newPage()
    await player.goto('/pracc')
    await player.getByRole('tab', { name: '价格' }).click()
    await expect(player.getByText('¥123.45')).toBeVisible()
    await player.close()
    await page.getByRole('button', { name: `修改价格 ¥123.45：${cell}，CNY` }).click()
    await dialog.getByRole('button', { name: '停止出售' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '停止出售' }).click()
    await expect(page.getByRole('button', { name: `未售，设置价格：${cell}，CNY` })).toBeVisible()
    const path = '/api/operator/prices/server_rental/7d/CNY'
    await stack.callOperator('PUT', path, { amount: old?.amount ?? 10_900, relocatable: true })
  },
)

test(
  'J H7 a coupon is made and used; of two operators who change it the second sees both versions',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    const code = `AUTUMN-${Math.trunc(Math.random() * 1e6)}`
    const operator = await openConsole(page, stack, 'prices/coupons')
    await page.getByRole('button', { name: '添加优惠码' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog.getByLabel('代码')).toBeFocused()
    await dialog.getByLabel('代码').fill(code.toLowerCase())
    await dialog.getByLabel('比例').last().fill('50')
    await dialog.getByLabel('总次数').fill('3')
    await dialog.getByRole('switch', { name: 'VIP', exact: true }).check()
    await dialog.getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row').filter({ hasText: code })
    await expect(row).toContainText('0 / 3')
    const buyer = await createBuyer(stack)
    await createPaidOrder(stack, buyer, { coupon: code })
    expect(await fetchNewestOrder(stack, buyer)).toMatchObject({
      listAmount: 3_000,
      amount: 1_500,
      coupon: code,
    })
    await page.reload()
    await expect(row.getByRole('link', { name: '1 / 3' })).toBeVisible()

    const second = await page.context().newPage()
    await writeStorage(second, storedSession(operator.session))
    await second.goto('/admin/prices/coupons')
    const edit = { name: `修改 ${code}` }
    await page.getByRole('button', edit).click()
    await second.getByRole('button', edit).click()
    await second.getByRole('dialog').getByLabel('总次数').fill('7')
    await second.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await expect(second.getByRole('dialog')).toBeHidden()
    await dialog.getByLabel('总次数').fill('5')
    await dialog.getByRole('button', { name: '保存' }).click()
    const versions = dialog.getByRole('radiogroup', { name: '总次数' })
    await expect(versions).toContainText('5')
    await versions.getByRole('radio', { name: /对方保存的版本/ }).check()
    await expect(dialog.getByRole('textbox', { name: '总次数' })).toHaveValue('7')
    await dialog.getByRole('textbox', { name: '总次数' }).fill('8')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(row).toContainText('1 / 8')
    await page.getByRole('button', { name: `删除 ${code}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
    await expectNoDialog(page)
    await expect(row).toHaveCount(0)
  },
)

test(
  'J H2 a buyer’s question is answered in the console and read at the order',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    const buyer = await createBuyer(stack)
    const id = await createPaidOrder(stack, buyer)
    const text = `什么时候到账？${id.slice(-6)}`
    await callApiExpectingSuccess(stack, 'POST', `/api/payment/orders/${id}/questions`, {
      bearer: buyer.token,
      body: { text },
    })
    await openConsole(page, stack, 'orders/questions')
    const row = page.getByRole('row').filter({ hasText: text })
    await row.getByRole('button', { name: '回复' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(text)
    await dialog.getByLabel('回复', { exact: true }).fill('已经\n到账了')
    await dialog.getByRole('button', { name: '回复' }).click()
    await expectNoDialog(page)
    await expect(row).toHaveCount(0)
    await page.getByRole('radio', { name: '全部' }).check()
    await expect(row).toContainText('已经 到账了')
    await row.getByRole('link', { name: /^ord-/ }).click()
    await expect(page.getByRole('table', { name: '时间线' })).toContainText('已经 到账了')
    const { questions } = await fetchNewestOrder(stack, buyer satisfies Buyer)
    expect(questions).toMatchObject([{ text, answer: '已经 到账了' }])
  },
)

test(
  'J H5 what is wrong with money is explained and dismissed; a day is compared with its bill',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    await sharedOperator(stack)
    await fetch(`${stack.url}${receiveAlipayWebhook.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'sign=forged',
    })
    await openConsole(page, stack, 'orders/alerts')
    const row = page.getByRole('row').filter({ hasText: '通知验签失败' })
    await expect(row).toContainText('签名不成立')
    await row.getByRole('button', { name: '忽略' }).click()
    await expect(row).toHaveCount(0)
    const left = (await stack.callOperator('GET', '/api/operator/money-alerts')) as PaymentAlert[]
    expect(left.map(({ kind }) => kind)).not.toContain('notify-unverified')
    await page.getByRole('link', { name: '对账' }).click()
    await expect(page.getByText('模拟平台，没有真实资金')).toHaveCount(3)
    await page.getByRole('button', { name: '对账', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('平台').selectOption('wechat')
    await dialog.getByRole('button', { name: '对账' }).click()
    await expect(dialog).toBeHidden()
    const report = page.getByRole('table', { name: '对账记录' }).getByRole('row').last()
    await expect(report).toContainText('微信支付')
    await report.getByRole('button', { name: '差异' }).click()
    await expect(page.getByRole('dialog', { name: /微信支付 .* 的差异/ })).toBeVisible()
  },
)
