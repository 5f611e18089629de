import {
  newEmailAddress,
  mailCodePattern,
  sharedBoundAccount,
  waitForMail,
  password,
  registerByEmail,
  takePerson,
  fillBindForm,
} from '../support/accounts.ts'
import { openServerList, pauseClock } from '../support/server-list.ts'
import {
  accountButton,
  choosePersonAtSteam,
  signInDialog,
  emailField,
  expectSignedIn,
  readHistory,
  logInByEmail,
  signInDialogMode,
  passwordField,
  signInButton,
  readStorage,
} from '../support/sign-in.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test(
  'C6, C7 registering: address, code and password are looked at, and then there is an account',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const email = newEmailAddress()
    const taken = await sharedBoundAccount(stack)
    const codesAsked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/send-code')) codesAsked.push(request.postData() ?? '')
    })
    await page.clock.install()
    await openServerList(page)
    await signInButton(page).click()
    await signInDialog(page).getByRole('button', { name: '邮箱注册' }).click()
    const form = signInDialogMode(page, '邮箱注册')
    const code = form.getByRole('textbox', { name: '验证码' })
    const wrong = form.getByRole('alert')
    const submit = form.getByRole('button', { name: '注册', exact: true })

    await emailField(page).fill('kite@example')
    await emailField(page).press('Tab')
    await expect(wrong).toHaveText('请输入有效的邮箱地址')
    await emailField(page).fill(taken.email.toUpperCase())
    await emailField(page).press('Tab')
    await expect(wrong).toHaveText('这个邮箱已经注册')
    await emailField(page).fill(email)
    await expect(wrong).toHaveCount(0)
    await emailField(page).press('Tab')
    await expect(form.getByText('这个邮箱可以注册')).toBeVisible()

    await form.getByRole('button', { name: '发送验证码' }).click()
    const resting = form.getByRole('button', { name: /^\d+ 秒后重发$/ })
    await expect(resting).toHaveText(/^(60|5\d) 秒/)
    await expect(form.getByText('已发送 6 位验证码')).toBeVisible()
    await resting.press('Enter')
    await page.clock.fastForward(40_000)
    await expect(resting).toHaveText(/^(20|1?\d) 秒/)
    expect(codesAsked).toEqual([JSON.stringify({ email, language: 'zh' })])
    const sent = await waitForMail(stack, email, mailCodePattern)

    await submit.click()
    await expect(wrong).toHaveText(['请先验证邮箱', '密码至少需要 8 个字符'])
    await code.fill(`${sent.slice(0, 5)}`)
    await passwordField(page).fill('密码密码密码密码')
    await passwordField(page).press('Tab')
    await expect(wrong).toHaveText('只能包含字母、数字和常用符号')
    await passwordField(page).fill(password)
    await passwordField(page, '确认密码').fill(`${password}x`)
    await submit.click()
    await expect(wrong).toHaveText(['验证码是 6 位数字', '两次输入的密码不一致'])
    await passwordField(page, '确认密码').fill(password)
    await code.fill(sent === '123456' ? '654321' : '123456')
    await submit.click()
    await expect(wrong).toHaveText('验证码不正确或已过期')
    await code.fill(sent)
    await pauseClock(page)
    await submit.click()
    await expect(form.getByText('注册成功')).toBeVisible()
    await expect(form.getByText('5 秒后返回登录')).toBeVisible()
    await page.clock.runFor(1_000)
    await expect(form.getByText('4 秒后返回登录')).toBeVisible()
    await page.clock.runFor(4_000)
    await expect(signInDialogMode(page, '邮箱登录')).toBeVisible()
    await expect(emailField(page)).toHaveValue(email)
    expect(await readStorage(page)).toEqual({})
  },
)

test(
  'C6 another code within a minute is refused by the portal too, whatever the page thinks',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const email = newEmailAddress()
    await page.clock.install()
    await openServerList(page)
    await signInButton(page).click()
    await signInDialog(page).getByRole('button', { name: '邮箱注册' }).click()
    await emailField(page).fill(email)
    const send = signInDialog(page).getByRole('button', { name: '发送验证码' })
    await send.click()
    await waitForMail(stack, email, mailCodePattern)
    await expect(send).toHaveCount(0)
    await page.clock.fastForward(60_000)
    await send.click()
    await expect(signInDialog(page).getByRole('alert')).toHaveText('请求太频繁，请稍后再试')
  },
)

