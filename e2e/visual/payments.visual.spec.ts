import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import type { GiftCard } from '@clutch/contract/api/vip/vip.ts'
import type { FrameLocator, Page } from '@playwright/test'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import { buildAccount, mockSession } from '../support/sessions.ts'
import { accountButton, writeStorage, storedSession } from '../support/sign-in.ts'
import { expect } from '../support/test.ts'

const me = buildAccount()
const longNameAccount = buildAccount({ username: 'Wonderful_Wanderer_of_the_Woods_', groups: ['kol', 'vip'] })
const day = 86_400_000
const now = Date.parse('2026-11-21T14:02:18+08:00')
const until = Date.parse('2027-02-18T12:00:00+08:00')

const idOf = (place: number) => `01936f00-0000-7000-8000-0000000000${String(place).padStart(2, '0')}`
const payment = { payment_url: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz', expiresIn: 312_000 }

/** An order as it may look; scenes name only what they are about. */
const buildOrder = (place: number, change: Partial<OrderView> = {}): OrderView => ({
  id: idOf(place),
  number: `ord-20261121-8f3k2${place}`,
  status: 'paid',
  fulfilled: true,
  productType: 'vip',
  productId: 'plan',
  description: { zh: 'VIP 3 个月', en: 'VIP for 3 months' },
  duration: '3m',
  recipient: me.steamId,
  method: 'wechat',
  currency: 'CNY',
  listAmount: 8_100,
  amount: 8_100,
  refunded: 0,
  coupon: null,
  created: now,
  paid: now + 41_000,
  reference: '4200002477202611213141592653',
  payment: null,
  ends: null,
  notOnServers: false,
  questions: [],
  ...change,
})

const open = buildOrder(1, { status: 'open', fulfilled: false, paid: null, reference: null, payment })
const orderWithQuestion = buildOrder(2, {
  recipient: null,
  productType: 'vip_card',
  productId: 'card',
  description: { zh: 'VIP 礼品卡（1 年）', en: 'VIP gift card, 1 year' },
  duration: '1y',
  listAmount: 28_800,
  amount: 25_920,
  refunded: 1_000,
  coupon: 'WELCOME10',
  created: now - 3 * day,
  paid: now - 3 * day + 60_000,
  questions: [
    {
      text: '付款后没有立刻显示兑换码，现在已经看到了。可以开发票吗？\nCould I have an invoice?',
      asked: now - 2 * day,
      answer: '可以，请把抬头发给我们。We returned ¥10.00 for the wait.',
      answered: now - day,
    },
    { text: '抬头：北岸', asked: now - day / 2, answer: null, answered: null },
  ],
})
const otherOrders = [
  buildOrder(3, { fulfilled: false, created: now - 4 * day }),
  buildOrder(4, { status: 'refunded', refunded: 8_100, created: now - 30 * day }),
  buildOrder(5, { status: 'closed', fulfilled: false, paid: null, reference: null, created: now - 60 * day }),
  buildOrder(6, {
    method: 'paypal',
    currency: 'USD',
    amount: 1_299,
    listAmount: 1_299,
    created: now - 400 * day,
  }),
]

const buildCard = (place: number, change: Partial<GiftCard> = {}): GiftCard => ({
  id: idOf(place),
  code: 'K7M4N2Q9RTWX3BCD',
  duration: '1y',
  state: 'unused',
  created: now - place * day,
  expires: now + 2 * 365 * day,
  used: null,
  orderId: idOf(2),
  ...change,
})
const cards = [
  buildCard(0),
  buildCard(1, { code: 'B2C3D4E5F6G7H8J9', state: 'used', used: now, duration: '1m' }),
  buildCard(2, { code: 'QWRT2345BCDF6789', state: 'over', duration: '3m' }),
  buildCard(3, { code: null, state: 'void', duration: '3m' }),
]

/** Answers a call of the API, whatever it is asked. */
const mockCall = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ json, status }))

interface ShownState {
  account?: typeof me
  expireDate?: number
  order?: OrderView
  cards?: readonly GiftCard[]
}

/** Opens a page as a signed-in user whose order is in a given state. */
async function openAs({ page }: VisualContext, path: string, seen: ShownState = {}): Promise<void> {
  const { account = me, expireDate = until, order = open } = seen
  const session = await mockSession(page, { account, expireDate })
  await mockCall(page, 'vip/cards', seen.cards ?? [])
  await mockCall(page, 'payment/orders', { orders: [open, orderWithQuestion, ...otherOrders], more: true })
  await page.route('**/api/payment/orders', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { id: order.id } }) : route.fallback(),
  )
  await mockCall(page, 'payment/pay', payment)
  for (const call of ['', '/check', '/close'])
    await mockCall(page, `payment/orders/${order.id}${call}`, order)
  await writeStorage(page, storedSession(session))
  await page.goto(path)
}

