import type { Account, Session } from '@clutch/contract/api/accounts/account.ts'
import type { Page } from '@playwright/test'
import {
  buildBoardRow,
  boardRows,
  playerNames,
  openBoard,
  buildBoardRows,
  mockBoards,
  playerSteamId,
  twoSeasons,
} from '../support/boards.ts'
import { openServerList } from '../support/server-list.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import { buildAccount, desktopUserAgent, phoneUserAgent, mockSession } from '../support/sessions.ts'
import { accountButton, writeStorage, storedSession } from '../support/sign-in.ts'
import { expect } from '../support/test.ts'

const { secondFactor: off } = buildAccount()
const on = { on: true, shown: true, recoveryCodes: 9, removableBySteam: false }
const expireDate = Date.parse('2027-02-18T12:00:00+08:00')
const fullAccount: Account = buildAccount({
  username: 'Wonderful_Wanderer_of_the_Woods_',
  ownName: true,
  steamName: '风筝',
  email: 'a.wonderful.wanderer.of.the.woods@mail.example.org',
  groups: ['op', 'kol', 'pro', 'vip'],
  secondFactor: on,
})

const now = Date.parse('2026-11-21T14:00:00+08:00')
const aSession = (place: number, change: Partial<Session>): Session => ({
  id: `01936f00-0000-7000-8000-00000000000${place}`,
  current: place === 0,
  method: 'steam',
  userAgent: desktopUserAgent,
  address: '203.0.113.7',
  created: now - 864e5,
  seen: now - place * 36e5,
  expires: now + 5 * 864e5,
  ...change,
})
const sessions = [
  aSession(0, {}),
  aSession(1, {
    userAgent: phoneUserAgent,
    method: 'email',
    address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  }),
  aSession(2, { userAgent: 'curl', method: 'link' }),
]

/** Answers a call of the API, whatever it is asked. */
const mockCall = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ json, status }))

