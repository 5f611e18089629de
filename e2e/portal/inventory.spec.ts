import type { FrameLocator, Page } from '@playwright/test'
import { type Person, takePerson } from '../support/accounts.ts'
import { createOperator } from '../support/console.ts'
import { pauseClock } from '../support/server-list.ts'
import { openSignedIn, signInOnDevice } from '../support/sessions.ts'
import { accountButton, writeStorage, storedSession, signInButton } from '../support/sign-in.ts'
import type { Stack } from '../support/stack.ts'
import { expect, test } from '../support/test.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: '主导航' })
const entry = (page: Page) => navigation(page).getByRole('link', { name: '皮肤库存' })
const frame = (page: Page): FrameLocator => page.frameLocator('iframe[title="库存"]')
const frames = (page: Page) => page.locator('iframe[title="库存"]')
const signedOut = (page: Page) => page.getByText('登录后查看库存')

/** A member of a group that may use the inventory. */
async function createMember(stack: Stack): Promise<Person> {
  const person = takePerson()
  await stack.callOperator('PUT', `/api/operator/memberships/${person.steamId}/kol`, {})
  return person
}

test(
  'J3 B5 from the sidebar into the inventory, signed in there; the spinner goes after 4 s',
  { tag: '@variant' },
  async ({ page, stack, inventory, operator }) => {
    const person = await createMember(stack)
    await operator.change({ inventory: { note: { zh: '测试中', en: 'in testing' } } })
    await page.clock.install()
    await openSignedIn(page, stack, person)
    await expect(entry(page)).toContainText('测试中')
    await entry(page).click()
    await expect(page).toHaveURL('/inventory')
    await expect(entry(page)).toHaveAttribute('aria-current', 'page')
    const loading = page.getByRole('main').getByRole('status', { name: '加载中' })
    await expect.poll(() => inventory.requestCount).toBeGreaterThan(0)
    await expect(frames(page)).toHaveCount(1)
    // From here its 4 s pass by the test alone.
    await pauseClock(page)
    await expect(loading).toBeVisible()
    await expect(frame(page).getByRole('heading', { name: person.name })).toBeVisible()
    await expect(frame(page).getByText(person.steamId)).toBeVisible()
    const picture = frame(page).getByRole('presentation')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.clock.runFor(3_500)
    await expect(loading).toHaveCount(0)
    await expect(frames(page)).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    )
    const [room, content] = await Promise.all([
      frames(page).boundingBox(),
      page.getByRole('main').boundingBox(),
    ])
    expect([room?.width, room?.height]).toEqual([content?.width, content?.height])
  },
)

