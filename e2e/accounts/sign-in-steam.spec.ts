import { type Session, callApi, sharedBoundAccount, createSession, takePerson } from '../support/accounts.ts'
import { openServerList, pauseClock } from '../support/server-list.ts'
import {
  accountButton,
  signInDialog,
  expectSignedIn,
  readHistory,
  signInDialogMode,
  signInBySteam,
  signInButton,
  readStorage,
  openWithStoredSession,
  signInLabels,
} from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { testWhenProving, expect, test, openWithPreferences } from '../support/test.ts'

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('A7, A9, C2, C3, C13 by Steam from the page where it began, and no token stays in an address', async ({
    page,
    stack,
    steam: _,
  }) => {
    const person = takePerson()
    const asked: { url: string; kind: string; referer: string }[] = []
    page.on('request', (request) =>
      asked.push({
        url: request.url(),
        kind: request.resourceType(),
        referer: request.headers()['referer'] ?? '',
      }),
    )
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url().replace(stack.url, '')))
    await openServerList(page, '/servers?hide_empty=true')
    await signInButton(page).click()
    await expect(signInDialog(page)).toBeVisible()
    await expect(page).toHaveURL('/servers?hide_empty=true')
    await signInDialog(page).getByRole('button', { name: '关闭' }).click()
    await expect(page).toHaveURL('/servers?hide_empty=true')
    await signInBySteam(page, person)
    await expect(page.getByText(signInLabels.zh.done, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/servers?hide_empty=true')
    await expectSignedIn(page, person)
    const picture = accountButton(page).locator('img')
    await expect(picture).toHaveAttribute('src', new RegExp(`^/api/avatars/${person.steamId}`))
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(184)

    const { user = '', loginTime, token = '' } = await readStorage(page)
    expect(JSON.parse(user)).toMatchObject({ steamId: person.steamId, username: person.name })
    expect(Date.now() - Number(loginTime)).toBeLessThan(60_000)
    expect(Object.keys(await readStorage(page)).toSorted()).toEqual(['loginTime', 'token', 'user'])
    const tickets = asked.filter(({ url }) => url.includes('token='))
    expect(tickets.map(({ kind }) => kind)).toEqual(['document'])
    const ticket = new URL(tickets[0]?.url ?? '').searchParams.get('token') ?? ''
    expect(ticket).toMatch(/^[\w-]{40,}$/)
    expect(asked.filter(({ referer }) => referer.includes('token='))).toEqual([])
    const began = addresses.findIndex((address) => address.includes(ticket))
    const onward = new Set(addresses.slice(began + 1))
    expect([...onward]).toEqual(['/auth/steam/callback', '/servers?hide_empty=true'])
    const history = await readHistory(page)
    expect(history.filter((address) => address.includes('token') || address.includes(ticket))).toEqual([])
    expect(history.at(-1)).toBe(`${stack.url}/servers?hide_empty=true`)
    expect(token).not.toBe(ticket)
  })

  test('B3 the SteamID is copied, which is said for 2 s', { tag: '@variant' }, async ({ page, stack }) => {
    const person = takePerson()
    await page.clock.install()
    await openWithStoredSession(page, await createSession(stack, person))
    await accountButton(page).click()
    const copy = page.getByRole('button', { name: `复制 SteamID64 ${person.steamId}` })
    const said = page.getByRole('status').filter({ hasText: '已复制' })
    await expect(copy).toBeVisible()
    await expect(said).toHaveCount(0)
    await pauseClock(page)
    await copy.click()
    await expect(said).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(person.steamId)
    await page.clock.runFor(1_900)
    await expect(said).toBeVisible()
    await page.clock.runFor(100)
    await expect(said).toHaveCount(0)
    await page.clock.resume()
    await page.keyboard.press('Escape')
    await expect(copy).toHaveCount(0)
    await expect(accountButton(page)).toBeFocused()
  })
})

test(
  'B3 name and picture are shown as soon as Steam has answered, without a reload',
  { tag: '@variant' },
  async ({ page, steam: _ }) => {
    const person = takePerson()
    const untold = { username: '#000042', steamName: '', avatar: '' }
    const steamTells = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/api/account', async (route) => {
      const isFirst = ++asked === 1
      if (!isFirst) await steamTells.promise
      const answer = await route.fetch()
      await route.fulfill({ json: { ...((await answer.json()) as object), ...(isFirst && untold) } })
    })
    await openServerList(page)
    await signInBySteam(page, person)
    await expect(accountButton(page)).toContainText('#000042')
    steamTells.resolve()
    await expect(accountButton(page)).toContainText(person.name)
    await expect(accountButton(page).locator('img')).toHaveCount(1)
  },
)

