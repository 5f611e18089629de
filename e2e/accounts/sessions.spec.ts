import { generateTotpCode } from '@clutch/server/domains/accounts/testing/authenticator.ts'
import type { Page } from '@playwright/test'
import {
  type Person,
  type Session,
  callApiExpectingSuccess,
  callApi,
  sharedBoundAccount,
  registerByEmail,
  createSession,
  takePerson,
} from '../support/accounts.ts'
import { openServerList } from '../support/server-list.ts'
import {
  accountButton,
  choosePersonAtSteam,
  signInDialog,
  expectSignedIn,
  readHistory,
  writeStorage,
  storedSession,
  logInByEmail,
  signInDialogMode,
  signInButton,
  signInBySteam,
  readStorage,
  openWithStoredSession,
} from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

const day = 24 * 3_600_000

test.describe('C13, C14 what a browser keeps ends', () => {
  test('C14 with the token’s week, within a minute', { tag: '@variant' }, async ({ page, stack }) => {
    const { session } = await sharedBoundAccount(stack)
    await page.clock.install()
    await openWithStoredSession(page, session)
    await page.clock.fastForward(6 * day)
    await expect(accountButton(page)).toBeVisible()
    expect(Object.keys(await readStorage(page)).toSorted()).toEqual(['loginTime', 'token', 'user'])
    await page.clock.fastForward(day + 60_000)
    await expect(signInButton(page)).toBeVisible()
    await expect.poll(() => readStorage(page)).toEqual({})
  })

  test(
    'C13 at load, where it is older than a week or its token is none',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const { session } = await sharedBoundAccount(stack)
      const old = storedSession(session, Date.now() - 7 * day - 1_000)
      for (const stored of [
        old,
        { ...storedSession(session), token: 'x' },
        { ...storedSession(session), user: '{' },
      ]) {
        await writeStorage(page, stored)
        await openServerList(page)
        await expect(signInButton(page)).toBeVisible()
        await expect.poll(() => readStorage(page)).toEqual({})
      }
    },
  )

  test(
    'C14 with the bind token’s quarter of an hour, and the dialog then says so',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const account = await registerByEmail(stack)
      await page.clock.install()
      await logInByEmail(page, account)
      await expect(signInDialogMode(page, '绑定 Steam 账号')).toBeVisible()
      await page.clock.fastForward(14 * 60_000)
      expect(await readStorage(page)).toHaveProperty('email_bind_token')
      await page.clock.fastForward(2 * 60_000)
      await expect.poll(() => readStorage(page)).not.toHaveProperty('email_bind_token')
      await signInDialog(page).getByRole('button', { name: '通过 Steam 验证' }).click()
      await expect(signInDialog(page).getByRole('alert')).toContainText('绑定已过期，请重新登录')
      await signInDialog(page).getByRole('button', { name: '登录', exact: true }).click()
      await expect(signInDialogMode(page, '邮箱登录')).toBeVisible()
    },
  )
})

/** Turns a second factor on; answers its secret and the recovery codes. */
async function turnOn(
  stack: Stack,
  { token: bearer }: Session,
): Promise<{ secret: string; spare: string[] }> {
  const path = '/api/account/second-factor'
  const { secret } = await callApiExpectingSuccess<{ secret: string }>(stack, 'POST', path, {
    bearer,
    body: {},
  })
  const { recoveryCodes } = await callApiExpectingSuccess<{ recoveryCodes: string[] }>(
    stack,
    'POST',
    `${path}/confirm`,
    {
      bearer,
      body: { code: codeNow(secret) },
    },
  )
  return { secret, spare: recoveryCodes }
}

const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
const codeNow = (secret: string, periods = 0): string => generateTotpCode({ clock }, secret, periods)

async function enter(page: Page, code: string): Promise<void> {
  const field = signInDialogMode(page, '两步验证').getByRole('textbox', { name: '验证码' })
  await field.fill(code)
  await field.press('Enter')
}

/** Whether the portal answers a session about its user. */
const statusOf = async (stack: Stack, bearer: string) =>
  (await callApi(stack, 'GET', '/api/auth/steam/user-info', { bearer })).status

test.describe('the second factor', () => {
  test(
    'is asked for after Steam, and without it the session is worth nothing',
    { tag: '@variant' },
    async ({ page, stack, steam: _ }) => {
      const person = takePerson()
      const { secret, spare } = await turnOn(stack, await createSession(stack, person))
      const wrong = signInDialog(page).getByRole('alert')
      await openServerList(page, '/servers')
      await signInBySteam(page, person)
      await expect(signInDialogMode(page, '两步验证')).toBeVisible()
      await expect(page).toHaveURL('/servers')
      await expectAccessible(page)
      const { token = '' } = await readStorage(page)
      expect(await statusOf(stack, token)).toBe(403)
      await enter(page, 'abc')
      await expect(wrong).toHaveText('6 位数字，或者形如 abcde-12345 的恢复码')
      await enter(
        page,
        [-1, 0, 1, 2].map((periods) => codeNow(secret, periods)).includes('000000') ? '000001' : '000000',
      )
      await expect(wrong).toHaveText('验证码不正确或已经用过')
      // A code is taken once, and the one of now has been.
      await enter(page, codeNow(secret, 1))
      await expect(page.getByText('登录成功', { exact: true })).toBeVisible()
      await expect(signInDialog(page)).toHaveCount(0)
      await expectSignedIn(page, person)
      expect(await statusOf(stack, token)).toBe(200)

      const [code = ''] = spare
      await visitDue(page, await createSession(stack, person))
      await enter(page, code.toUpperCase())
      await expect(signInDialog(page)).toHaveCount(0)
      await visitDue(page, await createSession(stack, person))
      await enter(page, code)
      await expect(wrong).toHaveText('验证码不正确或已经用过')
      await signInDialog(page).getByRole('button', { name: '退出登录' }).click()
      await expect(signInButton(page)).toBeVisible()
      await expect.poll(() => readStorage(page)).toEqual({})
    },
  )
})

