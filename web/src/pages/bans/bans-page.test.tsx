import { listBans, type PublicBan } from '@clutch/contract/api/moderation/bans.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../app/testing/render-page.tsx'
import { stubPortal } from '../../app/testing/stub-portal.ts'
import { BansPage } from './bans-page.tsx'

const ban: PublicBan = {
  steamId: '76561198000000007',
  name: 'Mallory',
  reason: 'aimbot',
  created: 0,
  expires: null,
  state: 'active',
}

test('A10 search and page of the bans are in the address, and a search is sent once when typing rests', async () => {
  const portal = stubPortal()
  const received = portal.answer(listBans, () => ({ rows: [ban], total: 120 }))
  const { user, address } = await renderPage(<BansPage />, { address: '/bans?page=2' })
  await screen.findByText('Mallory')
  await user.click(screen.getByRole('button', { name: '下一页' }))
  await expect.poll(address).toBe('/bans?page=3')
  await user.type(screen.getByRole('textbox'), 'mallory')
  await expect.poll(address).toBe('/bans?find=mallory')
  await expect
    .poll(() => received.map(({ query: { find, page } }) => [find, page]))
    .toEqual([
      [undefined, 2],
      [undefined, 3],
      ['mallory', 1],
    ])
})

test('A10 a page of the bans after the last one turns to the last one', async () => {
  stubPortal().answer(listBans, ({ query: { page } }) => ({ rows: page === 3 ? [ban] : [], total: 101 }))
  const { address } = await renderPage(<BansPage />, { address: '/bans?page=9' })
  await screen.findByText('Mallory')
  expect(address()).toBe('/bans?page=3')
})