/** Whether the portal still takes a token. */
const statusOf = async (stack: Stack, { token }: Session) =>
  (await callApi(stack, 'GET', '/api/auth/steam/user-info', { bearer: token })).status

test('B3, C15 signing out asks first, then ends the session, in every tab and at the portal', async ({
  page,
  stack,
}) => {
  const person = takePerson()
  const session = await createSession(stack, person)
  await openWithStoredSession(page, session)
  const tab = await page.context().newPage()
  await openServerList(tab, '/servers')
  await expect(accountButton(tab)).toBeVisible()
  await page.bringToFront()
  const leave = page.getByRole('button', { name: '退出登录' })
  const question = page.getByRole('alertdialog', { name: '退出登录？' })
  await accountButton(page).click()
  await leave.click()
  await expect(question).toContainText('这台设备上的登录会立即失效')
  await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toHaveCount(0)
  await expectSignedIn(page, person)
  expect(await statusOf(stack, session)).toBe(200)
  const slowPortal = Promise.withResolvers<void>()
  await page.route('**/api/auth/log', async (route) => {
    await slowPortal.promise
    await route.continue()
  })
  await accountButton(page).click()
  await leave.click()
  await question.getByRole('button', { name: '退出登录' }).click()
  await expect(signInButton(page)).toBeVisible()
  await expect(signInButton(page)).toBeFocused()
  slowPortal.resolve()
  await expect(page.getByText('已退出登录')).toBeVisible()
  await expect(signInButton(page)).toBeFocused()
  await expect(signInButton(tab)).toBeVisible()
  await expect.poll(() => readStorage(page)).toEqual({})
  await expect.poll(() => statusOf(stack, session)).toBe(401)
})

test(
  'C16 signing out everywhere ends the sessions of other browsers too',
  { tag: '@variant' },
  async ({ page, stack, openAnotherBrowser }) => {
    const person = takePerson()
    const [here, there] = [await createSession(stack, person), await createSession(stack, person)]
    await openWithStoredSession(page, here)
    const other = await openAnotherBrowser()
    await openWithStoredSession(other, there)
    await accountButton(page).click()
    await page.getByRole('button', { name: '退出所有设备' }).click()
    const question = page.getByRole('alertdialog', { name: '退出所有设备？' })
    await question.getByRole('button', { name: '退出所有设备' }).click()
    await expect(signInButton(page)).toBeVisible()
    expect(await Promise.all([statusOf(stack, here), statusOf(stack, there)])).toEqual([401, 401])
    await other.reload()
    await expect(other.getByText('登录已失效，请重新登录')).toBeVisible()
    await expect(signInButton(other)).toBeVisible()
  },
)

test(
  'A7 /login opens the dialog over the start page, and closing it goes there',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await page.goto('/login')
    await expect(signInDialogMode(page, /^登录 /)).toBeVisible()
    await expect(page).toHaveURL('/login')
    await page.keyboard.press('Escape')
    await expect(signInDialog(page)).toHaveCount(0)
    await expect(page).toHaveURL('/')
    await openWithStoredSession(page, (await sharedBoundAccount(stack)).session, '/login')
    await expect(page).toHaveURL('/')
    await expect(signInDialog(page)).toHaveCount(0)
  },
)

test.describe('on a phone, in English', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  testWhenProving('A7, C2, C3, B3 by Steam and out again', async ({ page, steam: _ }) => {
    const person = takePerson()
    await openWithPreferences(page, 'en')
    await openServerList(page, '/servers?hide_empty=true')
    await signInBySteam(page, person, 'en')
    await expect(page.getByText(signInLabels.en.done, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/servers?hide_empty=true')
    await accountButton(page, 'en').click()
    await expect(signInDialog(page)).toContainText(person.name)
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect(signInButton(page, 'en')).toBeVisible()
    expect(Object.keys(await readStorage(page)).toSorted()).toEqual(['preferredLanguage', 'theme'])
  })
})
