import {
  newEmailAddress,
  callApi,
  createBoundAccount,
  sharedBoundAccount,
  resetLinkPattern,
  waitForMail,
  password,
} from '../support/accounts.ts'
import {
  signInDialog,
  emailField,
  expectSignedIn,
  readHistory,
  logInByEmail,
  signInDialogMode,
  passwordField,
  signInButton,
  openWithStoredSession,
} from '../support/sign-in.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const newPassword = 'another-Harbour_9'

test(
  'C8 from the mail’s link to another password; every session ends, and the link is spent',
  { tag: '@variant' },
  async ({ page, stack, openAnotherBrowser }) => {
    const account = await createBoundAccount(stack)
    const elsewhere = await openAnotherBrowser()
    await openWithStoredSession(elsewhere, account.session, '/leaderboard')
    await page.goto('/login')
    await signInDialog(page).getByRole('button', { name: '忘记密码' }).click()
    const send = signInDialog(page).getByRole('button', { name: '发送链接' })
    await emailField(page).fill(newEmailAddress())
    await send.click()
    await expect(signInDialog(page).getByRole('alert')).toHaveText('这个邮箱还没有注册')
    await emailField(page).fill(account.email)
    await send.click()
    await expect(signInDialog(page).getByText('链接已发送')).toBeVisible()
    const link = await waitForMail(stack, account.email, resetLinkPattern)

    await page.goto(link)
    await expect(page).toHaveURL('/reset-password')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: '设置新密码' })).toBeVisible()
    await expect(page.getByText(`账号 ${account.email}`)).toBeVisible()
    await expectAccessible(page)
    const save = page.getByRole('button', { name: '保存密码' })
    for (const common of ['password1', account.email]) {
      await passwordField(page, '新密码').fill(common)
      await passwordField(page, '确认密码').fill(common)
      await save.click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(
        common === account.email
          ? '密码里包含你的名字或邮箱，请换一个'
          : '这个密码太常见，请换一个不容易猜到的密码',
      )
    }
    await passwordField(page, '新密码').fill('short')
    await passwordField(page, '确认密码').fill('shorter')
    await save.click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText([
      '密码至少需要 8 个字符',
      '两次输入的密码不一致',
    ])
    await passwordField(page, '新密码').fill(newPassword)
    await passwordField(page, '确认密码').fill(newPassword)
    await save.click()
    await expect(page.getByText('密码已修改')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(signInDialogMode(page, '邮箱登录')).toBeVisible()
    const { searchParams } = new URL(link)
    const token = searchParams.get('token') ?? ''
    expect((await readHistory(page)).filter((address) => address.includes(token))).toEqual([])

    await elsewhere.reload()
    await expect(elsewhere.getByText('登录已失效，请重新登录')).toBeVisible()
    await expect(signInButton(elsewhere)).toBeVisible()
    await logInByEmail(page, { email: account.email, password })
    await expect(signInDialog(page).getByRole('alert')).toHaveText('邮箱或密码不正确')
    await logInByEmail(page, { email: account.email, password: newPassword })
    await expectSignedIn(page, account.person)

    await page.goto(link)
    await passwordField(page, '新密码').fill(password)
    await passwordField(page, '确认密码').fill(password)
    await page.getByRole('button', { name: '保存密码' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('链接已过期，请重新申请')
    await page.getByRole('button', { name: '重新申请链接' }).click()
    await expect(signInDialogMode(page, '重置密码')).toBeVisible()
  },
)

test(
  'C8 one link in five minutes: the page says so by itself, and the portal to a browser that forgot',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { email } = await sharedBoundAccount(stack)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/reset-password')) asked.push(request.url())
    })
    const request = async () => {
      await page.goto('/login')
      await signInDialog(page).getByRole('button', { name: '忘记密码' }).click()
      await emailField(page).fill(email)
      await signInDialog(page).getByRole('button', { name: '发送链接' }).click()
    }
    const tooMany = signInDialog(page).getByText('请求太频繁，请稍后再试')
    const calls = () => asked.filter((url) => url.includes('/api/')).length
    await request()
    await expect(signInDialog(page).getByText('链接已发送')).toBeVisible()
    await request()
    await expect(tooMany).toBeVisible()
    expect(calls()).toBe(1)
    await page.evaluate(() => localStorage.clear())
    await request()
    await expect(tooMany).toBeVisible()
    expect(calls()).toBe(2)
    await page.evaluate(() => localStorage.clear())
    await page.route('**/api/auth/email/reset-password', (route) =>
      route.fulfill({ status: 503, json: { error: 'off', code: 'email.off' } }),
    )
    await request()
    await expect(signInDialog(page).getByText('重置邮件发送失败')).toBeVisible()
  },
)

test(
  "C8 the link is in the language of its mail and survives a change of language, and the owner's notice is in the language of the page",
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { email } = await createBoundAccount(stack)
    await callApi(stack, 'POST', '/api/auth/email/reset-password', { body: { email, language: 'en' } })
    await page.goto(await waitForMail(stack, email, resetLinkPattern))
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
    await page.getByRole('button', { name: 'Switch to Chinese' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '设置新密码' })).toBeVisible()
    await page.getByRole('button', { name: '切换到英文' }).click()
    await passwordField(page, 'New password').fill(newPassword)
    await passwordField(page, 'Confirm password').fill(newPassword)
    await page.getByRole('button', { name: 'Save password' }).click()
    expect(await waitForMail(stack, email, /(every other device was signed out)/)).toContain('signed out')
  },
)

test('A8 /reset-password without what the link brings is /login', { tag: '@variant' }, async ({ page }) => {
  for (const path of [
    '/reset-password',
    '/reset-password?token=x',
    '/reset-password?email=kite@example.org',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(signInDialogMode(page, /^登录 /)).toBeVisible()
  }
})
