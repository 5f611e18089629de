import type { Page } from '@playwright/test'
import { createSession, takePerson } from '../support/accounts.ts'
import {
  type Buyer,
  createPaidOrder,
  expect,
  fetchNewestOrder,
  payNewestOrder,
  test,
  findTrade,
} from '../support/payments.ts'
import { accountButton, signInBySteam, openWithStoredSession } from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expectAccessible } from '../support/test.ts'

/** A user with their own session, outside any browser. */
async function createBuyer(
  stack: Stack,
): Promise<Buyer & { session: Awaited<ReturnType<typeof createSession>> }> {
  const person = takePerson()
  const session = await createSession(stack, person)
  return { person, token: session.token, session }
}

const row = (page: Page, number: string) => page.getByRole('listitem').filter({ hasText: number })

test(
  'H2 a visitor without a session is asked to sign in, on the list, an order and a receipt; another user’s order is not found',
  { tag: '@variant' },
  async ({ page, stack, steam: _ }) => {
    const owner = await createBuyer(stack)
    const id = await createPaidOrder(stack, owner)
    const { number } = await fetchNewestOrder(stack, owner)
    for (const path of ['/orders', `/orders/${id}`, `/orders/${id}/receipt`]) {
      await page.goto(path)
      await expect(page.getByText('登录后查看你的订单')).toBeVisible()
      await expect(page.getByText(number)).toHaveCount(0)
    }
    await page.goto('/orders')
    await page.getByRole('main').getByRole('button', { name: '登录' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    const other = takePerson()
    await signInBySteam(page, other)
    await expect(page.getByText('还没有订单')).toBeVisible()
    await expect(page).toHaveURL('/orders')
    for (const path of [`/orders/${id}`, `/orders/${id}/receipt`, '/orders/nonsense']) {
      await page.goto(path)
      await expect(page.getByText('没有这个订单')).toBeVisible()
      await expect(page.getByText(number)).toHaveCount(0)
    }
    await page.getByRole('link', { name: '全部订单' }).click()
    await expect(page).toHaveURL('/orders')
  },
)

test('H2 one’s own orders, newest first, each with its state; an open one is cancelled at its page', async ({
  page,
  stack,
}) => {
  const buyer = await createBuyer(stack)
  await createPaidOrder(stack, buyer, { method: 'wechat', coupon: 'WELCOME10' })
  const paid = await payNewestOrder(stack, 'wechat', buyer)
  await createPaidOrder(stack, buyer, { method: 'paypal' })
  const open = await fetchNewestOrder(stack, buyer)
  await openWithStoredSession(page, buyer.session, '/orders')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    new RegExp(`${open.number}.*\\$4\\.99.*PayPal.*等待支付`),
    new RegExp(`${paid.number}.*¥27\\.00.*微信支付.*已入账`),
  ])
  await expectAccessible(page)
  await row(page, open.number).getByRole('link').click()
  await expect(page).toHaveURL(`/orders/${open.id}`)
  await expect(page.getByRole('link', { name: '前往 PayPal' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '取消订单' }).click()
  await expect(page.getByText('已关闭', { exact: true })).toBeVisible()
  expect(await fetchNewestOrder(stack, buyer)).toMatchObject({ id: open.id, status: 'closed' })
  await page.getByRole('link', { name: '我的订单' }).first().click()
  await expect(row(page, open.number)).toContainText('已关闭')
})

test(
  'H2 a receipt prints alone, black on white, in one piece',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const buyer = await createBuyer(stack)
    await createPaidOrder(stack, buyer, { coupon: 'WELCOME10' })
    const { id, number, reference } = await payNewestOrder(stack, 'wechat', buyer)
    await openWithStoredSession(page, buyer.session, `/orders/${id}`)
    await page.getByRole('link', { name: '收据' }).click()
    const sheet = page.getByRole('article').filter({ visible: true })
    await expect(sheet).toContainText(number)
    await expectAccessible(page)
    await page.evaluate(() => {
      window.print = () => void (document.documentElement.dataset['printed'] = 'yes')
    })
    await page.getByRole('button', { name: '打印' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')

    await page.emulateMedia({ media: 'print' })
    await expect(sheet).toHaveCount(1)
    for (const words of [
      'CLUTCH',
      '收据',
      number,
      '原价¥30.00',
      '优惠码 WELCOME10-¥3.00',
      '实付¥27.00',
      reference ?? '',
    ])
      await expect(sheet).toContainText(words)
    await expect(sheet).toContainText('测试支付，没有扣款。')
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
    const colours = await sheet.evaluate((element) => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(element).color,
    ])
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  },
)

test(
  'H2 a question about an order, and the answer of the operators under it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const buyer = await createBuyer(stack)
    const id = await createPaidOrder(stack, buyer)
    await openWithStoredSession(page, buyer.session, `/orders/${id}`)
    const help = page.locator('section').filter({ hasText: '订单帮助' })
    await help.getByRole('button', { name: '发送' }).click()
    await expect(help.getByText('请写下你的问题')).toBeVisible()
    await help.getByRole('textbox', { name: '你的问题' }).fill('付了款，\n什么时候到账？')
    await help.getByRole('button', { name: '发送' }).click()
    await expect(page.getByText('问题已发送')).toBeVisible()
    await expect(help.getByRole('listitem')).toContainText('还没有答复')
    await expect(help.getByRole('textbox')).toHaveValue('')
    const asked = (await stack.callOperator('GET', '/api/operator/order-questions')) as {
      id: string
      orderId: string
    }[]
    const question = asked.find(({ orderId }) => orderId === id)
    await stack.callOperator('POST', `/api/operator/order-questions/${question?.id}`, {
      answer: '<b>已经</b>到账了。',
    })
    await page.reload()
    await expect(help.getByRole('listitem')).toContainText('付了款，')
    await expect(help.getByRole('listitem')).toContainText('<b>已经</b>到账了。')
    await expect(help.getByText('还没有答复')).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  'H5 F7 an order that is paid back says so, in part and in whole, and VIP goes with it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const buyer = await createBuyer(stack)
    const id = await createPaidOrder(stack, buyer)
    await payNewestOrder(stack, 'wechat', buyer)
    await openWithStoredSession(page, buyer.session, `/orders/${id}`)
    await expect(accountButton(page)).toContainText('VIP · 至')
    const refund = (body: object) => stack.callOperator('POST', `/api/operator/orders/${id}/refund`, body)
    await refund({ amount: 1_000, reason: 'a day without servers' })
    const refunded = async () => (await fetchNewestOrder(stack, buyer)).refunded
    await expect.poll(refunded, { intervals: [50] }).toBe(1_000)
    await page.reload()
    await expect(page.getByText('¥10.00')).toBeVisible()
    await expect(accountButton(page)).toContainText('VIP · 至')
    await page.goto('/orders')
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('已退 ¥10.00')

    await refund({ reason: 'wanted back' })
    await expect.poll(refunded, { intervals: [50] }).toBe(3_000)
    await page.reload()
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('已退款')
    await expect(accountButton(page)).toHaveText(`${buyer.person.name}账号`)
    await page.goto(`/orders/${id}/receipt`)
    await expect(page.getByRole('article').filter({ visible: true })).toContainText('退款后实付¥0.00')
    expect((await findTrade(stack, { id })).refunds.map(({ amount }) => amount)).toEqual([1_000, 2_000])
  },
)