const button = (where: Page | FrameLocator, name: string) => where.getByRole('button', { name, exact: true })

async function openVip({ page, text }: VisualContext): Promise<void> {
  await page.goto('/vip')
  const label = text('特权对比', 'Compare privileges')
  await expect(
    page.getByRole('table', { name: label }).or(page.getByRole('list', { name: label })),
  ).toBeVisible()
}

async function choose({ text }: VisualContext, where: Page | FrameLocator): Promise<void> {
  await where.getByRole('radio', { name: text('微信支付', 'WeChat Pay') }).check()
  await where.getByRole('radio', { name: text('3 个月', '3 months') }).check()
  await expect(where.getByRole('button', { name: text('支付 ¥81.00', 'Pay ¥81.00') })).toBeVisible()
}

const pay = ({ text }: VisualContext, where: Page | FrameLocator) =>
  where.getByRole('button', { name: text('支付 ¥81.00', 'Pay ¥81.00') }).click()

/** The dialog in which VIP is bought; answers the page in it. */
async function openPurchase(scene: VisualContext, seen: ShownState = {}): Promise<FrameLocator> {
  const { page, text } = scene
  await openAs(scene, '/vip', seen)
  await openVip(scene)
  await button(page, text('选择套餐', 'Choose a plan')).click()
  const frame = page.getByTitle(text('VIP 购买页', 'Purchase page of VIP')).contentFrame()
  await choose(scene, frame)
  return frame
}

const qrCode = ({ text }: VisualContext, where: Page | FrameLocator) =>
  where.getByRole('img', { name: text('微信支付二维码', 'QR code for WeChat Pay') })