/** A user from an earlier visit who left before the second factor. */
async function visitDue(page: Page, session: Session): Promise<void> {
  await writeStorage(page, storedSession(session))
  await page.goto('/')
  await expect(signInDialogMode(page, '两步验证')).toBeVisible()
}

/** The link by which an operator signs in. */
async function linkFor(stack: Stack, { steamId }: Person): Promise<string> {
  await stack.callOperator('PUT', `/api/operator/ops/${steamId}`)
  const made = await stack.callOperator('POST', `/api/operator/ops/${steamId}/sign-in-link`)
  return (made as { url: string }).url
}

test(
  'an operator signs in by a link, once, and the link is nowhere afterwards',
  { tag: '@variant' },
  async ({ page, stack, openAnotherBrowser }) => {
    const person = takePerson()
    const link = await linkFor(stack, person)
    await page.goto(link)
    await expect(page.getByRole('button', { name: '立即开启' })).toBeVisible()
    await expect(page).toHaveURL('/admin')
    expect((await readHistory(page)).filter((address) => address.includes('token'))).toEqual([])
    const other = await openAnotherBrowser()
    await other.goto(link)
    await expect(other.getByRole('alert')).toHaveText('这次登录已过期，请重试')
    await expect(signInButton(other)).toBeVisible()
  },
)

test(
  'J2 an owner removes a second factor that an intruder turned on by their e-mail',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const person = takePerson()
    await turnOn(stack, await createSession(stack, person))
    const session = await createSession(stack, person)
    await page.route('**/api/account', async (route) => {
      const account = (await (await route.fetch()).json()) as { secondFactor: object }
      await route.fulfill({
        json: { ...account, secondFactor: { ...account.secondFactor, removableBySteam: true } },
      })
    })
    const remove = signInDialog(page).getByRole('button', { name: '通过 Steam 移除' })
    const answer = (status: number, json: object) =>
      page.route('**/second-factor/remove-by-steam', (route) => route.fulfill({ status, json }), { times: 1 })
    await writeStorage(page, storedSession(session))
    await page.goto('/')
    await expect(signInDialogMode(page, '两步验证')).toBeVisible()
    await answer(403, { error: 'again', code: 'session.sign_in_again' })
    await remove.click()
    await expect(signInDialog(page).getByText('需要在最近 10 分钟内用 Steam 登录过')).toBeVisible()
    await expect(signInDialog(page).getByRole('link', { name: '通过 Steam 登录' })).toBeVisible()
    await expectAccessible(page)
    await answer(200, { success: true })
    await remove.click()
    await expect(page.getByText('两步验证已移除')).toBeVisible()
    await expect(signInDialog(page)).toHaveCount(0)
  },
)

test.describe('C5 a binding that has begun is resumed', () => {
  test(
    'C5 after a reload, a cancelled sign-in at Steam, going back, and by the sign-in button',
    { tag: '@variant' },
    async ({ page, stack, steam: _ }) => {
      const binding = signInDialogMode(page, '绑定 Steam 账号')
      const toSteam = signInDialog(page).getByRole('button', { name: '通过 Steam 验证' })
      const account = await registerByEmail(stack)
      await logInByEmail(page, account)
      await expect(binding).toBeVisible()
      await page.reload()
      await expect(binding).toBeVisible()
      await toSteam.click()
      await page.getByRole('button', { name: '取消' }).click()
      await expect(binding).toBeVisible()
      await expect(signInDialog(page).getByRole('alert')).toHaveText('Steam 没有确认这次绑定，请重试')
      await toSteam.click()
      await expect(page.getByRole('button', { name: '取消' })).toBeVisible()
      await page.goBack()
      await expect(binding).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(signInDialog(page)).toHaveCount(0)
      await page.reload()
      await expect(signInButton(page)).toBeVisible()
      await expect(signInDialog(page)).toHaveCount(0)
      await signInButton(page).click()
      await expect(binding).toBeVisible()
      await toSteam.click()
      const person = takePerson()
      await choosePersonAtSteam(page, person)
      await expectSignedIn(page, person)
      await expect(signInDialog(page)).toHaveCount(0)
    },
  )
})

test(
  'C15 signing out without a connection ends the session when there is one, also after a reload',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const { session } = await sharedBoundAccount(stack)
    await openWithStoredSession(page, session)
    const away = (route: { abort: () => Promise<void> }) => route.abort()
    await page.route('**/api/auth/log', away)
    await accountButton(page).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
    await expect(signInButton(page)).toBeVisible()
    expect(await statusOf(stack, session.token)).toBe(200)
    await page.reload()
    await expect(signInButton(page)).toBeVisible()
    await expect.poll(() => readStorage(page)).toHaveProperty('endingSessions')
    await page.unroute('**/api/auth/log', away)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => statusOf(stack, session.token)).toBe(401)
    await expect.poll(() => readStorage(page)).toEqual({})
  },
)
