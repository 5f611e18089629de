import type { Page } from '@playwright/test'
import { generateTotpCode } from '@clutch/server/domains/accounts/testing/authenticator.ts'
import { callApi, createBoundAccount, takePerson } from '../support/accounts.ts'
import { dialog } from '../support/server-list.ts'
import { openSignedIn, phoneUserAgent, mockSession, signInOnDevice } from '../support/sessions.ts'
import {
  accountButton as account,
  choosePersonAtSteam,
  signInButton,
  signInDialog,
  openWithStoredSession,
} from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const signedOut = (page: Page) => page.getByText('登录后才能修改设置')
const entry = (page: Page) =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '设置' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const statusOf = async (stack: Stack, bearer: string, path = '/api/account') =>
  (await callApi(stack, 'GET', path, { bearer })).status

test.describe('where the settings are', () => {
  test(
    'A2 J2 off, which they are at first, leads to / and says so; no entry',
    { tag: '@variant' },
    async ({ page }) => {
      const session = await mockSession(page)
      for (const path of ['/settings', '/settings/profile']) {
        await openWithStoredSession(page, session, path)
        await expect(page.getByRole('alert')).toHaveText('该功能未启用')
        await expect(page).toHaveURL('/')
      }
      await expect(entry(page)).toHaveCount(0)
      await account(page).click()
      await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
      await expect(page.getByRole('link', { name: '设置' })).toHaveCount(0)
    },
  )

  test(
    'B5 J2 on, they have an entry and a place in the menu; other addresses lead to them; language and theme',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ features: { settings: { enabled: true } } })
      const session = await mockSession(page)
      for (const path of ['/settings/unknown', '/settings/profile/unknown']) {
        await openWithStoredSession(page, session, path)
        await expect(page).toHaveURL('/settings')
        await expect(heading(page, '设置')).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
      await page.getByRole('link', { name: '个人资料' }).click()
      await expect(page).toHaveURL('/settings/profile')
      await expect(entry(page)).toHaveAttribute('aria-current', 'page')
      await page.getByRole('link', { name: '服务器', exact: true }).click()
      await account(page).click()
      await page.getByRole('dialog').getByRole('link', { name: '设置' }).click()
      await expect(page).toHaveURL('/settings')

      await page.getByText('浅色', { exact: true }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      await page.getByRole('main').getByText('English').click()
      await expect(heading(page, 'Settings')).toBeVisible()
      await expect(page).toHaveURL('/settings')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
    },
  )

  test(
    'J2 a page of theirs that is off has no tab, and its address leads to the first',
    { tag: '@variant' },
    async ({ page, operator }) => {
      const session = await mockSession(page)
      const tab = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
      for (const [off, path, name, other] of [
        ['profile', '/settings/profile', '个人资料', '登录与安全'],
        ['security', '/settings/security', '登录与安全', '个人资料'],
      ] as const) {
        const all = { enabled: true, profile: true, security: true }
        await operator.change({ features: { settings: { ...all, [off]: false } } })
        await openWithStoredSession(page, session, path)
        await expect(page).toHaveURL('/settings')
        await expect(tab(other)).toBeVisible()
        await expect(tab(name)).toHaveCount(0)
        await expect(page.getByRole('alert')).toHaveCount(0)
      }
    },
  )

  test(
    'J2 a visitor without a session is offered to sign in, and stays',
    { tag: '@variant' },
    async ({ page, operator }) => {
      await operator.change({ features: { settings: { enabled: true } } })
      for (const path of ['/settings', '/settings/security']) {
        await page.goto(path)
        await expect(signedOut(page)).toBeVisible()
        await expect(page.getByRole('link', { name: '个人资料' })).toHaveCount(0)
      }
      await page.getByRole('main').getByRole('button', { name: '登录' }).click()
      await expect(dialog(page, '登录 CLUTCH')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL('/settings/security')
    },
  )
})

