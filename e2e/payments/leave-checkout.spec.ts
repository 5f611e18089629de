import {
  refocusPage,
  expect,
  purchaseFrame,
  choiceOption,
  advanceToNextPoll,
  openAsBuyer,
  openVipPurchase,
  fetchNewestOrder,
  fetchOrders,
  paidTitle,
  paymentPanel,
  payNewestOrder,
  payButton,
  payByWechat,
  test,
  timeLeft,
  findTrade,
} from '../support/payments.ts'

test(
  'H8 closing the dialog closes the payment at the provider, and the next purchase starts over',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const buyer = await openAsBuyer(page, stack, '/vip')
    const frame = await openVipPurchase(page)
    await payByWechat(frame)
    const order = await fetchNewestOrder(stack, buyer)
    expect(await findTrade(stack, order)).toMatchObject({ state: 'waiting' })
    await page.getByRole('button', { name: '关闭' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await findTrade(stack, order)).toMatchObject({ state: 'closed' })
    expect(await fetchNewestOrder(stack, buyer)).toMatchObject({ status: 'closed' })
    await openVipPurchase(page)
    await expect(payButton(frame, '¥30.00')).toBeEnabled()
  },
)

test(
  'H8 closed while it was being paid: it stays open, shows it as paid, and nothing else was ordered',
  { tag: '@variant' },
  async ({ page, stack, payments }) => {
    payments.setFaults('wechat', { notify: 'never' })
    const buyer = await openAsBuyer(page, stack, '/vip')
    const frame = await openVipPurchase(page)
    await payByWechat(frame)
    const { no } = await findTrade(stack, await fetchNewestOrder(stack, buyer))
    await payments.pay('wechat', no)
    await page.keyboard.press('Escape')
    await expect(paidTitle(frame)).toBeVisible()
    expect(await fetchOrders(stack, buyer)).toMatchObject([{ status: 'paid', fulfilled: true }])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test(
  'H8 another method closes the first payment; two orders stand, one of them paid',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    const buyer = await openAsBuyer(page, stack, '/subscribe')
    await payByWechat(page)
    const first = await fetchNewestOrder(stack, buyer)
    await page.getByRole('button', { name: '换一种支付方式' }).click()
    await expect(choiceOption(page, '微信支付')).toBeFocused()
    expect(await findTrade(stack, first)).toMatchObject({ state: 'closed' })
    await page.keyboard.press('ArrowRight')
    await expect(choiceOption(page, '支付宝')).toBeChecked()
    const opening = page.waitForEvent('popup')
    await payButton(page, '¥30.00').click()
    const provider = await opening
    await provider.getByRole('button', { name: '付款' }).click()
    await expect(provider.getByText('款项已到账，可以关闭这个窗口。')).toBeVisible()
    await refocusPage(page)
    await expect(paidTitle(page)).toBeVisible()
    expect((await fetchOrders(stack, buyer)).map(({ method, status }) => [method, status])).toEqual([
      ['alipay', 'paid'],
      ['wechat', 'closed'],
    ])
  },
)

test(
  'H5 H8 a double press makes one order, of which one payment',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const buyer = await openAsBuyer(page, stack, '/subscribe')
    await choiceOption(page, '微信支付').check()
    await payButton(page, '¥30.00').dblclick()
    await expect(paymentPanel(page)).toBeVisible()
    const orders = await fetchOrders(stack, buyer)
    expect(orders).toHaveLength(1)
    for (const order of orders) expect(await findTrade(stack, order)).toMatchObject({ state: 'waiting' })
  },
)

test(
  'H4 a reload goes on with the same order: the dialog opens again, and the order’s own page pays it too',
  { tag: '@variant' },
  async ({ page, context, stack }) => {
    await page.clock.install()
    const buyer = await openAsBuyer(page, stack, '/vip')
    await openVipPurchase(page)
    await payByWechat(purchaseFrame(page))
    const { id, number, payment } = await fetchNewestOrder(stack, buyer)
    await page.reload()
    const frame = purchaseFrame(page)
    await expect(paymentPanel(frame)).toContainText(number)
    await expect(timeLeft(frame)).toHaveText(/^7:[345]\d$/)
    const own = await context.newPage()
    await own.goto(`/orders/${id}`)
    await expect(paymentPanel(own)).toContainText(number)
    await expect(timeLeft(own)).toHaveText(/^7:[345]\d$/)
    await own.reload()
    await expect(timeLeft(own)).toHaveText(/^7:[345]\d$/)
    expect(await fetchNewestOrder(stack, buyer)).toMatchObject({
      id,
      payment: { payment_url: payment?.payment_url },
    })
    await payNewestOrder(stack, 'wechat', buyer)
    await advanceToNextPoll(own)
    await expect(own.getByText('款项已到账，可以关闭这个窗口。')).toBeVisible()
    await expect(paidTitle(frame)).toBeVisible()
  },
)
