import {
  createPlayer,
  createRunningRental,
  expect,
  openRentalsPage,
  openedDialog,
  rentalCard,
  test,
} from '../support/rentals.ts'
import { expectAccessible } from '../support/test.ts'

test('the card shows the score of a match and who plays it, while they do', async ({ page, stack }) => {
  const player = await createPlayer(stack)
  const server = await createRunningRental(stack, player)
  await openRentalsPage(page, player)
  const card = rentalCard(page, server)
  await expect(card).toContainText(/比分\s*\d+ : \d+/, { timeout: 40_000 })
  await card.getByRole('button', { name: /查看 Kite 练习 里有谁/ }).click()
  const dialog = openedDialog(page, '服务器实况')
  await expect(dialog.getByRole('region', { name: /比分/ })).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
})
