import type { OperatorRegion } from '@clutch/contract/api/rentals/operator-regions.ts'
import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import type { Page } from '@playwright/test'
import { callApiExpectingSuccess, callApi } from '../support/accounts.ts'
import {
  choiceOption,
  advanceToNextPoll,
  fetchNewestOrder,
  fetchOrders,
  paymentPanel,
  payNewestOrder,
  findTrade,
} from '../support/payments.ts'
import {
  createPlayer,
  rentalCard,
  openedDialog,
  expect,
  fillRentalForm,
  openNewRental,
  openRentalsPage,
  orderRental,
  fetchRentals,
  submitButton,
  submitWithWechat,
  test as base,
  waitUntilRunning,
} from '../support/rentals.ts'
import type { Stack } from '../support/stack.ts'

interface Fixtures {
  /** Sets how many servers a region holds; it is as before after the test. */
  setCapacity: (region: string, capacity: number) => Promise<void>
}

const regionsOf = async (stack: Stack): Promise<OperatorRegion[]> =>
  (await stack.callOperator('GET', '/api/operator/regions')) as OperatorRegion[]

const test = base.extend<Fixtures>({
  setCapacity: async ({ stack }, use) => {
    const before = await regionsOf(stack)
    const set = async (region: string, capacity: number) =>
      void (await stack.callOperator('PATCH', `/api/operator/regions/${region}`, { capacity }))
    await use(set)
    for (const { code, capacity } of before) await set(code, capacity)
  },
})

const ordinary = { name: '练习 1', password: 'Ridge77', mode: '固定地区', region: '东京', duration: '4 小时' }
const price = '¥9.90'

/** The dialog of a new server, filled in and to be paid by WeChat. */
async function openFilled(page: Page, change: Partial<typeof ordinary> = {}): Promise<void> {
  await openNewRental(page)
  await fillRentalForm(page, { ...ordinary, ...change })
  await choiceOption(page, '微信支付').check()
}

test(
  'G10 what is wrong is named at its field, what is missing on the button, and nothing is ordered',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    const dialog = await openNewRental(page)
    const name = dialog.getByRole('textbox', { name: '服务器名称' })
    const password = dialog.getByLabel('访问密码', { exact: true })
    const submit = dialog.getByRole('button', { name: /^提交并支付/ })
    await expect(dialog.getByRole('radio', { name: /^训练服务器/ })).toBeDisabled()
    await expect(dialog.getByRole('radio', { name: '上海' })).toBeDisabled()
    await expect(dialog).toContainText('请先选择地区模式，再选择地区')
    await expect(submit).toHaveAccessibleDescription('请填写服务器名称')
    for (const [typed, said] of [
      ['', '请输入服务器名称'],
      [' 练 ', '名称需要 3–16 个字符'],
      ['长'.repeat(17), '名称需要 3–16 个字符'],
      ['a;b"c', '名称只能包含中文、字母、数字和空格'],
    ] as const) {
      await name.fill(typed)
      await password.focus()
      await expect(dialog).toContainText(said)
      await expect(name).toHaveAttribute('aria-invalid', 'true')
      await name.focus()
    }
    await name.fill('练习 1')
    for (const [typed, said] of [
      ['', '请输入密码'],
      ['abc', '密码需要 4–16 位'],
      ['a'.repeat(17), '密码需要 4–16 位'],
      ['pass word', '密码只能包含字母和数字'],
    ] as const) {
      await password.fill(typed)
      await name.focus()
      await expect(dialog).toContainText(said)
      await password.focus()
    }
    await expect(submit).toHaveAccessibleDescription('请填写访问密码')
    await password.fill('Ridge77')
    await expect(submit).toHaveAccessibleDescription('请选择地区模式')
    await dialog.getByRole('radio', { name: '固定地区' }).check()
    await expect(submit).toHaveAccessibleDescription('请选择地区')
    await submit.click({ force: true })
    await expect(dialog.getByRole('radio', { name: '武汉' })).toBeDisabled()
    await dialog.getByRole('radio', { name: '上海' }).check()
    await expect(submit).not.toHaveAttribute('aria-disabled')
    expect(await fetchOrders(stack, player)).toEqual([])
  },
)

