import { generateTotpCode } from '@clutch/server/domains/accounts/testing/authenticator.ts'
import type { Page } from '@playwright/test'
import { callApi, createBoundAccount, takePerson } from '../../support/accounts.ts'
import { openConsole } from '../../support/console.ts'
import { openSignedIn, signInOnDevice } from '../../support/sessions.ts'
import {
  accountButton,
  choosePersonAtSteam,
  signInDialog,
  writeStorage,
  storedSession,
  logInByEmail,
  signInBySteam,
} from '../../support/sign-in.ts'
import type { Stack } from '../../support/stack.ts'
import { expect, expectAccessible, expectNoDialog, test } from '../../support/test.ts'
import { tabUntilFocused } from '../../support/keyboard.ts'

const searchField = (page: Page) => page.getByRole('textbox', { name: '搜索', exact: true })
const list = (page: Page, name: string) => page.getByRole('table', { name })
const inDialog = (page: Page, name: string) =>
  page.locator('[role$="dialog"]').getByRole('button', { name, exact: true })

/**
 * What the portal prints at its first start: makes a user an operator, and returns a link that signs them in.
 */
async function createSignInLink(stack: Stack, steamId: string): Promise<string> {
  await stack.callOperator('PUT', `/api/operator/ops/${steamId}`)
  const made = (await stack.callOperator('POST', `/api/operator/ops/${steamId}/sign-in-link`)) as {
    url: string
  }
  return new URL(made.url).pathname + new URL(made.url).hash
}

/** C12: at the door of the console: from nothing to the second factor being on. */
async function setUpSecondFactor(page: Page, { clock }: Stack): Promise<void> {
  await page.getByRole('button', { name: '立即开启' }).click()
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(/\s/g, '')
  await page.getByLabel('验证码').fill(generateTotpCode({ clock }, secret))
  await page.getByRole('main').getByRole('button', { name: '开启', exact: true }).click()
  await expect(page.getByRole('list', { name: '恢复码' }).getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  await page.getByRole('button', { name: '我已保存' }).click()
}

test('J C12 C16 C18 an op by the printed link: second factor at the door, VIP, session, block, all of it in the audit log', async ({
  page,
  stack,
  openAnotherBrowser,
}) => {
  test.setTimeout(120_000)
  const player = await createBoundAccount(stack)
  const op = takePerson()
  const theirs = await openAnotherBrowser()
  await writeStorage(theirs, storedSession(player.session))
  await theirs.goto(stack.url)
  await page.goto(await createSignInLink(stack, op.steamId))
  await setUpSecondFactor(page, stack)
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()

  await page.getByRole('link', { name: '用户与群组' }).click()
  await searchField(page).fill(player.email)
  await expect(list(page, '用户').getByRole('row')).toHaveCount(2)
  await list(page, '用户').getByRole('link').click()
  await expect(page.getByText(player.email)).toBeVisible()

  await page.getByRole('button', { name: '授予群组' }).click()
  await inDialog(page, '授予群组').click()
  await expect(page.getByText('请选择截止时间')).toBeVisible()
  await page.getByLabel('截止时间').fill('2031-05-06T18:30')
  await inDialog(page, '授予群组').click()
  await expect(list(page, '群组')).toContainText('2031-05-06 18:30')
  await theirs.reload()
  await expect(accountButton(theirs)).toContainText('2031')

  await list(page, '会话').getByRole('button', { name: '结束' }).click()
  await inDialog(page, '结束').click()
  await expect(page.getByText('没有已登录的设备')).toBeVisible()
  await theirs.goto('/orders')
  await expect(theirs.getByText('登录已失效').first()).toBeVisible()

  await page.getByRole('button', { name: '停用', exact: true }).click()
  await inDialog(page, '停用').click()
  await expect(page.getByText('此项必填')).toBeVisible()
  await page.getByLabel('原因').fill('使用外挂 <b>aim</b>')
  await page.getByRole('switch', { name: '永久' }).check()
  await inDialog(page, '停用').click()
  await expect(
    page
      .getByRole('status')
      .or(page.getByRole('alert'))
      .filter({ hasText: '永久停用。原因：使用外挂 <b>aim</b>' }),
  ).toBeVisible()
  await expectAccessible(page)
  await logInByEmail(theirs, player)
  await expect(signInDialog(theirs)).toContainText('使用外挂 <b>aim</b>')
  await expect(theirs.getByRole('dialog', { name: '账号已停用' })).toBeVisible()
  expect((await callApi(stack, 'GET', '/api/account', { bearer: player.session.token })).status).toBe(401)

  await page.getByRole('link', { name: '审计日志' }).click()
  const log = list(page, '审计日志')
  for (const action of ['停用账号', '结束用户会话', '授予群组'])
    await expect(log.getByRole('row').filter({ hasText: action }).first()).toContainText(op.name)
  await searchField(page).fill('外挂')
  await expect(log.getByRole('row')).toHaveCount(2)
  await log.getByRole('button', { name: '详情' }).click()
  const changes = list(page, '改动')
  await expect(changes.getByRole('row').filter({ hasText: 'reason' })).toContainText('使用外挂 <b>aim</b>')
  await expect(signInDialog(page)).toContainText('127.0.0.1')
  await expectAccessible(page)
})

test(
  'C16 a blocked player sees the reason when Steam sends them back, in both languages',
  { tag: '@variant' },
  async ({ page, stack, steam: _ }) => {
    const person = takePerson()
    await signInOnDevice(stack, person)
    await stack.callOperator('PUT', `/api/operator/users/${person.steamId}/block`, {
      reason: 'team killing',
      expires: Date.parse('2031-05-06T10:30:00Z'),
    })
    await page.goto('/servers')
    await signInBySteam(page, person)
    const banNotice = page.getByRole('dialog', { name: '账号已停用' })
    await expect(banNotice).toContainText('team killing')
    await expect(banNotice).toContainText('2031')
    await banNotice.getByRole('button', { name: '关闭' }).last().click()
    await page.evaluate(() => localStorage.setItem('preferredLanguage', 'en'))
    await page.reload()
    await page.getByRole('banner').getByRole('button', { name: 'Sign in', exact: true }).click()
    await signInDialog(page).getByRole('link', { name: 'Sign in with Steam' }).click()
    await choosePersonAtSteam(page, person)
    await expect(page.getByRole('dialog', { name: 'This account is blocked' })).toContainText('team killing')
  },
)

test(
  'J C12 an old sign-in does not set up the second factor; the door says so, with the way to another',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const person = takePerson()
    await stack.callOperator('PUT', `/api/operator/ops/${person.steamId}`)
    await openSignedIn(page, stack, person, '/admin')
    stack.clock.advance(11 * 60_000)
    try {
      await page.getByRole('button', { name: '立即开启' }).click()
      await expect(page.getByText('请重新通过 Steam 登录')).toBeVisible()
      await page.getByRole('button', { name: '重新登录' }).click()
      await expect(signInDialog(page).getByRole('link', { name: '通过 Steam 登录' })).toBeVisible()
    } finally {
      stack.clock.advance(0)
    }
  },
)

