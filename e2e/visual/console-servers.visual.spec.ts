import { toSteamId64 } from '@clutch/gamesim/index.ts'
import { openConsole } from '../support/console.ts'
import { startRegisteredGame } from '../support/game-servers.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import type { Stack } from '../support/stack.ts'
import { expect } from '../support/test.ts'

const serversByStack = new WeakMap<Stack, Promise<string>>()

/** A server with people, something on its console and a log; one for all scenes. */
function sharedServer(stack: Stack): Promise<string> {
  const made = serversByStack.get(stack) ?? createServer(stack)
  serversByStack.set(stack, made)
  return made
}

async function createServer(stack: Stack): Promise<string> {
  const note = { zh: '换硬盘', en: 'New disks' }
  await startRegisteredGame(stack, {
    name: '东京 #1 无 AWP',
    region: 'ap-tokyo',
    maintenance: true,
    maintenance_note: note,
  })
  const { game, id } = await startRegisteredGame(stack)
  for (const [place, name] of ['老王', '小李', 'mirage_main'].entries())
    game.connect({ name, steamId: toSteamId64(20 + place) })
  await stack.callOperator('POST', `/api/operator/servers/${id}/test-log`)
  for (const command of ['status', 'sv_password geheim', 'maps *', 'changelevel de_trainn'])
    await stack.callOperator('POST', `/api/operator/servers/${id}/rcon`, { command })
  return id
}

async function openPanel({ page, stack }: VisualContext, tab: string): Promise<void> {
  await openConsole(page, stack, `servers?server=${await sharedServer(stack)}&tab=${tab}`)
}

const states: VisualStates = {
  'console server console': async (scene) => {
    await openPanel(scene, 'console')
    await expect(scene.page.getByText('> maps *')).toBeVisible()
    await scene.page.getByRole('combobox', { name: scene.text('命令', 'Command') }).fill('changelevel ')
    await expect(scene.page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  },
  'console servers': async ({ page, stack, text }) => {
    await sharedServer(stack)
    await openConsole(page, stack, 'servers')
    const word = text('维护中', 'In maintenance')
    await expect(page.getByRole('table').getByText(word, { exact: true })).toBeVisible()
  },
  'console server players': async (scene) => {
    await openPanel(scene, 'players')
    await expect(scene.page.getByText('mirage_main')).toBeVisible()
  },
  'console server form': async ({ page, stack, text }) => {
    await openConsole(page, stack, 'servers')
    await page.getByRole('button', { name: text('添加服务器', 'Add a server'), exact: true }).click()
    await page.getByRole('button', { name: text('下一步：测试日志', 'Next: test log delivery') }).click()
    await expect(page.getByRole('dialog').locator('[aria-invalid="true"]').first()).toBeVisible()
  },
  'console server log': async (scene) => {
    await openPanel(scene, 'log')
    await expect(scene.page.getByText(/Clutch: log test/)).toBeVisible()
  },
  'console server settings': async (scene) => {
    await openPanel(scene, 'config')
    await expect(scene.page.getByText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/).first()).toBeVisible()
  },
}

defineVisualTests(states)