/** Opens a page as a signed-in user. */
async function openAs({ page }: VisualContext, account: Account, path: string): Promise<void> {
  const session = await mockSession(page, { account, expireDate })
  await mockCall(page, 'account/sessions', sessions)
  await mockCall(page, 'account/links', [
    { provider: 'discord', account: { name: 'Kite', linkedAt: Date.parse('2026-11-20T12:00:00Z') } },
    { provider: 'qq', account: null },
  ])
  await mockCall(page, 'account/second-factor', {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/CLUTCH:kite_07?issuer=CLUTCH&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  })
  const recoveryCodes = Array.from({ length: 10 }, (_, at) => `k${at}m4n-q7r${at}t`)
  await mockCall(page, 'account/second-factor/confirm', { recoveryCodes })
  await writeStorage(page, storedSession(session))
  await page.goto(path)
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = ({ page, text }: VisualContext, zh: string, en: string) =>
  page.getByRole('button', { name: text(zh, en), exact: true })
const field = ({ page, text }: VisualContext, zh: string, en: string) =>
  page.getByLabel(text(zh, en), { exact: true })

async function openEmailLogin({ page }: VisualContext): Promise<void> {
  await page.goto('/login?showEmailLogin=true')
  await expect(dialog(page).getByRole('textbox').first()).toBeVisible()
}

async function openRegister(scene: VisualContext): Promise<void> {
  await openEmailLogin(scene)
  await button(scene, '邮箱注册', 'Register by e-mail').click()
  await expect(field(scene, '确认密码', 'Confirm password')).toBeVisible()
}

async function logInWrongly(scene: VisualContext, status: number, code: object): Promise<void> {
  await mockCall(scene.page, 'auth/email/login', code, status)
  await openEmailLogin(scene)
  await field(scene, '邮箱', 'E-mail').fill('kite07@example.org')
  await field(scene, '密码', 'Password').fill('a wrong one')
  await dialog(scene.page)
    .getByRole('button', { name: scene.text('登录', 'Sign in'), exact: true })
    .click()
}

async function setUp(scene: VisualContext): Promise<void> {
  await openAs(scene, buildAccount({ groups: ['op'], secondFactor: off }), '/settings/security')
  await button(scene, '开启', 'Turn on').click()
  await expect(field(scene, '验证码', 'Code')).toBeFocused()
}

const states: VisualStates = {
  'sign in': async (scene) => {
    await openServerList(scene.page)
    await button(scene, '登录', 'Sign in').click()
    await expect(dialog(scene.page).getByRole('link').first()).toBeFocused()
  },
  'sign in by e-mail, wrong': async (scene) => {
    await logInWrongly(scene, 401, { error: 'no', code: 'login.wrong' })
    await expect(dialog(scene.page).getByRole('alert')).toBeVisible()
  },
  'register, filled': async (scene) => {
    const { page } = scene
    await mockCall(page, 'auth/email/check', { exists: false })
    await mockCall(page, 'auth/email/send-code', { success: true })
    await page.clock.setFixedTime('2026-11-21T14:00:00+08:00')
    await openRegister(scene)
    await field(scene, '邮箱', 'E-mail').fill('kite07@example.org')
    await field(scene, '邮箱', 'E-mail').blur()
    await button(scene, '发送验证码', 'Send code').click()
    await field(scene, '验证码', 'Verification code').fill('4827')
    await field(scene, '密码', 'Password').fill('quiet-Ridge')
    await field(scene, '确认密码', 'Confirm password').fill('quiet-Ridg')
    await field(scene, '验证码', 'Verification code').focus()
    await expect(dialog(page).getByRole('alert')).toHaveCount(1)
  },
  'register, taken': async (scene) => {
    const { page } = scene
    await mockCall(page, 'auth/email/check', { exists: true })
    await openRegister(scene)
    await field(scene, '邮箱', 'E-mail').fill('kite07@example.org')
    await field(scene, '密码', 'Password').fill('密码')
    await expect(dialog(page).getByRole('alert')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveCount(4)
  },
  registered: async (scene) => {
    const { page } = scene
    await mockCall(page, 'auth/email/check', { exists: false })
    await mockCall(page, 'auth/email/register', { token: 'a token' })
    await page.clock.setFixedTime('2026-11-21T14:00:00+08:00')
    await openRegister(scene)
    await field(scene, '邮箱', 'E-mail').fill('kite07@example.org')
    await field(scene, '验证码', 'Verification code').fill('482715')
    await field(scene, '密码', 'Password').fill('quiet-Ridge')
    await field(scene, '确认密码', 'Confirm password').fill('quiet-Ridge')
    await button(scene, '注册', 'Register').click()
    await expect(button(scene, '立即登录', 'Sign in now')).toBeVisible()
  },
  'reset request': async (scene) => {
    await openEmailLogin(scene)
    await button(scene, '忘记密码', 'Forgot password').click()
    await expect(button(scene, '发送链接', 'Send the link')).toBeVisible()
  },
  'reset requested': async (scene) => {
    await mockCall(scene.page, 'auth/email/reset-password', { success: true })
    await openEmailLogin(scene)
    await scene.page.evaluate(() => localStorage.removeItem('resetRequestedAt'))
    await button(scene, '忘记密码', 'Forgot password').click()
    await field(scene, '邮箱', 'E-mail').fill('kite07@example.org')
    await button(scene, '发送链接', 'Send the link').click()
    await expect(scene.page.getByText(scene.text('链接已发送', 'Link sent'))).toBeVisible()
  },
  'steam binding': async (scene) => {
    const { token } = await mockSession(scene.page)
    await mockCall(
      scene.page,
      'auth/email/bind-steam-token-validation',
      { error: 'no', code: 'bind.invalid_token' },
      401,
    )
    await logInWrongly(scene, 200, {
      needsSteamBinding: true,
      tokenType: 'bind',
      token,
      steamId: null,
      username: '',
      avatar: '',
    })
    await field(scene, '游戏内代码', 'Code from the game').fill('k7m4n2q9')
    await button(scene, '绑定', 'Bind').click()
    await expect(dialog(scene.page).getByRole('alert')).toBeVisible()
  },
  'second factor': async (scene) => {
    const secondFactor = { on: true, shown: false, recoveryCodes: 9, removableBySteam: true }
    await openAs(scene, buildAccount({ secondFactor }), '/')
    await expect(field(scene, '验证码', 'Code')).toBeFocused()
  },
  'reset password': async (scene) => {
    await mockCall(
      scene.page,
      'auth/email/reset-password/confirm',
      { error: 'no', code: 'reset.expired' },
      400,
    )
    await scene.page.goto('/reset-password?token=a-token&email=a.wonderful.wanderer%40mail.example.org')
    await field(scene, '新密码', 'New password').fill('quiet-Ridge')
    await field(scene, '确认密码', 'Confirm password').fill('quiet-Ridge')
    await button(scene, '保存密码', 'Save password').click()
    await expect(scene.page.getByRole('alert')).toBeVisible()
  },
  'account menu': async (scene) => {
    await openAs(scene, fullAccount, '/settings')
    await accountButton(scene.page, scene.text('zh', 'en') as 'zh' | 'en').click()
    await expect(button(scene, '退出登录', 'Log out')).toBeVisible()
  },
  'log out': async (scene) => {
    await openAs(scene, buildAccount(), '/')
    await accountButton(scene.page, scene.text('zh', 'en') as 'zh' | 'en').click()
    await button(scene, '退出登录', 'Log out').click()
    await expect(button(scene, '取消', 'Cancel')).toBeFocused()
  },
  'settings signed out': async ({ page, text }) => {
    await page.goto('/settings')
    await expect(page.getByText(text('登录后才能修改设置', 'Sign in to change your settings'))).toBeVisible()
  },
  settings: async (scene) => {
    await openAs(scene, buildAccount(), '/settings')
    await expect(scene.page.getByText('English', { exact: true })).toBeVisible()
  },
  'settings profile': async (scene) => {
    await openAs(scene, fullAccount, '/settings/profile')
    await field(scene, '用户名', 'Username').fill('Another_Wonderful_Name_of_Woods_')
    await expect(button(scene, '放弃修改', 'Discard')).toBeVisible()
  },
  'settings security': async (scene) => {
    await openAs(scene, fullAccount, '/settings/security')
    await expect(scene.page.getByText('Safari · iPhone')).toBeVisible()
    await field(scene, '新密码', 'New password').fill('密码')
    await button(scene, '修改密码', 'Change password').click()
    await expect(scene.page.getByRole('alert')).toHaveCount(3)
  },
  'settings security without e-mail': async (scene) => {
    await openAs(scene, buildAccount({ groups: ['op'] }), '/settings/security')
    await expect(scene.page.getByText('Safari · iPhone')).toBeVisible()
  },
  'second factor set up': setUp,
  'recovery codes': async (scene) => {
    await setUp(scene)
    await field(scene, '验证码', 'Code').fill('482715')
    await button(scene, '开启', 'Turn on').click()
    await expect(button(scene, '我已保存', 'I kept them')).toBeVisible()
  },
  'new recovery codes': async (scene) => {
    await openAs(scene, fullAccount, '/settings/security')
    await button(scene, '重新生成恢复码', 'New recovery codes').click()
    await button(scene, '重新生成', 'Make new codes').click()
    await expect(dialog(scene.page).getByRole('alert')).toBeVisible()
  },
  'leaderboard own row': async (scene) => {
    await mockBoards(scene.page, { seasons: twoSeasons, players: () => rankedRows })
    const { steamid: steamId, nickname: username } = rankedRows[7] ?? buildBoardRow(0)
    await openAs(scene, buildAccount({ steamId, username, groups: ['vip'] }), '/leaderboard')
    await expect(boardRows(scene.page).first()).toBeVisible()
    await expect(scene.page.getByRole('region', { name: scene.text('你的名次', 'Your place') })).toBeVisible()
  },
  'leaderboard own row without stats': async (scene) => {
    await mockBoards(scene.page, { seasons: [], players: () => rankedRows })
    await openAs(scene, { ...fullAccount, steamId: playerSteamId(400) }, '/leaderboard')
    await openBoard(scene.page)
    await expect(
      scene.page.getByText(scene.text('这段时间没有战绩', 'No stats in this period')),
    ).toBeVisible()
  },
  'leaderboard own card': async (scene) => {
    await mockBoards(scene.page, { seasons: [], players: () => rankedRows.slice(0, 4) })
    const { steamid: steamId, nickname: username } = rankedRows[2] ?? buildBoardRow(0)
    await openAs(scene, buildAccount({ steamId, username }), '/leaderboard')
    await expect(scene.page.getByRole('region', { name: scene.text('你的名次', 'Your place') })).toBeVisible()
  },
}

/** Scenes that differ in one size only. */
const onlyOn = { 'leaderboard own row without stats': 'desktop', 'leaderboard own card': 'desktop' }

/** A board that contains the signed-in user. */
const rankedRows = buildBoardRows(60).map((row, place) =>
  buildBoardRow(place, {
    nickname: playerNames[place] ?? row.nickname,
    usergroup: place % 3 === 0 ? ['pro'] : [],
  }),
)

defineVisualTests(states, onlyOn, { features: { settings: { enabled: true } } })
