import { buildServer } from '@clutch/contract/testing/server-builder.ts'
import { takePerson } from '../support/accounts.ts'
import { dialog, openServerList, mockServerList } from '../support/server-list.ts'
import { buildAccount, openSignedIn, mockSession } from '../support/sessions.ts'
import { accountButton as account, openWithStoredSession } from '../support/sign-in.ts'
import { testWhenProving, expect, test } from '../support/test.ts'

/** 23:30 of the 17th in London is the 18th in Shanghai. */
const expires = Date.parse('2037-02-17T23:30:00Z')

test('B4 C18 every group held has its badge, VIP its last day as Shanghai reads it', async ({
  page,
  stack,
}) => {
  const person = takePerson()
  const groups = `/api/operator/memberships/${person.steamId}`
  await stack.callOperator('PUT', `${groups}/vip`, { expires })
  await openSignedIn(page, stack, person)
  await expect(account(page)).toHaveText(`${person.name}VIP · 至 2037-02-18账号`)
  for (const group of ['pro', 'kol', 'op']) await stack.callOperator('PUT', `${groups}/${group}`, {})
  await page.evaluate(() => window.dispatchEvent(new Event('vipStatusChanged')))
  await expect(account(page)).toHaveText(`${person.name}管理员KOLPROVIP · 至 2037-02-18账号`)
  await stack.callOperator('DELETE', `${groups}/vip`)
  await page.reload()
  await expect(account(page)).toHaveText(`${person.name}管理员KOLPRO账号`)
  for (const group of ['pro', 'kol', 'op']) await stack.callOperator('DELETE', `${groups}/${group}`)
})

test(
  'E3 a member is offered servers with one free slot, others only those with four',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const person = takePerson()
    const choice = (name: string) =>
      dialog(page, '快速加入').getByRole('button', { name: new RegExp(`^${name}`) })
    const openQuickJoin = async () => {
      await openServerList(page)
      await page.getByRole('button', { name: '快速加入' }).click()
    }
    await mockServerList(page, [
      buildServer({ id: '1', name: 'one left', category: 'retakes', players: '9/10' }),
      buildServer({ id: '2', name: 'three left', category: 'deathmatch', players: '7/10', port: 2 }),
      buildServer({ id: '3', name: 'four left', category: 'deathmatch', players: '6/10', port: 3 }),
      buildServer({ id: '4', name: 'full', category: 'public', players: '10/10', port: 4 }),
    ])
    await openSignedIn(page, stack, person)
    await openQuickJoin()
    await expect(choice('死斗')).toContainText('1 台可用')
    await expect(choice('回防')).toContainText('没有可用服务器')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await stack.callOperator('PUT', `/api/operator/memberships/${person.steamId}/vip`, { expires })
    await page.getByRole('button', { name: '快速加入' }).click()
    await expect(choice('死斗')).toContainText('2 台可用')
    await expect(choice('回防')).toContainText('1 台可用')
    await expect(choice('公共')).toContainText('没有可用服务器')
    await choice('回防').click()
    await expect(dialog(page, '快速加入').getByText('one left', { exact: true })).toBeVisible()

    // What cannot be known counts as no membership.
    await page.route('**/api/auth/vip-status/*', (route) => route.fulfill({ status: 503, body: 'away' }))
    await openQuickJoin()
    await expect(choice('死斗')).toContainText('1 台可用')
    await expect(choice('回防')).toBeDisabled()
  },
)

for (const width of [390, 1024, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    testWhenProving(
      `B3 B4 nothing sticks out with a name of 32 characters and four badges, ${width} px`,
      async ({ page }) => {
        const username = 'Wonderful_Wanderer_of_the_Woods_'
        const wanderer = buildAccount({ username, groups: ['op', 'kol', 'pro', 'vip'] })
        await openWithStoredSession(page, await mockSession(page, { account: wanderer, expireDate: expires }))
        await expect(account(page)).toContainText('管理员KOLPROVIP · 至 2037-02-18')
        const header = page.getByRole('banner')
        const out = () =>
          header.evaluate((bar) =>
            [bar, ...bar.querySelectorAll('button, a')]
              .filter((one) => {
                const { left, right } = one.getBoundingClientRect()
                return left < 0 || right > innerWidth || one.scrollWidth > Math.ceil(one.clientWidth) + 1
              })
              .map(({ outerHTML }) => outerHTML.slice(0, 80)),
          )
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(await out()).toEqual([])
        await account(page).click()
        const menu = page.getByRole('dialog')
        await expect(menu.getByRole('button', { name: '退出登录' })).toBeVisible()
        const box = await menu.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        if (width < 1024) {
          await expect(menu.getByText(username)).toBeVisible()
          await expect(menu.getByText('VIP · 至 2037-02-18')).toBeVisible()
        }
      },
    )
  })
}