test('A7, C4, C5, C9 by e-mail: the first time Steam says who it is, afterwards the password is enough', async ({
  page,
  stack,
  steam: _,
}) => {
  const account = await registerByEmail(stack)
  const person = takePerson()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await logInByEmail(page, { ...account, password: `${password}x` })
  await expect(signInDialog(page).getByRole('alert')).toHaveText('邮箱或密码不正确')
  await passwordField(page).fill(password)
  await passwordField(page).press('Enter')
  await expect(signInDialogMode(page, '绑定 Steam 账号')).toBeVisible()
  const { email_bind_token: bindToken = '', ...rest } = await readStorage(page)
  expect(rest).toEqual({ bindingEmail: account.email })
  await signInDialog(page).getByRole('button', { name: '通过 Steam 验证' }).click()
  await choosePersonAtSteam(page, person)
  await expect(page.getByText('Steam 账号已绑定，登录成功')).toBeVisible()
  await expectSignedIn(page, person)
  await expect(page).toHaveURL('/')
  expect(Object.keys(await readStorage(page)).toSorted()).toEqual(['loginTime', 'token', 'user'])
  expect(asked.filter((url) => url.includes(bindToken))).toEqual([])
  const addresses = await readHistory(page)
  expect(addresses.filter((address) => /\/auth\/.*token/.test(address))).toEqual([])

  await accountButton(page).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
  await logInByEmail(page, account)
  await expect(page.getByText('登录成功', { exact: true })).toBeVisible()
  await expectSignedIn(page, person)
})

test('C10 by the code that a player reads in the game', { tag: '@variant' }, async ({ page, stack }) => {
  const account = await registerByEmail(stack)
  const person = takePerson()
  await logInByEmail(page, account)
  const field = signInDialogMode(page, '绑定 Steam 账号').getByRole('textbox', { name: '游戏内代码' })
  await field.fill('abcdefgh')
  await field.press('Enter')
  await expect(signInDialog(page).getByRole('alert')).toHaveText('令牌无效或已过期')
  await fillBindForm(stack, person, async (code) => {
    await field.fill(code.toUpperCase())
    await expect(field).toHaveValue(code)
    await signInDialog(page).getByRole('button', { name: '绑定', exact: true }).click()
    await expect(page.getByText('Steam 账号已绑定，登录成功')).toBeVisible()
  })
  await expectSignedIn(page, person)
})

test(
  'C1, C4 with the keyboard alone, and the focus comes back to the header',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const account = await sharedBoundAccount(stack)
    const press = (key: string) => page.keyboard.press(key)
    await openServerList(page)
    await signInButton(page).focus()
    await press('Enter')
    await expect(signInDialog(page).getByRole('link', { name: '通过 Steam 登录' })).toBeFocused()
    await press('Escape')
    await expect(signInDialog(page)).toHaveCount(0)
    await expect(signInButton(page)).toBeFocused()
    await press('Enter')
    await expect(signInDialog(page).getByRole('link', { name: '通过 Steam 登录' })).toBeFocused()
    await press('Tab')
    await press('Enter')
    await expect(emailField(page)).toBeFocused()
    await page.keyboard.type(account.email)
    await press('Tab')
    await page.keyboard.type('a wrong one')
    await press('Enter')
    await expect(signInDialog(page).getByRole('alert')).toHaveText('邮箱或密码不正确')
    await expect(passwordField(page)).toBeFocused()
    await page.keyboard.type(account.password)
    await press('Enter')
    await expectSignedIn(page, account.person)
    await expect(accountButton(page)).toBeFocused()
  },
)

test('C1 every mode of the dialog is accessible', { tag: '@variant' }, async ({ page }) => {
  await page.goto('/login')
  await expect(signInDialogMode(page, /^登录 /)).toBeVisible()
  await expectAccessible(page)
  await signInDialog(page).getByRole('button', { name: '使用邮箱登录' }).click()
  await signInDialog(page).getByRole('button', { name: '登录', exact: true }).click()
  await expect(signInDialog(page).getByRole('alert').first()).toBeVisible()
  await expectAccessible(page)
  await signInDialog(page).getByRole('button', { name: '忘记密码' }).click()
  await expect(signInDialogMode(page, '重置密码')).toBeVisible()
  await expectAccessible(page)
  await signInDialog(page).getByRole('button', { name: '返回', exact: true }).click()
  await signInDialog(page).getByRole('button', { name: '邮箱注册' }).click()
  await expect(signInDialogMode(page, '邮箱注册')).toBeVisible()
  await expectAccessible(page)
})
