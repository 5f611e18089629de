import {
  cardAction,
  createPlayer,
  createRunningRental,
  expect,
  fetchRental,
  openRentalsPage,
  openedDialog,
  rentalCard,
  runRconCommands,
  test,
} from '../support/rentals.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/test.ts'

/** Confirms the dialog; simulated players may be on the server by now, and then the page asks first. */
async function applyChange(page: Page): Promise<void> {
  await openedDialog(page, '地图和模式').getByRole('button', { name: '切换', exact: true }).click()
  const question = page.getByRole('alertdialog')
  const notice = page.getByText('Kite 练习 正在切换地图')
  await expect(question.or(notice)).toBeVisible()
  if (await question.isVisible()) await question.getByRole('button', { name: '切换', exact: true }).click()
  await expect(notice).toBeVisible()
}

test(
  'map and mode are changed from the card, and stay after a restart',
  { tag: '@variant' },
  async ({ page, stack }) => {
    test.setTimeout(150_000)
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    await cardAction(card, '换地图：Kite 练习').click()
    const dialog = openedDialog(page, '地图和模式')
    await dialog.getByRole('radio', { name: '死斗' }).check()
    await dialog.getByRole('radio', { name: /荒漠迷城/ }).check()
    await expectAccessible(page)
    await applyChange(page)
    await expect(card).toContainText('de_mirage', { timeout: 45_000 })
    await expect(card).toContainText('死斗')
    const change = async () => (await fetchRental(stack, player, server.instance_id)).map_change
    await expect.poll(change, { timeout: 45_000 }).toBeNull()
    expect(await runRconCommands(stack, server, 'game_mode')).toBe('game_mode = 2')

    await stack.callOperator('POST', `/api/operator/rentals/${server.instance_id}/restart`)
    const played = async () => {
      const { status, live, map_change: changing } = await fetchRental(stack, player, server.instance_id)
      return [status, live?.map, changing]
    }
    await expect.poll(played, { timeout: 45_000 }).toEqual(['RUNNING', 'de_mirage', null])
  },
)

test(
  'a map of the Workshop is found by its link and by its name',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    const server = await createRunningRental(stack, player)
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    await cardAction(card, '换地图：Kite 练习').click()
    const dialog = openedDialog(page, '地图和模式')
    await dialog.getByRole('radio', { name: '创意工坊' }).check()
    const field = dialog.getByRole('textbox', { name: '地图名称、创意工坊链接或编号' })
    await field.fill('aim')
    await field.press('Enter')
    await expect(dialog.getByRole('radio')).not.toHaveCount(0)
    await expect(dialog.getByText('<img src=x onerror=alert(1)> aim "quit; map')).toBeVisible()
    await field.fill('https://steamcommunity.com/sharedfiles/filedetails/?id=3070284539')
    await dialog.getByRole('button', { name: '查找' }).click()
    await expect(dialog.getByRole('radio', { name: /Aim Redline/ })).toBeChecked()
    await expectAccessible(page)
    await applyChange(page)
    await expect(card).toContainText('workshop_3070284539', { timeout: 20_000 })
  },
)
