import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import type { Page } from '@playwright/test'
import {
  cardAction,
  createPlayer,
  createRunningRental,
  rentalCard,
  openedDialog,
  expect,
  openRentalsPage,
  fetchRentals,
  test,
} from '../support/rentals.ts'
import { setRentalAdmins } from './rental-fixtures.ts'
import { expectAccessible } from '../support/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Makes a call with the token the page itself keeps; answers the status and the code of the refusal. */
const callFrom = (page: Page, method: string, path: string, body?: object): Promise<[number, string]> =>
  page.evaluate(
    async ([where, init]) => {
      const authorization = `Bearer ${localStorage.getItem('token')}`
      const headers = {
        authorization,
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
      }
      const answered = await fetch(where, { ...init, headers })
      const { code = '' } = (await answered.json()) as { code?: string }
      return [answered.status, code]
    },
    [path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }] as const,
  )

/** Every call that only an owner may make, and every call that an admin may make, of one server. */
type Ask = [method: string, path: string, body?: object]

function callsOf({ instance_id: id }: RentalView) {
  const admins = [{ steamid: '76561198000000009', name: '' }]
  const ofOwner: Ask[] = [
    ['POST', '/api/scrim/restart-server', { instance_id: id }],
    ['POST', '/api/scrim/verify-server', { instance_id: id }],
    ['POST', '/api/scrim/change-password', { instance_id: id, password: 'Mine2026' }],
    ['POST', `/api/scrim/server/${id}/switch-region`, { targetRegion: 'ap-tokyo' }],
    ['PUT', `/api/scrim/server/${id}/admins`, { admins }],
    ['GET', `/api/scrim/server/${id}/past-teammates`],
  ]
  const ofAdmins: Ask[] = [
    ['GET', `/api/scrim/server/${id}/admins`],
    ['GET', `/api/scrim/server/${id}/demos`],
  ]
  return { ofOwner, ofAdmins }
}

test(
  'G19 G4 an admin sees the server as a member: copies, looks at demos and admins, and nothing else',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const [owner, member] = [await createPlayer(stack), await createPlayer(stack)]
    const server = await createRunningRental(stack, owner, { relocatable: true })
    await setRentalAdmins(stack, owner, server, member)
    await openRentalsPage(page, member)
    const card = rentalCard(page, server)
    await expect(card).toContainText('成员')
    await expect(card).not.toContainText('所有者')
    await expectAccessible(page)
    for (const name of ['重启', '改密码', '切换地区', '续费']) {
      await expect(cardAction(card, name)).toHaveAttribute('aria-disabled', 'true')
      await expect(cardAction(card, name)).toHaveAccessibleDescription('仅所有者')
      await cardAction(card, name).click({ force: true })
    }
    await expect(openedDialog(page)).toHaveCount(0)
    await cardAction(card, '改密码').hover()
    await expect(page.getByText('仅所有者', { exact: true })).toBeVisible()

    await cardAction(card, '复制连接').click()
    await expect(cardAction(card, '已复制')).toBeVisible()
    const { public_ip: ip, server_port: port } = server
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `password Quiet7; connect ${ip}:${port}`,
    )
    await cardAction(card, 'Demo').click()
    const demos = openedDialog(page, 'Demo')
    await expect(demos.getByText('还没有 Demo').or(demos.getByRole('radiogroup'))).toBeVisible()
    await page.keyboard.press('Escape')

    await cardAction(card, '管理员').click()
    const admins = openedDialog(page, '管理员列表')
    await expect(admins).toContainText('只有所有者可以修改管理员列表。')
    await expect(admins).toContainText(owner.person.steamId)
    await expect(admins.getByText('我', { exact: true })).toBeVisible()
    await expect(admins.getByRole('button', { name: /应用|移除|添加/ })).toHaveCount(0)
    await expect(admins.getByRole('textbox')).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  'G19 a member who asks all the same is refused, a stranger finds nothing, and nothing was done',
  { tag: '@variant' },
  async ({ page, stack, openAnotherBrowser }) => {
    const [owner, member, stranger] = [
      await createPlayer(stack),
      await createPlayer(stack),
      await createPlayer(stack),
    ]
    const server = await createRunningRental(stack, owner, { relocatable: true })
    await setRentalAdmins(stack, owner, server, member)
    const { ofOwner, ofAdmins } = callsOf(server)
    await openRentalsPage(page, member)
    await expect(rentalCard(page, server)).toBeVisible()
    for (const call of ofOwner) expect(await callFrom(page, ...call)).toEqual([403, 'rental.owner_only'])
    for (const call of ofAdmins) expect(await callFrom(page, ...call)).toEqual([200, ''])

    const other = await openAnotherBrowser()
    await openRentalsPage(other, stranger)
    await expect(other.getByText('还没有练习服务器')).toBeVisible()
    for (const call of [...ofOwner, ...ofAdmins])
      expect(await callFrom(other, ...call)).toEqual([404, 'rental.not_found'])
    const [after] = await fetchRentals(stack, owner)
    expect(after).toMatchObject({ status: 'RUNNING', sv_password: 'Quiet7', locked_until: null })
    expect(JSON.parse(after?.admin_list ?? '')).toHaveLength(2)
  },
)

test(
  'G19 G15 a card comes to who is put on the list and goes from who is taken off it, by itself',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const [owner, member] = [await createPlayer(stack), await createPlayer(stack)]
    const server = await createRunningRental(stack, owner)
    await openRentalsPage(page, member)
    await expect(page.getByText('还没有练习服务器')).toBeVisible()
    const isPolled = page.waitForRequest('**/getUserServers', { timeout: 5_000 }).catch(() => null)
    await setRentalAdmins(stack, owner, server, member)
    await expect(rentalCard(page, server)).toContainText('成员')
    await cardAction(rentalCard(page, server), '管理员').click()
    await expect(openedDialog(page, '管理员列表')).toBeVisible()
    await page.keyboard.press('Escape')
    await setRentalAdmins(stack, owner, server)
    await expect(rentalCard(page, server)).toHaveCount(0)
    await expect(page.getByText('还没有练习服务器')).toBeVisible()
    expect(await isPolled).toBeNull()
  },
)
