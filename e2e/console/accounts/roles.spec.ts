import { toSteamId64 } from '@clutch/gamesim/index.ts'
import type { Page } from '@playwright/test'
import { takePerson } from '../../support/accounts.ts'
import { type OperatorAccount, createOperator, openConsole } from '../../support/console.ts'
import { startRegisteredGame } from '../../support/game-servers.ts'
import type { Stack } from '../../support/stack.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const navigation = (page: Page) => page.getByRole('navigation', { name: '后台导航' })

/** An operator with a role. */
async function createWithRole(
  stack: Stack,
  role: string,
  serverIds: string[] | null = null,
): Promise<OperatorAccount> {
  const operator = await createOperator(stack)
  await stack.callOperator('PUT', `/api/operator/ops/${operator.person.steamId}`, { role, serverIds })
  return operator
}

/** Collects the calls that the portal refuses, with their status. */
function collectRefusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/') && response.status() === 403) refused.push(pathname)
  })
  return refused
}

test(
  'C18 an owner makes a role, adds an operator with it on one game server, and takes rights away again',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const person = takePerson()
    await openConsole(page, stack, 'users/roles')
    await expect(page.getByRole('row').filter({ hasText: '所有者' })).toContainText('全部权限')
    await button(page, '添加角色').click()
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await expect(dialog(page).getByText('请填写名称')).toBeVisible()
    await dialog(page).getByLabel('名称（中文）').fill('值班管理')
    await dialog(page).getByRole('combobox', { name: '玩家、踢出与封禁' }).selectOption('change')
    await dialog(page).getByRole('combobox', { name: '游戏服务器', exact: true }).selectOption('read')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: '保存' }).click()
    const row = page.getByRole('row').filter({ hasText: '值班管理' })
    await expect(row).toContainText('游戏服务器（查看）')
    await expect(row).toContainText('玩家、踢出与封禁')

    await page.getByRole('link', { name: '管理员', exact: true }).click()
    await button(page, '添加管理员').click()
    await dialog(page).getByRole('textbox').fill(person.steamId)
    await dialog(page).getByRole('combobox', { name: '角色' }).selectOption({ label: '值班管理' })
    await dialog(page).getByRole('switch').first().check()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: '添加', exact: true }).click()
    const added = page.getByRole('row').filter({ hasText: person.steamId })
    await expect(added).toContainText('值班管理')
    await expect(added).toContainText('1 台服务器')

    await added.getByRole('button', { name: '更换角色' }).click()
    await dialog(page).getByRole('combobox', { name: '角色' }).selectOption({ label: '编辑' })
    await dialog(page).getByRole('switch', { checked: true }).first().uncheck()
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await expect(added).toContainText('编辑')
    await expect(added).toContainText('所有服务器')
  },
)

test('C18 a moderator of one game server sees and does what their role permits, and nothing that is refused', async ({
  page,
  stack,
}) => {
  const { game, id, end } = await startRegisteredGame(stack)
  try {
    game.connect({ name: '小李', steamId: toSteamId64(31) })
    const moderator = await createWithRole(stack, 'moderator', [id])
    const refused = collectRefusals(page)
    await page.clock.install()
    await openConsole(page, stack, '', moderator)
    await expect(navigation(page).getByRole('link')).toHaveText([
      /概览/,
      /服务器/,
      /租用/,
      /用户与群组/,
      /举报与申诉/,
      /处罚/,
      /赛季/,
      /设置/,
    ])
    await expect(page.getByText('今日收入')).toHaveCount(0)
    await page.goto(`/admin/servers?server=${id}&tab=players`)
    await expect(page.getByRole('button', { name: '踢出 小李' })).toBeVisible()
    await expect(button(page, '添加服务器')).toHaveCount(0)
    await page.getByRole('tab', { name: 'RCON' }).click()
    await expect(page.getByRole('textbox', { name: '命令' })).toHaveCount(0)
    await page.goto('/admin/users/groups')
    await expect(page.getByRole('table').or(page.getByText('还没有')).first()).toBeVisible()
    await expect(button(page, '授予群组')).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/admin/orders')
    await expect(page.getByText('你的角色没有查看这个页面的权限')).toBeVisible()
    await expectAccessible(page)
    expect(refused).toEqual([])

    const { steamId } = moderator.person
    await stack.callOperator('PUT', `/api/operator/ops/${steamId}`, { role: 'treasurer' })
    await page.clock.runFor(31_000)
    await expect(page.getByRole('heading', { level: 1, name: '订单与退款' })).toBeVisible()
    await expect(page.getByText('你的角色没有查看这个页面的权限')).toHaveCount(0)
    await stack.callOperator('DELETE', `/api/operator/ops/${steamId}`)
    await page.clock.runFor(31_000)
    await expect(page).toHaveURL((url) => !url.pathname.startsWith('/admin'))
  } finally {
    await end()
  }
})

const roles = ['moderator', 'support', 'treasurer', 'editor', 'host-admin']
const pages = [
  '',
  'servers',
  'rentals',
  'rentals/regions',
  'rentals/hosts',
  'rentals/updates',
  'rentals/settings',
]
const morePages = [
  'orders',
  'orders/alerts',
  'orders/questions',
  'orders/reports',
  'jobs',
  'users',
  'users/groups',
  'users/operators',
  'users/roles',
]
const lastPages = [
  'sanctions',
  'prices',
  'prices/coupons',
  'prices/cards',
  'prices/privileges',
  'announcements',
  'announcements/texts',
  'announcements/commands',
  'seasons',
  'seasons/players',
  'seasons/resets',
  'seasons/marks',
  'faq',
  'audit',
  'settings',
  'settings/switches',
]

for (const role of roles)
  test(
    `C18 no page of the console asks for what the role ${role} does not permit`,
    { tag: '@variant' },
    async ({ page, stack }) => {
      test.setTimeout(180_000)
      const operator = await createWithRole(stack, role)
      const refused = collectRefusals(page)
      for (const path of [...pages, ...morePages, ...lastPages]) {
        await openConsole(page, stack, path, operator)
        await page.waitForLoadState('networkidle')
      }
      expect(refused).toEqual([])
    },
  )
