import { createBoundAccount, takePerson } from '../support/accounts.ts'
import { openConsole } from '../support/console.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import { openSignedIn, signInOnDevice } from '../support/sessions.ts'
import type { Stack } from '../support/stack.ts'
import { expect } from '../support/test.ts'

const usersByStack = new WeakMap<Stack, Promise<string>>()

/** A user with an e-mail, groups, sessions and a block; returns their SteamID64. */
function sharedUser(stack: Stack): Promise<string> {
  const known = usersByStack.get(stack) ?? createUser(stack)
  usersByStack.set(stack, known)
  return known
}

async function createUser(stack: Stack): Promise<string> {
  const { person } = await createBoundAccount(stack)
  const { steamId } = person
  const expires = Date.parse('2031-05-06T10:30:00Z')
  await stack.callOperator('PUT', `/api/operator/users/${steamId}/block`, { reason: '恶意击杀队友', expires })
  await stack.callOperator('PUT', `/api/operator/users/${steamId}/block`, {
    reason: '使用外挂',
    expires: null,
  })
  await stack.callOperator('DELETE', `/api/operator/users/${steamId}/block`)
  await signInOnDevice(stack, person)
  await stack.callOperator('PUT', `/api/operator/memberships/${steamId}/vip`, { expires })
  await stack.callOperator('PUT', `/api/operator/memberships/${steamId}/kol`, {})
  await stack.callOperator('PUT', '/api/operator/memberships/76561199000000771/pro', { expires })
  return steamId
}

async function open(scene: VisualContext, path: string) {
  const steamId = await sharedUser(scene.stack)
  await openConsole(scene.page, scene.stack, path.replace(':id', steamId))
  return steamId
}

const states: VisualStates = {
  'console users': async (scene) => {
    await open(scene, 'users')
    await expect(scene.page.getByRole('table')).toBeVisible()
  },
  'console user': async (scene) => {
    await open(scene, 'users/:id')
    await expect(scene.page.getByRole('table').first()).toBeVisible()
  },
  'console user blocking': async (scene) => {
    await open(scene, 'users/:id')
    await scene.page.getByRole('button', { name: scene.text('停用', 'Block'), exact: true }).click()
    await expect(scene.page.getByRole('dialog')).toBeVisible()
  },
  'console groups': async (scene) => {
    await open(scene, 'users/groups')
    await expect(scene.page.getByRole('table')).toBeVisible()
  },
  'console operators': async (scene) => {
    await open(scene, 'users/operators')
    await expect(scene.page.getByRole('table')).toBeVisible()
  },
  'console audit': async (scene) => {
    await open(scene, 'audit')
    await expect(scene.page.getByRole('table')).toBeVisible()
  },
  'console audit line': async (scene) => {
    const steamId = await open(scene, 'audit?find=使用外挂')
    expect(steamId).toMatch(/^7656/)
    await scene.page
      .getByRole('button', { name: scene.text('详情', 'Details') })
      .first()
      .click()
    await expect(scene.page.getByRole('dialog').getByRole('table')).toBeVisible()
  },
  'console door': async ({ page, stack, text }) => {
    const person = takePerson()
    await stack.callOperator('PUT', `/api/operator/ops/${person.steamId}`)
    await openSignedIn(page, stack, person, '/admin')
    await page.getByRole('button', { name: text('立即开启', 'Turn on') }).click()
    await expect(page.getByRole('img', { name: /QR|二维码/ })).toBeVisible()
  },
}

defineVisualTests(states)
