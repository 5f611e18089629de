import type { Page } from '@playwright/test'
import { formatGiftCode } from '@clutch/contract/rules/vip/gift-codes.ts'
import { takePerson } from '../support/accounts.ts'
import {
  openAsBuyer,
  paidTitle,
  payNewestOrder,
  payByWechat,
  advanceToNextPoll,
} from '../support/payments.ts'
import { openSignedIn } from '../support/sessions.ts'
import { accountButton, signInDialog } from '../support/sign-in.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const field = (page: Page) => page.getByRole('textbox', { name: '兑换码' })
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const cards = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '我的卡' }) })
    .getByRole('listitem')

async function redeem(page: Page, code: string): Promise<void> {
  await field(page).fill(code)
  await page.getByRole('button', { name: '兑换到当前账号' }).click()
}

test(
  'A6 F3 F4 the store opens in a new tab, with `from`; a visitor without a session is led to sign in',
  { tag: '@variant' },
  async ({ page }) => {
    await page.goto('/vip?from=qq')
    const link = page.getByRole('link', { name: /^打开商店/ })
    await expect(link).toHaveAttribute('target', '_blank')
    const opened = page.waitForEvent('popup')
    await link.click()
    const store = await opened
    await expect(store).toHaveURL('/store?from=qq')
    await expect(store.getByRole('heading', { level: 1, name: 'VIP 卡' })).toBeVisible()
    expect(await store.evaluate(() => window.opener === null)).toBe(true)
    await expect(page).toHaveURL('/vip?from=qq')
    await expect(store.getByText('登录后购买和兑换 VIP 卡')).toBeVisible()
    await store.getByRole('main').getByRole('button', { name: '登录' }).click()
    await expect(signInDialog(store).getByRole('link', { name: '通过 Steam 登录' })).toBeVisible()
    await store.keyboard.press('Escape')
    await store.getByRole('link', { name: 'VIP 订阅' }).first().click()
    await expect(store).toHaveURL('/vip?from=qq')
    await page.getByRole('link', { name: '去兑换' }).click()
    await expect(page).toHaveURL('/store?from=qq')
  },
)

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test(
    'F4 F7 a card is bought, its code copied, and redeemed once by another account',
    { tag: '@variant' },
    async ({ page, stack, openAnotherBrowser }) => {
      await page.clock.install()
      const buyer = await openAsBuyer(page, stack, '/store')
      await expect(page.getByText('还没有 VIP 卡')).toBeVisible()
      await page.getByRole('radio', { name: /3 个月/ }).check()
      await payByWechat(page, '¥81.00')
      await payNewestOrder(stack, 'wechat', buyer)
      await advanceToNextPoll(page)
      await expect(paidTitle(page)).toBeVisible()
      const code = page.getByText(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
      await expect(code).toBeVisible()
      const shown = await code.innerText()
      await page.getByRole('button', { name: '复制', exact: true }).click()
      await expect(page.getByRole('button', { name: '已复制' })).toBeVisible()
      expect(await copied(page)).toBe(shown)
      await page.getByRole('button', { name: '完成' }).click()

      await expect(cards(page)).toHaveCount(1)
      await expect(cards(page)).toContainText('3 个月未使用')
      await expect(page.getByText(shown)).toHaveCount(0)
      await expect(cards(page).getByText(`${shown.slice(0, 4)}-••••-••••-••••`)).toBeVisible()
      await cards(page).getByRole('button', { name: '显示兑换码' }).click()
      await expect(cards(page).getByText(shown)).toBeVisible()
      await cards(page).getByRole('button', { name: '隐藏兑换码' }).click()
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await cards(page).getByRole('button', { name: '复制兑换码' }).click()
      await expect.poll(() => copied(page)).toBe(shown)
      await expect(accountButton(page)).not.toContainText('VIP')
      await expectAccessible(page)

      const theirs = await openAnotherBrowser()
      await openSignedIn(theirs, stack, takePerson(), '/store')
      await expect(accountButton(theirs)).not.toContainText('VIP')
      await redeem(theirs, shown.toLowerCase().replaceAll('-', ' '))
      await expect(theirs.getByText('兑换成功')).toBeVisible()
      await expect(theirs.getByText(/^已兑换 3 个月，VIP 有效期至 \d{4}-\d\d-\d\d$/).first()).toBeVisible()
      await expect(accountButton(theirs)).toContainText(/VIP · 至 \d{4}-\d\d-\d\d/)
      await expect(field(theirs)).toHaveValue('')
      await redeem(theirs, shown)
      await expect(theirs.getByText('这个兑换码已经使用过')).toBeVisible()
      await expect(theirs.getByText('还没有 VIP 卡')).toBeVisible()

      await page.reload()
      await expect(cards(page)).toContainText('3 个月已使用')
      await expect(cards(page).getByRole('button', { name: '复制兑换码' })).toHaveCount(0)
      await expect(accountButton(page)).not.toContainText('VIP')
    },
  )
})

test(
  'F4 a code that is none, an unknown one, a void one, and one of the operator’s',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { codes } = (await stack.callOperator('POST', '/api/operator/gift-cards', {
      count: 2,
      duration: '1m',
      batch: 'autumn',
    })) as { codes: string[] }
    const [good = '', taken = ''] = codes
    const found = (await stack.callOperator('GET', `/api/operator/gift-cards?find=${taken.slice(0, 4)}`)) as {
      rows: { id: string }[]
    }
    await stack.callOperator('POST', `/api/operator/gift-cards/${found.rows[0]?.id}/void`)
    await openSignedIn(page, stack, takePerson(), '/store')
    for (const [typed, said] of [
      ['abcd', '兑换码是 16 位字母和数字'],
      ['2345-6789-ABCD-EFGH', '兑换码无效'],
      [taken, '这个兑换码已失效'],
    ] as const) {
      await redeem(page, typed)
      await expect(page.getByText(said)).toBeVisible()
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(accountButton(page)).not.toContainText('VIP')
    await field(page).fill(good)
    await field(page).blur()
    await expect(field(page)).toHaveValue(formatGiftCode(good.replaceAll('-', '')))
    await field(page).press('Enter')
    await expect(accountButton(page)).toContainText(/VIP · 至/)
  },
)