test('J2 a name and a picture of one’s own, in the header at once and after a reload', async ({
  page,
  stack,
  operator,
}) => {
  const person = takePerson()
  await operator.change({ features: { settings: { enabled: true } } })
  await openSignedIn(page, stack, person, '/settings/profile')
  const preview = page.getByRole('region', { name: '其他玩家看到的样子' })
  const name = page.getByRole('textbox', { name: '用户名' })
  await expect(preview).toContainText(person.name)
  await expect(account(page).locator('img')).toHaveCount(1)
  await name.fill('  北岸 kite  ')
  await expect(preview).toContainText('北岸 kite')
  await expect(account(page)).toContainText(person.name)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('个人资料已保存')).toBeVisible()
  await expect(account(page)).toContainText('北岸 kite')
  await page.reload()
  await expect(name).toHaveValue('北岸 kite')
  await expect(account(page)).toContainText('北岸 kite')

  await page.getByRole('radio', { name: /文字头像/ }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(account(page).locator('img')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('radio', { name: /文字头像/ })).toBeChecked()
  await expect(account(page).locator('img')).toHaveCount(0)

  await page.getByRole('radio', { name: /Steam 头像/ }).check()
  await name.fill('')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(account(page)).toContainText(person.name)
  await expect(account(page).locator('img')).toHaveCount(1)
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled()
})

test(
  'J2 C2 a Discord account is linked after agreeing there, signs in elsewhere, and is taken away again',
  { tag: '@variant' },
  async ({ page, stack, operator, allowedRequests, openAnotherBrowser }) => {
    allowedRequests.add(stack.linkable.url)
    await operator.change({ features: { settings: { enabled: true } } })
    const person = takePerson()
    await openSignedIn(page, stack, person, '/settings/security')
    const other = await openAnotherBrowser()
    const signInByDiscord = async () => {
      await other.goto('/faq')
      await signInButton(other).click()
      await signInDialog(other).getByRole('link', { name: '通过 Discord 登录' }).click()
      await other.getByRole('button', { name: 'kite' }).click()
    }
    await signInByDiscord()
    await expect(other.getByText('该账号未关联，请先用 Steam 登录')).toBeVisible()
    const link = page.getByRole('button', { name: '关联 Discord', exact: true })
    await link.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('你没有在 Discord 同意授权')).toBeVisible()
    await link.click()
    await page.getByRole('button', { name: 'kite' }).click()
    await expect(page.getByText('Discord 已关联。')).toBeVisible()
    await expect(page.getByText('已关联 Kite')).toBeVisible()
    await expectAccessible(page)
    await signInByDiscord()
    await expect(account(other)).toContainText(person.name)
    await expect(other).toHaveURL('/faq')
    await page.getByRole('button', { name: '取消关联 Discord' }).click()
    const asked = page.getByRole('alertdialog', { name: '取消关联 Discord？' })
    await asked.getByRole('button', { name: '取消关联' }).click()
    await expect(link).toBeVisible()
    await expect(page.getByText('Discord 已关联。')).toHaveCount(0)
    await other.reload()
    await expect(signInButton(other)).toBeVisible()
  },
)

