import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { openSeason, playMatch, playerSteamId } from '../support/boards.ts'
import { openConsole } from '../support/console.ts'
import { type VisualContext, type VisualStates, defineVisualTests } from './visual-test.ts'
import {
  createPlayer,
  createRunningRental,
  openedDialog,
  fetchOperatorRental,
  callOperatorRental,
} from '../support/rentals.ts'
import type { Stack } from '../support/stack.ts'
import { expect, test } from '../support/test.ts'

test.use({ updatesGame: true })

const rentalsByStack = new WeakMap<Stack, Promise<RentalView>>()

/** A rental that has seen something: restarted, extended, under maintenance; one for all scenes. */
function sharedRental(stack: Stack): Promise<RentalView> {
  const made = rentalsByStack.get(stack) ?? createRental(stack)
  rentalsByStack.set(stack, made)
  return made
}

async function createRental(stack: Stack): Promise<RentalView> {
  const over = await createRunningRental(stack, await createPlayer(stack), {
    name: '上赛季训练服',
    region: 'ap-tokyo',
  })
  await callOperatorRental(stack, over, 'end')
  const server = await createRunningRental(stack, await createPlayer(stack), {
    name: '周三训练赛',
    relocatable: true,
  })
  await callOperatorRental(stack, server, 'extend', { hours: 36 })
  await callOperatorRental(stack, server, 'restart')
  const restarted = async () => (await fetchOperatorRental(stack, server)).history.map(({ what }) => what)
  await expect.poll(restarted, { timeout: 30_000 }).toContain('restarted')
  const text = { zh: '更换硬盘，预计今晚恢复', en: 'New disks, back tonight' }
  await stack.callOperator('PUT', `/api/operator/rentals/${server.instance_id}/maintenance`, { text })
  await stack.callOperator('PUT', '/api/operator/regions/ap-mumbai/maintenance', { text })
  return server
}

/** The page of that rental. */
async function openRental({ page, stack, text }: VisualContext): Promise<void> {
  const { instance_id: number } = await sharedRental(stack)
  await openConsole(page, stack, `rentals/${number}`)
  await expect(page.getByRole('list', { name: text('经过', 'History') })).toBeVisible()
}

const states: VisualStates = {
  'console rentals': async ({ page, stack }) => {
    const { instance_id: number } = await sharedRental(stack)
    await openConsole(page, stack, 'rentals')
    await expect(page.getByRole('link', { name: number })).toBeVisible()
  },
  'console rental': openRental,
  'console rental end': async (scene) => {
    await openRental(scene)
    const { page, text } = scene
    await page.getByRole('button', { name: text('结束', 'End'), exact: true }).click()
    await openedDialog(page)
      .getByRole('button', { name: text('结束', 'End'), exact: true })
      .click()
    await expect(openedDialog(page).locator('[aria-invalid="true"]')).toBeVisible()
  },
  'console regions': async ({ page, stack }) => {
    await sharedRental(stack)
    await openConsole(page, stack, 'rentals/regions')
    await expect(page.getByText('ap-mumbai')).toBeVisible()
  },
  'console hosts': async ({ page, stack }) => {
    const { instance_id: number } = await sharedRental(stack)
    await openConsole(page, stack, 'rentals/hosts')
    await expect(page.getByRole('link', { name: number })).toBeVisible()
  },
  'console game updates': async ({ page, stack }) => {
    const { instance_id: number } = await sharedRental(stack)
    stack.steam.setGameVersion('1.41.3.2')
    await stack.callOperator('POST', '/api/operator/game-updates/check')
    await openConsole(page, stack, 'rentals/updates')
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText('1.41.3.1', {
      timeout: 30_000,
    })
  },
  'console game update hold': async ({ page, stack, text }) => {
    await openConsole(page, stack, 'rentals/updates')
    await page.getByRole('button', { name: text('暂停重启', 'Hold restarts') }).click()
    await expect(openedDialog(page)).toBeVisible()
  },
  'console seasons': async ({ page, stack }) => {
    await openSeason(stack, '2026 夏季赛', '2026 summer')
    await openSeason(stack, '2026 秋季赛', '')
    await openConsole(page, stack, 'seasons')
    await expect(page.getByText('2026 秋季赛').first()).toBeVisible()
  },
  'console hidden players': async ({ page, stack }) => {
    const reason = '45 次击杀中 45 次是同一个人'
    await stack.callOperator('PUT', `/api/operator/hidden-players/${playerSteamId(70_000)}`, { reason })
    await openConsole(page, stack, 'seasons/players')
    await expect(page.getByText(reason).first()).toBeVisible()
  },
  'console resets': async ({ page, stack }) => {
    await stack.callOperator('POST', '/api/operator/resets', {
      steamId: playerSteamId(70_001),
      mode: 'retakes',
    })
    await openConsole(page, stack, 'seasons/resets')
    await expect(page.getByText(playerSteamId(70_001)).first()).toBeVisible()
  },
  'console anomalies': async ({ page, stack }) => {
    const name = (place: number) => ['<b>Quiet</b>_Ridge', '夜航船'][place] ?? `odd ${place}`
    const server = '北京 #1 死斗 · FFA'
    await openSeason(stack, '2026 冬季赛', '2026 winter')
    await playMatch(stack, server, 'dm-pistol', [45, 60], name, (place) => playerSteamId(71_000 + place))
    await openConsole(page, stack, 'seasons/marks')
    await expect(page.getByText('夜航船').first()).toBeVisible()
  },
}

defineVisualTests(states)