test(
  'J who is no operator finds no way to the console in the menu, and is sent away from it',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openSignedIn(page, stack, takePerson(), '/admin')
    await expect(page.getByText('只有管理员可以这样做')).toBeVisible()
    await expect(page).not.toHaveURL(/admin/)
    await accountButton(page).click()
    await expect(page.getByRole('link', { name: '我的订单' })).toBeVisible()
    await expect(page.getByRole('link', { name: '运营后台' })).toHaveCount(0)
  },
)

test(
  'J C18 by keyboard alone an operator grants a group to an unknown player, and adds and removes an operator',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await openConsole(page, stack, 'users/groups')
    const { keyboard } = page
    await tabUntilFocused(page, page.getByRole('main').getByRole('button', { name: '授予群组' }))
    await keyboard.press('Enter')
    await tabUntilFocused(page, page.getByLabel('SteamID64'))
    await keyboard.type('76561199000000777')
    await expect(page.getByText('还没有人用这个 SteamID 登录过')).toBeVisible()
    await tabUntilFocused(page, page.getByRole('switch', { name: '永久' }))
    await keyboard.press('Space')
    await tabUntilFocused(page, inDialog(page, '授予群组'))
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const row = list(page, '群组成员').getByRole('row').filter({ hasText: '76561199000000777' })
    await expect(row).toContainText('从未登录')
    await tabUntilFocused(page, row.getByRole('button', { name: '撤销' }))
    await keyboard.press('Enter')
    await tabUntilFocused(page, inDialog(page, '撤销'))
    await keyboard.press('Enter')
    await expectNoDialog(page)
    await expect(row).toHaveCount(0)

    await page.goto('/admin/users/operators')
    await tabUntilFocused(page, page.getByRole('button', { name: '添加管理员' }))
    await keyboard.press('Enter')
    await tabUntilFocused(page, page.getByLabel('SteamID64，或已绑定账号的邮箱'))
    await keyboard.type('76561199000000778')
    await keyboard.press('Enter')
    const op = list(page, '管理员').getByRole('row').filter({ hasText: '76561199000000778' })
    await expect(op).toContainText('未开启')
    await tabUntilFocused(page, op.getByRole('button', { name: '登录链接' }))
    await keyboard.press('Enter')
    await tabUntilFocused(page, inDialog(page, '生成链接'))
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(/\/auth\/link#token=/)
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await tabUntilFocused(page, op.getByRole('button', { name: '删除' }))
    await keyboard.press('Enter')
    await tabUntilFocused(page, inDialog(page, '删除'))
    await keyboard.press('Enter')
    await expectNoDialog(page)
    await expect(op).toHaveCount(0)
  },
)

test(
  'J C12 an export shows how far it is, can be cancelled, and saves every row',
  { tag: '@variant' },
  async ({ page, stack }) => {
    await stack.callOperator('PATCH', '/api/operator/portal', { features: { settings: { profile: true } } })
    await openConsole(page, stack, 'audit?by=all')
    await expect(list(page, '审计日志').getByRole('row')).not.toHaveCount(1)
    const rows = '**/api/operator/audit/export*'
    await page.route(rows, () => undefined)
    const start = page.getByRole('button', { name: '导出 CSV' })
    await start.click()
    const progress = page.getByRole('progressbar', { name: '正在导出' })
    await expect(progress).toBeVisible()
    await expect(page.getByText(/^0 \/ \d+ 条$/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '取消导出' }).click()
    await expect(progress).toHaveCount(0)
    await expect(page.getByText('导出失败')).toHaveCount(0)
    await page.unroute(rows)
    const downloading = page.waitForEvent('download')
    await start.click()
    expect((await downloading).suggestedFilename()).toMatch(/^审计日志 \d{4}-\d\d-\d\d\.csv$/)
  },
)