test.describe('sessions', () => {
  test(
    'J2 each has its device; one that is ended is signed out at its next call',
    { tag: '@variant' },
    async ({ page, openAnotherBrowser, stack, operator }) => {
      const person = takePerson()
      await operator.change({ features: { settings: { enabled: true } } })
      const otherPage = await openAnotherBrowser()
      const other = await openSignedIn(otherPage, stack, person, '/settings')
      const { token: held } = await signInOnDevice(stack, person, phoneUserAgent)
      const token = await openSignedIn(page, stack, person, '/settings/security')
      await expect(page.getByText(/^Chrome · Windows\s*这台设备$/)).toHaveCount(1)
      await expect(page.getByText('Steam 登录')).toHaveCount(3)
      await expect(page.getByText('来自 127.0.0.1')).toHaveCount(3)

      await page.getByRole('button', { name: '结束 Chrome · Windows 的登录' }).click()
      const asked = page.getByRole('alertdialog', { name: '结束这个登录？' })
      await expect(asked).toContainText('Chrome · Windows 会立即退出登录。')
      await asked.getByRole('button', { name: '取消' }).click()
      expect(await statusOf(stack, other)).toBe(200)
      await page.getByRole('button', { name: '结束 Chrome · Windows 的登录' }).click()
      await asked.getByRole('button', { name: '结束' }).click()
      await expect(page.getByText('已结束这个登录')).toBeVisible()
      await expect(page.getByText('Steam 登录')).toHaveCount(2)
      expect(await Promise.all([other, held, token].map((one) => statusOf(stack, one)))).toEqual([
        401, 200, 200,
      ])

      await expect(account(otherPage)).toBeVisible()
      await otherPage.getByRole('link', { name: '登录与安全' }).click()
      await expect(otherPage.getByText('登录已失效，请重新登录')).toBeVisible()
      await expect(signedOut(otherPage)).toBeVisible()
      await expect(signInButton(otherPage)).toBeVisible()
      expect(await otherPage.evaluate(() => localStorage.getItem('token'))).toBeNull()
    },
  )

  test('C16 out everywhere, from the settings', { tag: '@variant' }, async ({ page, stack, operator }) => {
    const person = takePerson()
    await operator.change({ features: { settings: { enabled: true } } })
    const { token: other } = await signInOnDevice(stack, person, phoneUserAgent)
    const tokens = [other, await openSignedIn(page, stack, person, '/settings/security')]
    await page.getByRole('button', { name: '退出所有设备' }).click()
    const asked = page.getByRole('alertdialog', { name: '退出所有设备？' })
    await asked.getByRole('button', { name: '退出所有设备' }).click()
    await expect(signedOut(page)).toBeVisible()
    await expect(signInButton(page)).toBeVisible()
    await expect(page.getByText('已退出所有设备')).toBeVisible()
    expect(await Promise.all(tokens.map((one) => statusOf(stack, one)))).toEqual([401, 401])
  })

  test(
    'C16 out everywhere, from the header while the settings are off',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const person = takePerson()
      const { token: other } = await signInOnDevice(stack, person, phoneUserAgent)
      const tokens = [other, await openSignedIn(page, stack, person)]
      await account(page).click()
      await page.getByRole('dialog').getByRole('button', { name: '退出所有设备' }).click()
      const asked = page.getByRole('alertdialog', { name: '退出所有设备？' })
      await expect(asked.getByRole('button', { name: '取消' })).toBeFocused()
      expect(await statusOf(stack, other)).toBe(200)
      await asked.getByRole('button', { name: '退出所有设备' }).click()
      await expect(signInButton(page)).toBeVisible()
      await expect(asked).toHaveCount(0)
      await page.reload()
      await expect(signInButton(page)).toBeVisible()
      expect(await Promise.all(tokens.map((one) => statusOf(stack, one)))).toEqual([401, 401])
    },
  )
})

