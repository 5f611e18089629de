import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { receiveWechatWebhook } from '@clutch/contract/api/payments/webhooks.ts'
import { toCommunityDay } from '@clutch/contract/rules/shared/community-day.ts'
import { callApiExpectingSuccess, createSession, takePerson } from '../support/accounts.ts'
import { openConsole } from '../support/console.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import { type Buyer, createPaidOrder, payNewestOrder } from '../support/payments.ts'
import type { Stack } from '../support/stack.ts'
import { expect } from '../support/test.ts'

const yesterday = toCommunityDay(Date.now() - 86_400_000)

const ordersByStack = new WeakMap<Stack, Promise<string>>()

/** An order with a history: paid, asked about, answered, and partly refunded. */
function sharedOrder(stack: Stack): Promise<string> {
  const made = ordersByStack.get(stack) ?? createOrderHistory(stack)
  ordersByStack.set(stack, made)
  return made
}

async function createOrderHistory(stack: Stack): Promise<string> {
  const person = takePerson()
  const { token } = await createSession(stack, person)
  const buyer: Buyer = { person, token }
  const id = await createPaidOrder(stack, buyer, { coupon: 'WELCOME10' })
  await payNewestOrder(stack, 'wechat', buyer)
  const bearer = token
  for (const text of ['可以开发票吗？', '什么时候到账？Could I have an invoice as well?'])
    await callApiExpectingSuccess(stack, 'POST', `/api/payment/orders/${id}/questions`, {
      bearer,
      body: { text },
    })
  const questions = (await stack.callOperator('GET', '/api/operator/order-questions')) as {
    id: string
    text: string
  }[]
  const invoice = questions.find(({ text }) => text === '可以开发票吗？')
  await stack.callOperator('POST', `/api/operator/order-questions/${invoice?.id}`, {
    answer: '可以，请留下抬头',
  })
  await stack.callOperator('POST', `/api/operator/orders/${id}/refund`, {
    amount: 500,
    reason: '周三停机补偿',
  })
  const file = async () => (await stack.callOperator('GET', `/api/operator/orders/${id}`)) as OrderDetails
  await expect.poll(async () => (await file()).order.refunded, { intervals: [50] }).toBe(500)
  await fetch(`${stack.url}${receiveWechatWebhook.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  await stack.callOperator('POST', `/api/operator/money-reports/wechat/${yesterday}`)
  return id
}

const open = ({ page, stack }: VisualContext, path: string) => openConsole(page, stack, path)
const dialogOf = ({ page }: VisualContext) => page.getByRole('dialog')

const states: VisualStates = {
  'console orders': async (scene) => {
    await sharedOrder(scene.stack)
    await open(scene, 'orders')
    await expect(scene.page.getByRole('link', { name: /^ord-/ }).first()).toBeVisible()
  },
  'console order': async (scene) => {
    await open(scene, `orders/${await sharedOrder(scene.stack)}`)
    await expect(scene.page.getByRole('table')).toHaveCount(3)
  },
  'console refund': async (scene) => {
    const { page, text } = scene
    await open(scene, `orders/${await sharedOrder(scene.stack)}`)
    await page.getByRole('button', { name: text('退款', 'Refund'), exact: true }).click()
    await dialogOf(scene)
      .getByRole('radio', { name: text('部分退回', 'Partial') })
      .check()
    await page.keyboard.press('Enter')
    await expect(dialogOf(scene).locator('[aria-invalid="true"]').first()).toBeVisible()
  },
  'console refund question': async (scene) => {
    const { page, text } = scene
    await open(scene, `orders/${await sharedOrder(scene.stack)}`)
    await page.getByRole('button', { name: text('退款', 'Refund'), exact: true }).click()
    await dialogOf(scene)
      .getByRole('textbox', { name: text('退款原因', 'Reason') })
      .fill(text('误购', 'Bought by mistake'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  'console money alerts': async (scene) => {
    await sharedOrder(scene.stack)
    await open(scene, 'orders/alerts')
    const dismiss = { name: scene.text('忽略', 'Dismiss') }
    await expect(scene.page.getByRole('button', dismiss).first()).toBeVisible()
  },
  'console questions': async (scene) => {
    await sharedOrder(scene.stack)
    await open(scene, 'orders/questions?show=all')
    await expect(scene.page.getByText('可以开发票吗？').first()).toBeVisible()
  },
  'console reports': async (scene) => {
    await sharedOrder(scene.stack)
    await open(scene, 'orders/reports')
    await expect(scene.page.getByText(yesterday).first()).toBeVisible()
  },
  'console prices': async (scene) => {
    await open(scene, 'prices')
    await expect(scene.page.getByRole('table')).toHaveCount(3)
  },
  'console coupons': async (scene) => {
    await open(scene, 'prices/coupons')
    await expect(scene.page.getByText('WELCOME10').first()).toBeVisible()
  },
  'console coupon': async (scene) => {
    const { page, text } = scene
    await open(scene, 'prices/coupons')
    await page.getByRole('button', { name: text('修改 WELCOME10', 'Edit WELCOME10') }).click()
    await expect(dialogOf(scene)).toBeVisible()
  },
}

defineVisualTests(states)
