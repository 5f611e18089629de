import type { Locator } from '@playwright/test'
import {
  type PurchaseArea,
  choiceOption,
  expect,
  openAsBuyer,
  fetchNewestOrder,
  fetchOrders,
  paidTitle,
  paymentPanel,
  payNewestOrder,
  payButton,
  payByWechat,
  test,
  findTrade,
} from '../support/payments.ts'

const coupon = (place: PurchaseArea): Locator => place.getByRole('textbox', { name: '优惠码' })
const useIt = (place: PurchaseArea): Locator => place.getByRole('button', { name: '使用', exact: true })

test(
  'H6 the price follows the method, on every term, in the total and on the button',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openAsBuyer(page, stack, '/subscribe')
    await expect(choiceOption(page, '1 个月')).toBeChecked()
    await choiceOption(page, '1 年').check()
    await expect(payButton(page, '¥288.00')).toBeEnabled()
    await choiceOption(page, 'PayPal').check()
    await expect(payButton(page, '$44.99')).toBeEnabled()
    await expect(choiceOption(page, '1 个月')).toHaveAccessibleName(/\$4\.99/)
    await expect(page.getByRole('main').getByText('¥')).toHaveCount(0)
    await choiceOption(page, '支付宝').check()
    await expect(payButton(page, '¥288.00')).toBeEnabled()
    await expect(page.getByRole('main').getByText('$')).toHaveCount(0)
  },
)

test(
  'H7 a coupon takes its tenth off what is ordered and paid; a wrong one says why and orders nothing',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const buyer = await openAsBuyer(page, stack, '/subscribe')
    await choiceOption(page, '微信支付').check()
    await coupon(page).fill('no')
    await useIt(page).click()
    await expect(page.getByText('3 到 32 位字母、数字或连字符')).toBeVisible()
    await coupon(page).fill('nosuch')
    await expect(page.getByText('点“使用”后生效')).toBeVisible()
    await coupon(page).press('Enter')
    await expect(page.getByText('没有这个优惠码')).toBeVisible()
    await expect(payButton(page, '¥30.00')).toHaveAttribute('aria-disabled', 'true')
    await payButton(page, '¥30.00').click({ force: true })
    expect(await fetchOrders(stack, buyer)).toEqual([])

    await coupon(page).fill(' welcome10 ')
    await useIt(page).click()
    await expect(page.getByText('已减 ¥3.00')).toBeVisible()
    await expect(page.getByText('原价 ¥30.00')).toBeVisible()
    await page.getByRole('button', { name: '移除' }).click()
    await expect(payButton(page, '¥30.00')).toBeEnabled()
    await coupon(page).fill('WELCOME10')
    await useIt(page).click()
    await payByWechat(page, '¥27.00')
    await expect(paymentPanel(page)).toContainText('¥27.00')
    const order = await fetchNewestOrder(stack, buyer)
    expect(order).toMatchObject({ amount: 2_700, listAmount: 3_000, coupon: 'WELCOME10' })
    expect(await findTrade(stack, order)).toMatchObject({ amount: 2_700 })
  },
)

test(
  'F4 a gift is for whom it names, and the buyer has none of it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const friend = await openAsBuyer(page, stack, '/subscribe')
    const buyer = await openAsBuyer(page, stack, '/subscribe')
    const steamId = page.getByRole('textbox', { name: '对方的 SteamID64' })
    await page.getByRole('radio', { name: /^送给别人/ }).check()
    await expect(
      payButton(page, '¥30.00').or(page.getByRole('button', { name: '支付', exact: true })),
    ).toHaveAttribute('aria-disabled', 'true')
    await steamId.fill(friend.person.steamId)
    await expect(page.getByText(`将送给 ${friend.person.name}`)).toBeVisible()
    await payByWechat(page)
    await expect(paymentPanel(page)).toContainText(friend.person.name)
    expect(await payNewestOrder(stack, 'wechat', buyer)).toMatchObject({ recipient: friend.person.steamId })
    await page.reload()
    await expect(paidTitle(page)).toBeVisible()
    await expect(page.getByText(`已为 ${friend.person.name} 开通 1 个月 VIP`)).toBeVisible()
  },
)

test(
  'H6 F2 in English with prices in CNY only, a method and a term that are sold are chosen',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.route('**/api/payment/pricing?*currency=USD', (route) =>
      route.fulfill({ json: { data: { currency: 'USD', items: [] } } }),
    )
    await page.addInitScript(() => localStorage.setItem('preferredLanguage', 'en'))
    await page.goto('/vip')
    await expect(page.getByRole('region', { name: 'Pay for myself' })).toContainText('¥')
    await openAsBuyer(page, stack, '/subscribe')
    await expect(page.getByRole('radio', { name: /^1 month/ })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'WeChat Pay' })).toBeChecked()
    await expect(page.getByRole('button', { name: /¥30\.00/ })).toBeEnabled()
  },
)