test(
  'J2 C8 another password by the old one; the other sessions end',
  { tag: '@variant' },
  async ({ page, stack, operator }) => {
    const { person, email, password: old, session } = await createBoundAccount(stack)
    const next = 'new-password_2'
    const logIn = (password: string) =>
      callApi(stack, 'POST', '/api/auth/email/login', { body: { email, password } })
    const other = session.token
    await operator.change({ features: { settings: { enabled: true } } })
    const token = await openSignedIn(page, stack, person, '/settings/security')
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    const fill = async (...words: [string, string, string]) => {
      for (const [at, label] of ['原密码', '新密码', '确认密码'].entries())
        await page.getByLabel(label, { exact: true }).fill(words[at] ?? '')
      await page.getByRole('button', { name: '修改密码' }).click()
    }
    await fill('', 'short', 'other')
    await expect(page.getByText('请输入原密码')).toBeVisible()
    await expect(page.getByText('密码至少需要 8 个字符')).toBeVisible()
    await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
    await fill(old, '密码密码密码密码', '密码密码密码密码')
    await expect(page.getByText('只能包含字母、数字和常用符号')).toBeVisible()
    await fill(old, 'qwerty123', 'qwerty123')
    await expect(page.getByText('这个密码太常见')).toBeVisible()
    await fill(old, email, email)
    await expect(page.getByText('密码里包含你的名字或邮箱')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await fill('not the old one', next, next)
    await expect(page.getByText('原密码不正确')).toBeVisible()
    expect(await statusOf(stack, other)).toBe(200)
    await fill(old, next, next)
    await expect(page.getByText('密码已修改')).toBeVisible()
    await expect(page.getByLabel('原密码')).toHaveValue('')
    expect(await Promise.all([other, token].map((one) => statusOf(stack, one)))).toEqual([401, 200])
    await expect(page.getByText('邮箱登录', { exact: true })).toHaveCount(0)
    expect(await Promise.all([old, next].map(async (one) => (await logIn(one)).status))).toEqual([401, 200])
  },
)

test.describe('the second factor', () => {
  const clock = { now: () => new Date(), monotonicMs: () => 0 }
  const recovery = (page: Page) => page.getByRole('list', { name: '恢复码' }).getByRole('listitem')

  /** Turns it on by the secret as it is shown; answers the secret and the recovery codes. */
  async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
    await page.getByRole('button', { name: '开启', exact: true }).click()
    await expect(page.getByRole('img', { name: '身份验证器应用的二维码' })).toBeVisible()
    await expectAccessible(page)
    const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
    const secret = shown?.replaceAll(' ', '') ?? ''
    await page.getByLabel('验证码').fill('12345')
    await page.getByRole('button', { name: '开启', exact: true }).click()
    await expect(page.getByText('验证码是 6 位数字')).toBeVisible()
    await page.getByLabel('验证码').fill(generateTotpCode({ clock }, secret))
    await page.getByRole('button', { name: '开启', exact: true }).click()
    await expect(recovery(page)).toHaveCount(10)
    return { secret, codes: await recovery(page).allTextContents() }
  }

  test(
    'an operator signs in by a link, and is one once the second factor was shown',
    { tag: '@variant' },
    async ({ page, stack, operator }) => {
      const { steamId } = takePerson()
      await operator.change({ features: { settings: { enabled: true } } })
      await stack.callOperator('PUT', `/api/operator/ops/${steamId}`)
      const link = (await stack.callOperator('POST', `/api/operator/ops/${steamId}/sign-in-link`)) as {
        url: string
      }
      const { pathname, hash } = new URL(link.url)
      const ticket = new URLSearchParams(hash.slice(1)).get('token') ?? ''
      expect(ticket).not.toBe('')
      const carrying: string[] = []
      page.on('request', (request) => {
        const sent = `${request.url().replace(/#.*/, '')} ${request.headers()['referer']}`
        if (sent.includes(ticket)) carrying.push(request.url())
      })
      await page.goto(`${pathname}${hash}`)
      await expect(page.getByText('登录成功')).toBeVisible()
      await expect(page).toHaveURL('/admin')
      expect(carrying).toEqual([])
      const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
      const operate = () => statusOf(stack, token, '/api/operator/portal')
      expect(await operate()).toBe(403)

      await page.goto('/settings/security')
      await expect(page.getByText(/管理员必须开启两步验证/)).toBeVisible()
      const { codes } = await turnOn(page)
      expect(new Set(codes).size).toBe(10)
      expect(await operate()).toBe(200)
      await page.getByRole('button', { name: '我已保存' }).click()
      await expect(page.getByText('还剩 10 个恢复码')).toBeVisible()
      await expect(recovery(page)).toHaveCount(0)
      await page.reload()
      await expect(page.getByText('还剩 10 个恢复码')).toBeVisible()
      await expect(recovery(page)).toHaveCount(0)

      await page.getByRole('button', { name: '重新生成恢复码' }).click()
      const asked = dialog(page, '重新生成恢复码')
      await asked.getByLabel('验证码').fill('zzzzz-zzzzz')
      await asked.getByRole('button', { name: '重新生成' }).click()
      await expect(asked.getByText('验证码不正确或已经用过')).toBeVisible()
      await asked.getByLabel('验证码').fill(codes[0] ?? '')
      await asked.getByRole('button', { name: '重新生成' }).click()
      await expect(recovery(page)).toHaveCount(10)
      const anew = await recovery(page).allTextContents()
      expect(anew.filter((code) => codes.includes(code))).toEqual([])
      await page.getByRole('button', { name: '我已保存' }).click()

      const off = page.getByRole('main').getByRole('button', { name: '关闭', exact: true })
      await expect(off).toHaveAttribute('aria-disabled', 'true')
      await off.hover()
      await expect(page.getByText('管理员必须保留两步验证').first()).toBeVisible()
      const body = { code: anew[0] ?? '' }
      const refused = await callApi(stack, 'POST', '/api/account/second-factor/remove', {
        bearer: token,
        body,
      })
      expect(await refused.json()).toMatchObject({ code: 'second_factor.required' })
      expect(await operate()).toBe(200)
      await page.goto(`${pathname}${hash}`)
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page).toHaveURL('/')
    },
  )

  test(
    'J2 a session of e-mail does not turn it on and is shown the way to Steam and back',
    { tag: '@variant' },
    async ({ page, stack, operator, steam: _ }) => {
      const { person, session } = await createBoundAccount(stack)
      await operator.change({ features: { settings: { enabled: true } } })
      await openWithStoredSession(page, session, '/settings/security')
      await page.getByRole('button', { name: '开启', exact: true }).click()
      await expect(page.getByText('需要在最近 10 分钟内用 Steam 登录过')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: '通过 Steam 登录' }).click()
      await choosePersonAtSteam(page, person)
      await expect(page).toHaveURL('/settings/security')
      await turnOn(page)
    },
  )

  test(
    'a user who is not an operator turns it on, needs it at the next sign-in, and turns it off',
    { tag: '@variant' },
    async ({ page, stack, operator }) => {
      const person = takePerson()
      await operator.change({ features: { settings: { enabled: true } } })
      const { token: before } = await signInOnDevice(stack, person, phoneUserAgent)
      await openSignedIn(page, stack, person, '/settings/security')
      await expect(page.getByText('Safari · iPhone')).toBeVisible()
      const { secret, codes } = await turnOn(page)
      await page.getByRole('button', { name: '我已保存' }).click()
      await expect(page.getByText('Chrome · Windows')).toBeVisible()
      await expect(page.getByText('Safari · iPhone')).toHaveCount(0)
      expect(await statusOf(stack, before)).toBe(401)

      await openSignedIn(page, stack, person, '/settings/profile')
      const asked = dialog(page, '两步验证')
      await expect(asked).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText('修改设置前，请先输入一次验证码')).toBeVisible()
      await page.getByRole('button', { name: '输入验证码' }).click()
      await asked.getByLabel('验证码').fill(codes[0] ?? '')
      await asked.getByRole('button', { name: '确认' }).click()
      await expect(page.getByRole('textbox', { name: '用户名' })).toBeVisible()

      await page.getByRole('link', { name: '登录与安全' }).click()
      await expect(page.getByText('还剩 9 个恢复码')).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: '关闭', exact: true }).click()
      const off = dialog(page, '关闭两步验证？')
      await off.getByLabel('验证码').fill(generateTotpCode({ clock }, secret, 1))
      await off.getByRole('button', { name: '关闭', exact: true }).last().click()
      await expect(page.getByText('两步验证已关闭')).toBeVisible()
      await expect(page.getByRole('button', { name: '开启', exact: true })).toBeVisible()
      expect(
        await statusOf(stack, (await signInOnDevice(stack, person)).token, '/api/account/sessions'),
      ).toBe(200)
    },
  )
})

