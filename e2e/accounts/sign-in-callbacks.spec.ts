import type { Page } from '@playwright/test'
import {
  newEmailAddress,
  callApi,
  startSteamSignIn,
  chooseSteamPerson,
  mailCodePattern,
  sharedBoundAccount,
  waitForMail,
  proveSteamId,
  registerByEmail,
  takePerson,
} from '../support/accounts.ts'
import { openServerList } from '../support/server-list.ts'
import {
  choosePersonAtSteam,
  signInDialog,
  emailField,
  expectSignedIn,
  writeStorage,
  logInByEmail,
  signInDialogMode,
  signInButton,
  signInBySteam,
  readStorage,
  signInLabels,
} from '../support/sign-in.ts'
import { testWhenProving, expect, test, openWithPreferences } from '../support/test.ts'

/** C17: the banner on the start page, without a session. */
async function expectRefused(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(text)
  await expect(page).toHaveURL('/')
  await expect(signInButton(page)).toBeVisible()
  expect(await readStorage(page)).not.toHaveProperty('token')
}

test.describe('C17 signing in by Steam ends at the start page with what went wrong', () => {
  test(
    'A9, C17 without a token, with a foreign one, with the words of the address',
    { tag: '@variant' },
    async ({ page }) => {
      await page.goto('/auth/steam/callback')
      await expectRefused(page, '没有收到登录令牌，请重试')
      await page.getByRole('main').getByRole('button', { name: '关闭' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
      await page.goto('/auth/steam/callback?token=made-up')
      await expectRefused(page, '登录失败，请重试')
      await page.goto('/auth/steam/callback?error=steamApiError')
      await expectRefused(page, 'Steam 暂时没有响应，请稍后再试')
      await page.goto('/auth/steam/callback?error=<b>')
      await expectRefused(page, '登录失败，请重试')
    },
  )

  test('A9, C17 when it is cancelled at Steam', { tag: '@variant' }, async ({ page, steam: _ }) => {
    await openServerList(page, '/servers')
    await signInButton(page).click()
    await signInDialog(page).getByRole('link', { name: signInLabels.zh.withSteam }).click()
    await page.getByRole('button', { name: '取消' }).click()
    await expectRefused(page, '登录失败，请重试')
  })

  test('C19 when another browser began it', { tag: '@variant' }, async ({ page, stack }) => {
    const { provider } = await startSteamSignIn(stack)
    await page.goto(await chooseSteamPerson(provider, takePerson()))
    await expectRefused(page, '登录失败，请重试')
  })

  test(
    'A9, C17 when Steam does not answer; e-mail still works meanwhile',
    { tag: '@variant' },
    async ({ page, stack, steam }) => {
      const account = await sharedBoundAccount(stack)
      await openServerList(page, '/servers')
      steam.setMode('down')
      await signInBySteam(page, takePerson())
      await expectRefused(page, 'Steam 暂时没有响应，请稍后再试')
      await logInByEmail(page, account)
      await expectSignedIn(page, account.person)
    },
  )
})

test.describe('C9, C11, C17 a binding ends at the start page with what went wrong', () => {
  const texts = [
    ['invalid_authentication', 'Steam 没有确认这次绑定，请重试', 'Steam did not confirm'],
    ['invalid_token', '令牌无效或已过期', 'Invalid or expired token'],
    ['user_not_found', '没有找到这个用户', 'User not found'],
    [
      'already_bound',
      '这个账号已绑定另一个 Steam 账号',
      'This account is already bound to another Steam account',
    ],
    [
      'steam_already_bound',
      '这个 Steam 账号已绑定到另一个账号',
      'This Steam account is already bound to another account',
    ],
    ['whatever', '绑定 Steam 失败', 'Binding the Steam account failed'],
  ] as const

  test('A9, C11 in the words of the address, in Chinese', { tag: '@variant' }, async ({ page }) => {
    for (const [error, zh] of texts) {
      await page.goto(`/auth/steam/bind/callback?error=${error}`)
      await expectRefused(page, zh)
    }
    await page.goto('/auth/steam/bind/callback')
    await expectRefused(page, '未经授权的访问')
  })

  testWhenProving('A9, C11 in the words of the address, in English', async ({ page }) => {
    await openWithPreferences(page, 'en')
    for (const [error, , en] of texts) {
      await page.goto(`/auth/steam/bind/callback?error=${error}`)
      await expect(page.getByRole('main').getByRole('alert')).toContainText(en)
    }
  })

  test(
    'C9 when the Steam account has an address of its own',
    { tag: '@variant' },
    async ({ page, stack, steam: _ }) => {
      const account = await sharedBoundAccount(stack)
      await logInByEmail(page, await registerByEmail(stack))
      await signInDialog(page).getByRole('button', { name: '通过 Steam 验证' }).click()
      await choosePersonAtSteam(page, account.person)
      await expectRefused(page, '这个 Steam 账号已绑定到另一个账号')
    },
  )

  test('C19 when this browser did not begin it', { tag: '@variant' }, async ({ page, stack }) => {
    const account = await registerByEmail(stack)
    const person = takePerson()
    const token = await proveSteamId(stack, account, person)
    const path = `/auth/steam/bind/callback?token=${token}`
    await page.goto(path)
    await expectRefused(page, 'Steam 没有确认这次绑定，请重试')
    await writeStorage(page, { email_bind_token: account.bindToken, bindingEmail: account.email })
    await page.goto(path)
    await expectRefused(page, 'Steam 没有确认这次绑定，请重试')
    const { email } = account
    const body = { email, steamId: person.steamId }
    const bound = await callApi(stack, 'POST', '/api/auth/email/bind-steam', { bearer: token, body })
    // The token was valid all the time and unused.
    expect(bound.status).toBe(200)
  })
})

test.describe('mail', () => {
  test(
    'C6 comes when the mail server is back; Steam works meanwhile',
    { tag: '@variant' },
    async ({ page, stack, steam: _ }) => {
      test.setTimeout(120_000)
      const [email, person] = [newEmailAddress(), takePerson()]
      stack.mail.setFaults({ mode: 'down' })
      try {
        await openServerList(page)
        await signInButton(page).click()
        await signInDialog(page).getByRole('button', { name: '邮箱注册' }).click()
        await emailField(page).fill(email)
        await signInDialog(page).getByRole('button', { name: '发送验证码' }).click()
        await expect(signInDialog(page).getByText('已发送 6 位验证码')).toBeVisible()
        await page.keyboard.press('Escape')
        await signInBySteam(page, person)
        await expectSignedIn(page, person)
        expect(stack.mail.mails.filter(({ to }) => to === email)).toEqual([])
      } finally {
        stack.mail.setFaults({ mode: 'ok' })
      }
      expect(await waitForMail(stack, email, mailCodePattern, 45_000)).toMatch(/^\d{6}$/)
    },
  )

  test('C17 a portal that sends none says so, and offers Steam', { tag: '@variant' }, async ({ page }) => {
    await page.route('**/api/auth/email/send-code', (route) =>
      route.fulfill({ status: 503, json: { error: 'This portal sends no mail', code: 'email.off' } }),
    )
    await openServerList(page)
    await signInButton(page).click()
    await signInDialog(page).getByRole('button', { name: '邮箱注册' }).click()
    await emailField(page).fill(newEmailAddress())
    await signInDialog(page).getByRole('button', { name: '发送验证码' }).click()
    await expect(signInDialogMode(page, '邮箱注册').getByRole('alert')).toHaveText(
      '本站暂时不能发送邮件，请用 Steam 登录',
    )
  })
})