test(
  'G10 H6 the price is that of mode, term and method; PayPal in dollars takes seven days at least (G11)',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    await openFilled(page)
    await expect(submitButton(page, price)).toBeEnabled()
    await choiceOption(page, '3 天').check()
    await expect(submitButton(page, '¥39.00')).toBeEnabled()
    await openedDialog(page).getByRole('radio', { name: '可切换地区' }).check()
    await expect(submitButton(page, '¥55.00')).toBeEnabled()
    await expect(choiceOption(page, '4 小时')).toBeDisabled()
    await expect(choiceOption(page, '4 小时')).toHaveAccessibleName(/未出售/)
    await choiceOption(page, 'PayPal').check()
    await expect(choiceOption(page, '7 天')).toBeChecked()
    await expect(choiceOption(page, '3 天')).toBeDisabled()
    await expect(choiceOption(page, '3 天')).toHaveAccessibleName(/未出售|7 天起/)
    await expect(submitButton(page, '$15.99')).toBeEnabled()
    const options = { serverName: 'abc', password: 'abcd', region: 'ap-tokyo', isRelocatable: false }
    const refused = await callApi(stack, 'POST', '/api/payment/orders', {
      bearer: player.token,
      body: {
        productType: 'server_rental',
        productId: 'new_server',
        currency: 'USD',
        options: { ...options, duration: '4h', paymentMethod: 'paypal' },
      },
    })
    expect(refused.ok).toBe(false)
    expect(await fetchOrders(stack, player)).toEqual([])
  },
)

test(
  'G10 a region that filled up meanwhile is refused before anything is ordered, and cannot be chosen any more',
  { tag: '@variant' },
  async ({ page, stack, setCapacity }) => {
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    await openFilled(page)
    await expect(submitButton(page, price)).toBeEnabled()
    await setCapacity('ap-tokyo', 0)
    await submitButton(page, price).click()
    const dialog = openedDialog(page)
    await expect(dialog.getByRole('alert')).toContainText('这个地区暂无资源')
    await expect(dialog.getByRole('radio', { name: '东京' })).toBeDisabled()
    expect(await fetchOrders(stack, player)).toEqual([])
    await dialog.getByRole('radio', { name: '上海' }).check()
    await submitWithWechat(page, price)
    expect(await fetchOrders(stack, player)).toHaveLength(1)
  },
)

test(
  'H5 G10 the last place was taken while it was paid: the money is refunded automatically, and the page says so',
  { tag: '@variant' },
  async ({ page, stack, setCapacity }) => {
    await page.clock.install()
    const [slow, quick] = [await createPlayer(stack), await createPlayer(stack)]
    await setCapacity('ap-tokyo', 1)
    await openRentalsPage(page, slow)
    await openFilled(page)
    await submitButton(page, price).click()
    await expect(paymentPanel(page)).toBeVisible()
    await orderRental(stack, quick, { region: 'ap-tokyo', duration: '4h' })
    await payNewestOrder(stack, 'wechat', quick)
    const order = await fetchNewestOrder(stack, slow)
    const { no } = await findTrade(stack, order)
    await stack.payments.pay('wechat', no)
    await expect
      .poll(() => fetchNewestOrder(stack, slow))
      .toMatchObject({ status: 'refunded', refunded: 990, fulfilled: false })
    expect(await findTrade(stack, order)).toMatchObject({
      refunds: [expect.objectContaining({ amount: 990 })],
    })
    await advanceToNextPoll(page)
    const dialog = openedDialog(page)
    await expect(dialog).toContainText('款项将退回')
    await expect(dialog).toContainText('¥9.90 会原路退回')
    await expect(dialog).not.toContainText('服务器创建中')
    await dialog.getByRole('button', { name: '完成' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('还没有练习服务器')).toBeVisible()
    expect(await fetchRentals(stack, slow)).toEqual([])
    const [server] = await fetchRentals(stack, quick)
    await waitUntilRunning(stack, quick, server?.instance_id ?? '')
    const file = (await stack.callOperator('GET', `/api/operator/orders/${order.id}`)) as OrderDetails
    expect(file).toMatchObject({ order: { status: 'refunded' } })
  },
)

test(
  'H4 G12 a reload in the middle of the payment: the dialog opens again and goes on with the same order',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    await openFilled(page)
    await submitButton(page, price).click()
    await expect(paymentPanel(page)).toBeVisible()
    const { number } = await fetchNewestOrder(stack, player)
    await page.reload()
    await expect(paymentPanel(page)).toContainText(number)
    await expect(page.getByRole('img', { name: '微信支付二维码' })).toBeVisible()
    await payNewestOrder(stack, 'wechat', player)
    await advanceToNextPoll(page)
    await expect(openedDialog(page)).toContainText('服务器创建中')
    await page.reload()
    const confirm = openedDialog(page).getByRole('button', { name: '确定', exact: true })
    await expect(confirm).toHaveText(/^确定（\d+ 秒）$/)
    await page.keyboard.press('Escape')
    await expect(openedDialog(page)).toHaveCount(0)
    await expect(rentalCard(page, ordinary.name)).toBeVisible()
    await page.reload()
    await expect(rentalCard(page, ordinary.name)).toBeVisible()
    await expect(openedDialog(page)).toHaveCount(0)
    expect(await fetchOrders(stack, player)).toHaveLength(1)
  },
)