test(
  'J2 F7 mails are switched off in the account menu’s page, while the settings are off',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openSignedIn(page, stack, takePerson())
    await account(page).click()
    await page.getByRole('link', { name: '邮件通知' }).click()
    await expect(heading(page, '邮件通知')).toBeVisible()
    const reminder = page.getByRole('switch', { name: 'VIP 到期提醒' })
    await expect(reminder).toBeChecked()
    // The page has stored the account's language.
    await expect(page.getByRole('radio', { name: '中文' })).toBeChecked()
    await reminder.click()
    await expect(reminder).not.toBeChecked()
    await expectAccessible(page)
    await page.reload()
    await expect(reminder).not.toBeChecked()
  },
)

test(
  'J2 the link in a mail opens its settings without a session; an old one says what to do',
  { tag: '@variant' },
  async ({ page }) => {
    const token = 'x'.repeat(60)
    const settings = { email: 'a***@example.org', language: 'zh', off: ['order-paid'] }
    await page.route('**/api/mail-settings', (route) => {
      const shown = route.request().headers()['authorization']
      return shown === `Bearer ${token}`
        ? route.fulfill({ json: settings })
        : route.fulfill({ status: 401, json: { error: '', code: 'mail_settings.invalid_token' } })
    })
    await page.goto(`/mail-settings#${token}`)
    await expect(page.getByText('a***@example.org')).toBeVisible()
    await expect(page.getByRole('switch', { name: '付款收据' })).not.toBeChecked()
    await expect(page.getByRole('switch', { name: '练习服务器就绪通知' })).toBeChecked()
    await page.goto('/')
    await page.goto(`/mail-settings#${'y'.repeat(60)}`)
    await expect(page.getByText('链接已失效')).toBeVisible()
  },
)