const states: VisualStates = {
  'vip signed out': openVip,
  'vip member': async (scene) => {
    await openAs(scene, '/vip', { account: longNameAccount })
    await openVip(scene)
    await expect(accountButton(scene.page, scene.text('zh', 'en') as 'zh' | 'en')).toContainText('VIP')
  },
  'vip ending': async (scene) => {
    await openAs(scene, '/', { account: longNameAccount, expireDate: Date.now() + 2 * day })
    await expect(scene.page.getByRole('link', { name: scene.text('续费 VIP', 'Renew VIP') })).toBeVisible()
  },
  'vip row': async (scene) => {
    await openVip(scene)
    const name = scene.text('加入时选择队伍', 'Choose the team on join')
    await scene.page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(scene.page.getByRole('dialog', { name })).toBeVisible()
  },
  'vip row hint': async (scene) => {
    await openVip(scene)
    await scene.page
      .getByRole('button', { name: scene.text('说明：满员时加入', 'About: Join when the server is full') })
      .hover()
    await expect(
      scene.page.getByText(scene.text('每台服务器最后 2–3 个位置', 'The last two or three slots')),
    ).toBeVisible()
  },
  'vip install': async (scene) => {
    await openVip(scene)
    await button(scene.page, scene.text('安装应用', 'Install app')).click()
    await expect(scene.page.getByRole('dialog')).toBeVisible()
  },
  'vip purchase': async (scene) => void (await openPurchase(scene)),
  'vip purchase light': async (scene) => {
    await openPurchase(scene, { account: longNameAccount })
    await button(scene.page, scene.text('浅色', 'Light')).click()
  },
  'vip purchase waiting': async (scene) => {
    const frame = await openPurchase(scene)
    await pay(scene, frame)
    await expect(qrCode(scene, frame)).toBeVisible()
  },
  'vip purchase paid': async (scene) => {
    const order = buildOrder(1)
    const frame = await openPurchase(scene, { account: longNameAccount, order })
    await pay(scene, frame)
    await expect(frame.getByText(scene.text('支付成功', 'Payment received'))).toBeVisible()
  },
  subscribe: async (scene) => {
    const { page, text } = scene
    await mockCall(page, 'payment/quote', {
      currency: 'CNY',
      listAmount: 8_100,
      amount: 7_290,
      description: open.description,
    })
    await mockCall(page, 'auth/steam/user/*', { steamId: '76561198000000002', username: '风筝', avatar: '' })
    await openAs(scene, '/subscribe?username=风筝&steamid=76561198000000002&server_name=北岸社区')
    await choose(scene, page)
    await page.getByRole('radio', { name: text('送给别人', 'As a gift') }).check()
    await page.getByRole('textbox', { name: /SteamID64/ }).fill('76561198000000002')
    await page.getByRole('textbox', { name: text('优惠码', 'Coupon') }).fill('welcome10')
    await page.keyboard.press('Enter')
    await expect(button(page, text('支付 ¥72.90', 'Pay ¥72.90'))).toBeVisible()
  },
  'subscribe, wrong': async (scene) => {
    const { page, text } = scene
    await mockCall(page, 'payment/quote', { error: 'no', code: 'coupon.used_up' }, 409)
    await openAs(scene, '/subscribe')
    await choose(scene, page)
    await page.getByRole('radio', { name: text('送给别人', 'As a gift') }).check()
    await page.getByRole('textbox', { name: /SteamID64/ }).fill('7656119')
    await page.getByRole('textbox', { name: text('优惠码', 'Coupon') }).fill('autumn')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text('需要 17 位数字', '17 digits are needed'))).toBeVisible()
  },
  'subscribe signed out': async ({ page, text }) => {
    await page.goto('/subscribe')
    await expect(page.getByText(text('请先登录再购买', 'Sign in to buy VIP'))).toBeVisible()
  },
  'subscribe timed out': async (scene) => {
    const order = { ...open, payment: { ...payment, expiresIn: 1 } }
    await openAs(scene, '/subscribe', { order })
    await choose(scene, scene.page)
    await pay(scene, scene.page)
    await expect(button(scene.page, scene.text('重试', 'Try again'))).toBeVisible()
  },
  'store signed out': async ({ page, text }) => {
    await page.goto('/store')
    await expect(page.getByText(text('登录后购买和兑换', 'Sign in to buy and redeem'))).toBeVisible()
  },
  'store empty': async (scene) => {
    await openAs(scene, '/store')
    await choose(scene, scene.page)
    await expect(scene.page.getByText(scene.text('还没有 VIP 卡', 'No VIP cards yet'))).toBeVisible()
  },
  'store redeemed': async (scene) => {
    const { page, text } = scene
    await mockCall(page, 'vip/redeem', { duration: '1y', expireDate: until })
    await openAs(scene, '/store', { account: longNameAccount, cards })
    await choose(scene, page)
    await button(page, text('显示兑换码', 'Show the code')).first().click()
    await page.getByRole('textbox', { name: text('兑换码', 'Redeem code') }).fill('K7M4-N2Q9-RTWX-3BCD')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text('有效期至 2027-02-18', 'VIP until 2027-02-18')).first()).toBeVisible()
  },
  'store bought': async (scene) => {
    const order = buildOrder(2, { productType: 'vip_card', productId: 'card', recipient: null })
    await openAs(scene, '/store', { order, cards })
    await choose(scene, scene.page)
    await pay(scene, scene.page)
    await expect(scene.page.getByText('K7M4-N2Q9-RTWX-3BCD')).toBeInViewport()
    await expect(scene.page.getByRole('banner')).toBeInViewport({ ratio: 1 })
  },
  orders: async (scene) => {
    await openAs(scene, '/orders')
    await expect(scene.page.getByText(orderWithQuestion.number)).toBeVisible()
  },
  'order open': async (scene) => {
    const page = 'https://openapi.alipay.example/gateway.do'
    const order: OrderView = { ...open, method: 'alipay', payment: { ...payment, payment_url: page } }
    await openAs(scene, `/orders/${order.id}`, { order })
    await expect(
      scene.page.getByRole('link', { name: scene.text('前往支付宝', 'Go to Alipay') }),
    ).toBeVisible()
  },
  'order paid': async (scene) => {
    await openAs(scene, `/orders/${orderWithQuestion.id}`, { order: orderWithQuestion })
    await expect(scene.page.getByText('抬头：北岸')).toBeVisible()
  },
  receipt: async (scene) => {
    await openAs(scene, `/orders/${orderWithQuestion.id}/receipt`, { order: orderWithQuestion })
    await expect(button(scene.page, scene.text('打印', 'Print'))).toBeVisible()
  },
}

/** Scenes that exist in one size only. */
const onlyOn = { 'vip row': 'phone', 'vip row hint': 'desktop' }

defineVisualTests(states, onlyOn)
