import { callApi, createBoundAccount } from '../support/accounts.ts'
import { openSignedIn } from '../support/sessions.ts'
import { writeStorage, storedSession } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test(
  'J2 e-mail sign-in is removed after asking; its sessions end, and another address may be added',
  { tag: '@variant' },
  async ({ page, stack, operator }) => {
    const { person, email, password, session } = await createBoundAccount(stack)
    await operator.change({ features: { settings: { enabled: true } } })
    await openSignedIn(page, stack, person, '/settings/security')
    const remove = page.getByRole('button', { name: `移除 ${email}` })
    const asked = page.getByRole('alertdialog', { name: '移除邮箱登录？' })
    await remove.click()
    await expect(asked).toContainText(`以后不能再用 ${email} 和密码登录`)
    await asked.getByRole('button', { name: '取消' }).click()
    await expect(remove).toBeFocused()
    await remove.click()
    await asked.getByRole('button', { name: '移除' }).click()
    await expect(page.getByText('已移除邮箱登录')).toBeVisible()
    await expect(page.getByRole('button', { name: '添加邮箱' })).toBeVisible()
    await expect(page.getByLabel('原密码')).toHaveCount(0)
    await expect(page.getByText('邮箱登录', { exact: true })).toHaveCount(0)
    expect((await callApi(stack, 'GET', '/api/account', { bearer: session.token })).status).toBe(401)
    const logIn = await callApi(stack, 'POST', '/api/auth/email/login', { body: { email, password } })
    expect(logIn.status).toBe(401)
  },
)

test(
  'J2 a session of the e-mail itself is asked to sign in with Steam',
  { tag: '@variant' },
  async ({ page, stack, operator }) => {
    const { email, session } = await createBoundAccount(stack)
    await operator.change({ features: { settings: { enabled: true } } })
    await writeStorage(page, storedSession(session))
    await page.goto('/settings/security')
    await page.getByRole('button', { name: `移除 ${email}` }).click()
    const asked = page.getByRole('alertdialog', { name: '移除邮箱登录？' })
    await asked.getByRole('button', { name: '移除' }).click()
    await expect(asked.getByText('请先重新用 Steam 登录')).toBeVisible()
    await asked.getByRole('button', { name: '取消' }).click()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  },
)