test(
  'G12 H8 closed before it was paid, everything is forgotten and the payment is closed at the provider',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    await openFilled(page)
    await submitButton(page, price).click()
    await expect(paymentPanel(page)).toBeVisible()
    const order = await fetchNewestOrder(stack, player)
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
    await expect(openedDialog(page)).toHaveCount(0)
    expect(await findTrade(stack, order)).toMatchObject({ state: 'closed' })
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/payment/orders/')) asked++
    })
    await page.clock.runFor(60_000)
    expect(asked).toBe(0)
    const dialog = await openNewRental(page)
    await expect(dialog.getByRole('textbox', { name: '服务器名称' })).toHaveValue('')
    await expect(dialog.getByLabel('访问密码', { exact: true })).toHaveValue('')
    await expect(dialog.getByRole('radio', { name: '固定地区' })).not.toBeChecked()
    await expect(dialog.getByRole('radio', { name: '东京' })).not.toBeChecked()
    await expect(choiceOption(page, '1 个月')).toBeChecked()
  },
)

test(
  'H7 a price that changed while the form was open is shown before anything is ordered',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    await openFilled(page)
    await expect(submitButton(page, price)).toBeEnabled()
    const path = '/api/operator/prices/server_rental/4h/CNY'
    await stack.callOperator('PUT', path, { relocatable: false, amount: 1_290 })
    try {
      await submitButton(page, price).click()
      await expect(openedDialog(page)).toContainText('价格已变动，请确认后再付款')
      expect(await fetchOrders(stack, player)).toEqual([])
      await submitButton(page, '¥12.90').click()
      await expect(paymentPanel(page)).toContainText('¥12.90')
      expect(await fetchNewestOrder(stack, player)).toMatchObject({ amount: 1_290 })
    } finally {
      await stack.callOperator('PUT', path, { relocatable: false, amount: 990 })
    }
  },
)

test(
  'H4 the time of a payment runs out: it is said, tried again with what was filled in, and one server comes of it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.clock.install()
    const player = await createPlayer(stack)
    await openRentalsPage(page, player)
    await openFilled(page)
    await submitButton(page, price).click()
    await expect(paymentPanel(page)).toBeVisible()
    const first = await fetchNewestOrder(stack, player)
    // The portal’s own time is not over: it would say so.
    await page.route(`**/api/payment/orders/${first.id}`, (route) => route.abort())
    await page.clock.fastForward(480_000)
    const dialog = openedDialog(page)
    await expect(dialog).toContainText('支付时间已过。')
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect(submitButton(page, price)).toBeEnabled()
    await page.unroute(`**/api/payment/orders/${first.id}`)
    expect(await findTrade(stack, first)).toMatchObject({ state: 'closed' })
    await expect(dialog.getByRole('textbox', { name: '服务器名称' })).toHaveValue(ordinary.name)
    await submitButton(page, price).click()
    await expect(paymentPanel(page)).toBeVisible()
    await payNewestOrder(stack, 'wechat', player)
    await advanceToNextPoll(page)
    await expect(dialog).toContainText('服务器创建中')
    const orders = await callApiExpectingSuccess<{ orders: { status: string }[] }>(
      stack,
      'GET',
      '/api/payment/orders',
      {
        bearer: player.token,
      },
    )
    expect(orders.orders.map(({ status }) => status)).toEqual(['paid', 'closed'])
    expect(await fetchRentals(stack, player)).toHaveLength(1)
  },
)

test(
  'G10 H4 a dialog that could not be fetched says so, and the next press fetches it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openRentalsPage(page, await createPlayer(stack))
    const chunk = '**/assets/new-server-dialog-*.js'
    await page.route(chunk, (route) => route.abort())
    const open = page.getByRole('button', { name: '新建服务器' }).first()
    await open.click()
    await expect(page.getByText('无法连接到服务')).toBeVisible()
    await page.unroute(chunk)
    await open.click()
    await expect(openedDialog(page, '新建服务器')).toBeVisible()
  },
)
