import type { Health, OperatorJob, Overview } from '@clutch/contract/api/console/console.ts'
import { newEmailAddress, callApi, createSession, takePerson } from '../support/accounts.ts'
import { openConsole } from '../support/console.ts'
import { createPaidOrder, expect, payNewestOrder, test } from '../support/payments.ts'
import { expectAccessible } from '../support/test.ts'

test(
  'J the overview shows what plays and what was bought, and leads to a server',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    const person = takePerson()
    const buyer = { person, token: (await createSession(stack, person)).token }
    const readOverview = async () => (await stack.callOperator('GET', '/api/operator/overview')) as Overview
    const before =
      (await readOverview()).revenue?.today.find(({ currency }) => currency === 'CNY')?.amount ?? 0
    await createPaidOrder(stack, buyer)
    await payNewestOrder(stack, 'wechat', buyer)
    // An overview is up to 5 s old.
    await expect
      .poll(async () => (await readOverview()).revenue?.today, { timeout: 15_000 })
      .toContainEqual({ currency: 'CNY', amount: before + 3_000 })
    const { players } = await readOverview()
    await openConsole(page, stack)
    const figure = (name: string) => page.locator('dl').filter({ hasText: name })
    expect(players.now).toBeGreaterThan(0)
    await expect(figure('在线玩家')).toContainText(String(players.now))
    await expect(figure('今日收入')).toContainText(((before + 3_000) / 100).toFixed(2))
    await expect(figure('失败任务')).toContainText('0')
    await expect(page.getByRole('list', { name: '服务状态' })).toContainText('微信支付')
    await page.getByText('7 天', { exact: true }).click()
    await expect(page).toHaveURL(/range=7d/)
    await expect(page.getByText('之前 7 天').first()).toBeVisible()
    await expectAccessible(page)
    const servers = page.getByRole('table', { name: '服务器' })
    await expect(servers.getByRole('row', { name: /上海 #1 回防/ })).toContainText('9 / 10')
    await servers.getByRole('link', { name: /上海 #1 回防/ }).click()
    await expect(page).toHaveURL(/\/admin\/servers\?server=/)
  },
)

test(
  'J a search by keyboard finds an order and opens it',
  { tag: '@variant' },
  async ({ page, stack, payments: _ }) => {
    const person = takePerson()
    const buyer = { person, token: (await createSession(stack, person)).token }
    await createPaidOrder(stack, buyer)
    const { number } = await payNewestOrder(stack, 'wechat', buyer)
    await openConsole(page, stack, 'jobs')
    await page.keyboard.press('Control+K')
    const search = page.getByRole('combobox', { name: '搜索服务器、用户、订单' })
    await expect(search).toBeFocused()
    await page.keyboard.type('回防')
    await expect(page.getByRole('option', { name: /上海 #1 回防/ })).toBeVisible()
    await search.fill(number.slice(-6).toUpperCase())
    await expect(page.getByRole('group', { name: '订单' }).getByRole('option')).toHaveCount(1)
    await expect(page.getByRole('option', { name: number })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
    await page.keyboard.press('Control+K')
    await page.keyboard.type('nobody-is-called-so')
    await expect(page.getByText('没有找到')).toBeVisible()
  },
)

test(
  'J a job that waits after a failure is tried again from the list',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const address = newEmailAddress()
    const mails = () => stack.mail.mails.filter(({ to }) => to.includes(address)).length
    const waiting = async () => {
      const { rows } = (await stack.callOperator('GET', '/api/operator/jobs?queue=mail&state=retry')) as {
        rows: OperatorJob[]
      }
      return rows.length
    }
    stack.mail.setFaults({ mode: 'later' })
    try {
      await callApi(stack, 'POST', '/api/auth/email/send-code', { body: { email: address } })
      await expect.poll(waiting).toBe(1)
    } finally {
      stack.mail.setFaults({})
    }
    await openConsole(page, stack, 'jobs')
    const jobs = page.getByRole('table', { name: '任务' })
    const row = jobs.getByRole('row').filter({ hasText: '发送邮件' }).first()
    await expect(row).not.toContainText(address)
    const retry = jobs.getByRole('button', { name: '重试：发送邮件' })
    // It is tried again by itself, too: then there is nothing left to press.
    await retry
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await expect.poll(mails).toBe(1)
    await expect(row).toContainText('已完成')
    const { services } = (await stack.callOperator('GET', '/api/operator/health')) as Health
    expect(services.find(({ what }) => what === 'mail')).toMatchObject({ state: 'good' })
  },
)

test(
  'J the configuration is searched, and tells of a secret only that it is set',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'settings')
    const settings = page.getByRole('table', { name: '配置' })
    await page.getByRole('textbox', { name: '搜索' }).fill('STEAM_API_KEY')
    await expect(settings.getByRole('row')).toHaveCount(2)
    await expect(settings).toContainText('已设置（机密）')
    await expect(settings).toContainText('环境变量')
    await expect(page.getByText('a-web-api-key-of-the-tests')).toHaveCount(0)
    await expectAccessible(page)
  },
)
