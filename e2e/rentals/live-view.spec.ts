import {
  createPlayer,
  createRunningRental,
  expect,
  fetchRental,
  openRentalsPage,
  openedDialog,
  rentalCard,
  test,
} from '../support/rentals.ts'
import { expectAccessible } from '../support/test.ts'

test(
  'G4 the card shows the score of a match and who plays it, while they do',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const player = await createPlayer(stack)
    let server = await createRunningRental(stack, player)
    const isPlayed = async () => {
      server = await fetchRental(stack, player, server.instance_id)
      return server.live !== null && server.live.people.length > 0 && server.live.score !== null
    }
    // Players come by themselves, by the wall clock of a busy machine.
    test.setTimeout(120_000)
    await expect.poll(isPlayed, { timeout: 90_000, intervals: [100] }).toBe(true)
    // The match goes on meanwhile and may end: the page is shown the portal's reply of this moment.
    await page.route('**/api/scrim/stream', (route) => route.abort())
    await page.route('**/api/scrim/getUserServers', (route) => route.fulfill({ json: [server] }))
    await openRentalsPage(page, player)
    const card = rentalCard(page, server)
    await expect(card).toContainText(/比分\s*\d+ : \d+/)
    await card.getByRole('button', { name: /查看 Kite 练习 里有谁/ }).click()
    const dialog = openedDialog(page, '服务器实况')
    await expect(dialog.getByRole('region', { name: /比分/ })).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveCount(server.live?.people.length ?? 0)
    await expectAccessible(page)
  },
)