test('A5 the inventory is made at the first visit and stays as it was, hidden, until one signs out', async ({
  page,
  stack,
  inventory,
}) => {
  const { session: first } = await createOperator(stack)
  const other = await createMember(stack)
  await writeStorage(page, storedSession(first))
  await page.goto('/')
  await expect(entry(page)).toBeVisible()
  await expect(frames(page)).toHaveCount(0)
  await entry(page).click()
  const search = frame(page).getByRole('searchbox')
  // What is typed before the site’s own program runs is lost.
  await expect.poll(() => search.evaluate(({ ownerDocument }) => ownerDocument.readyState)).toBe('complete')
  await search.fill('AWP')
  await expect(frame(page).getByText('Night Voyage')).toBeVisible()
  await expect(frame(page).getByText('Frost River')).toBeHidden()
  const asked = inventory.requestCount
  await navigation(page).getByRole('link', { name: '排行榜' }).click()
  await expect(page).toHaveURL('/leaderboard')
  await expect(frames(page)).toBeHidden()
  await expect(frames(page)).toHaveCount(1)
  await page.goBack()
  await expect(frame(page).getByRole('searchbox')).toHaveValue('AWP')
  // Pages with a frame of their own hide it too.
  await page.evaluate(() => {
    history.pushState({}, '', '/admin')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
  await expect(frames(page)).toBeHidden()
  await page.getByRole('link', { name: '返回门户' }).click()
  await entry(page).click()
  await expect(frame(page).getByRole('searchbox')).toHaveValue('AWP')
  expect(inventory.requestCount).toBe(asked)

  await accountButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
  await expect(signedOut(page)).toBeVisible()
  await expect(frames(page)).toHaveCount(0)
  await expect(entry(page)).toHaveCount(0)

  // Another one who signs in, as in another tab of this browser, finds nothing of the first.
  const session = await signInOnDevice(stack, other)
  await page.evaluate((items) => Object.assign(localStorage, items), storedSession(session))
  await page.evaluate((key) => dispatchEvent(new StorageEvent('storage', { key })), 'token')
  await expect(frame(page).getByRole('heading', { name: other.name })).toBeVisible()
  await expect(frame(page).getByRole('searchbox')).toHaveValue('')
})

test(
  'J3 a visitor without a session sees a sample, blurred and inert, and the way to sign in',
  { tag: '@variant' },
  async ({ page }) => {
    await page.goto('/inventory')
    await expect(signedOut(page)).toBeVisible()
    await expect(page.locator('main [inert]')).toHaveCount(1)
    await expect(page).toHaveURL('/inventory')
    await page.getByRole('main').getByRole('button', { name: '登录' }).click()
    await expect(page.getByRole('dialog', { name: '登录 CLUTCH' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(signInButton(page)).toBeVisible()
    await expect(frames(page)).toHaveCount(0)
  },
)

test(
  'J3 who is in no group that may goes to the start page, which says so, at every visit',
  { tag: '@variant' },
  async ({ page, stack, inventory, operator }) => {
    const person = takePerson()
    const before = inventory.requestCount
    await openSignedIn(page, stack, person, '/inventory')
    const refusal = page.getByRole('alert').filter({ hasText: '你所在的群组不能使用库存' })
    await expect(refusal).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(entry(page)).toHaveCount(0)
    expect(inventory.requestCount).toBe(before)

    const vip = await createMember(stack)
    await operator.change({ inventory: { groups: ['vip'] } })
    const session = await signInOnDevice(stack, vip)
    await writeStorage(page, storedSession(session))
    await page.goto('/inventory')
    await expect(refusal).toBeVisible()
    await operator.change({ inventory: { groups: ['kol'] } })
    await page.goto('/inventory')
    await expect(frame(page).getByRole('heading', { name: vip.name })).toBeVisible()
  },
)

test(
  'A2 A5 off, or for a visitor from elsewhere, it leads to the start page',
  { tag: '@variant' },
  async ({ page, stack, operator, allowedRequests }) => {
    // The page on which it ends begins to load the inventory.
    allowedRequests.add(stack.inventory.url)
    const person = await createMember(stack)
    await openSignedIn(page, stack, person, '/inventory?from=game')
    await expect(page).toHaveURL('/?from=game')
    await expect(accountButton(page)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(entry(page)).toHaveCount(0)
    await operator.change({ features: { inventory: { enabled: false } } })
    for (const path of ['/inventory', '/inventory/anything']) {
      await page.goto(path)
      await expect(page.getByRole('alert')).toHaveText('该功能未启用')
      await expect(page).toHaveURL('/')
    }
    await expect(entry(page)).toHaveCount(0)
    await operator.change({ features: { inventory: { enabled: true } } })
    await page.goto('/inventory/anything')
    await expect(page).toHaveURL('/inventory')
  },
)

test(
  'J3 a sign-in that fails says so with what was answered, and can be tried again',
  { tag: '@variant' },
  async ({ page, stack, inventory }) => {
    const person = await createMember(stack)
    inventory.setMode('tokenless')
    await openSignedIn(page, stack, person, '/inventory')
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('登录库存站点失败')
    await expect(failed).toContainText('库存站点没有响应，请稍后再试')
    await expect(failed).toContainText('The inventory site answered without a token')
    await expect(frames(page)).toHaveCount(0)
    inventory.setMode('ok')
    await failed.getByRole('button', { name: '重试' }).click()
    await expect(frame(page).getByRole('heading', { name: person.name })).toBeVisible()
    await expect(failed).toHaveCount(0)
  },
)

test(
  'J3 a sign-in that fails silently at the site is found out, said in both languages, and tried again',
  { tag: '@variant' },
  async ({ page, stack, inventory }) => {
    const person = await createMember(stack)
    inventory.setMode('token-used')
    await stack.callOperator('POST', '/api/operator/inventory/test', { steamId: person.steamId })
    await openSignedIn(page, stack, person, '/inventory')
    const failed = page.getByRole('alert')
    await expect(failed).toContainText('登录库存站点失败')
    await expect(failed).toContainText('库存站点目前无法登录玩家，请联系管理员')
    await expect(failed).toContainText('without a session cookie')
    await expect(frames(page)).toHaveCount(0)
    await page.evaluate(() => localStorage.setItem('preferredLanguage', 'en'))
    await page.reload()
    await expect(failed).toContainText('Signing in to the inventory failed')
    await expect(failed).toContainText('The inventory site cannot sign players in right now')
    inventory.setMode('ok')
    await failed.getByRole('button', { name: 'Retry' }).click()
    const shown = page.frameLocator('main iframe')
    await expect(shown.getByRole('heading', { name: person.name })).toBeVisible()
    await expect(failed).toHaveCount(0)
  },
)

test(
  'J3 a frame that does not load says so after 20 s, and signs in again',
  { tag: '@variant' },
  async ({ page, stack, inventory }) => {
    const person = await createMember(stack)
    // The portal has checked the sign-in while the site still answered.
    await stack.callOperator('POST', '/api/operator/inventory/test', { steamId: person.steamId })
    inventory.setMode('hangs')
    await page.clock.install()
    await openSignedIn(page, stack, person, '/inventory')
    await expect(frames(page)).toHaveCount(1)
    await pauseClock(page)
    const late = page.getByRole('alert').filter({ hasText: '库存站点尚未加载完成' })
    await expect(late).toHaveCount(0)
    await page.clock.runFor(20_000)
    await expect(late).toBeVisible()
    await expect(frames(page)).toHaveCount(1)
    inventory.setMode('ok')
    await late.getByRole('button', { name: '重试' }).click()
    await page.clock.resume()
    await expect(late).toHaveCount(0)
    await expect(frame(page).getByRole('heading', { name: person.name })).toBeVisible()
  },
)

test(
  'J3 the console tests the sign-in, names the cause, and the overview shows it',
  { tag: '@variant' },
  async ({ page, stack, inventory }) => {
    const { session } = await createOperator(stack)
    await writeStorage(page, storedSession(session))
    inventory.setMode('refuses-frames')
    await page.goto('/admin/announcements/texts')
    const test = page.getByRole('button', { name: '测试登录' })
    await test.click()
    await expect(page.getByText('库存站点禁止门户在框架中显示它')).toBeVisible()
    await expect(page.getByText("frame-ancestors 'none'")).toBeVisible()
    await page.goto('/admin')
    await expect(page.getByText('玩家无法登录库存站点')).toBeVisible()
    await page.goto('/admin/announcements/texts')
    inventory.setMode('ok')
    await test.click()
    await expect(page.getByText('库存站点登录正常')).toBeVisible()
  },
)
