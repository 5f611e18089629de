import type { Page } from '@playwright/test'
import { type GameServer, toSteamId64 } from '@clutch/gamesim/index.ts'
import {
  isListRequest,
  blockStream,
  serverNameButton,
  openServerList,
  serverRow,
} from '../support/server-list.ts'
import { expect, test } from '../support/test.ts'
import type { Stack } from '../support/stack.ts'

const beijing = '北京 #1 死斗 · FFA'
const players = (page: Page, name: string) => serverRow(page, name).getByRole('cell').nth(1)
const map = (page: Page, name: string) => serverRow(page, name).getByRole('cell').nth(2)

function beijingOf(stack: Stack): GameServer {
  const server = stack.sim.servers[1]
  if (!server) throw new Error('no such server')
  return server
}

/** Marks this load of the page; `stillLoaded` tells whether it is the same one. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameLoad: true }))
const stillLoaded = (page: Page) => page.evaluate(() => 'sameLoad' in window)

test.describe('D18 the page moves with the servers, through the stream', () => {
  test('D18 players come and go, the map changes, without a reload or a request', async ({ page, stack }) => {
    const server = beijingOf(stack)
    await openServerList(page)
    await mark(page)
    await expect(players(page, beijing)).toHaveText('14 / 20')
    let asked = 0
    page.on('request', (request) => {
      if (isListRequest(request.url())) asked += 1
    })
    const joined = server.connect({ name: 'kite_07', steamId: toSteamId64(4_711) })
    try {
      await expect(players(page, beijing)).toHaveText('15 / 20')
    } finally {
      server.disconnect(joined)
    }
    await expect(players(page, beijing)).toHaveText('14 / 20')
    server.changeMap('de_vertigo')
    await expect(map(page, beijing)).toHaveText('de_vertigo')
    server.changeMap('de_dust2')
    await expect(map(page, beijing)).toHaveText('de_dust2')
    expect(await stillLoaded(page)).toBe(true)
    expect(asked).toBe(0)
  })

  test(
    'D18 a server that dies turns offline after three misses, and comes back',
    { tag: '@variant' },
    async ({ page, stack }) => {
      const server = beijingOf(stack)
      await openServerList(page, '/?hide_offline=false')
      await mark(page)
      await expect(players(page, beijing)).toHaveText('14 / 20')
      server.faults.dropRequests = 2
      await expect.poll(() => server.faults.dropRequests).toBe(0)
      await server.crash()
      try {
        await expect(serverRow(page, beijing).getByRole('cell').nth(4)).toHaveText('离线')
        await expect(serverRow(page, beijing).getByRole('link', { name: /^加入游戏/ })).toHaveAttribute(
          'aria-disabled',
          'true',
        )
        await page.getByRole('switch', { name: '隐藏离线' }).click()
        await expect(serverNameButton(page, beijing)).toHaveCount(0)
        await expect(page.getByText(/1 台离线/)).toBeVisible()
      } finally {
        await server.start()
      }
      await expect(players(page, beijing)).toHaveText('14 / 20')
      expect(await stillLoaded(page)).toBe(true)
    },
  )

  test('D18 a new server appears, a hidden one goes', { tag: '@variant' }, async ({ page, stack }) => {
    const server = beijingOf(stack)
    const { id } = (
      (await (await fetch(new URL('/api/servers', stack.url))).json()) as { id: string; port: number }[]
    ).find(({ port }) => port === server.port) ?? { id: '' }
    await openServerList(page)
    await expect(serverNameButton(page, beijing)).toBeVisible()
    await stack.callOperator('PATCH', `/api/operator/servers/${id}`, { hidden: true })
    try {
      await expect(serverNameButton(page, beijing)).toHaveCount(0)
    } finally {
      await stack.callOperator('PATCH', `/api/operator/servers/${id}`, { hidden: false })
    }
    await expect(players(page, beijing)).toHaveText('14 / 20')
  })
})

test(
  'D18 D13 without the stream the list is asked for every 30 s',
  { tag: '@variant' },
  async ({ page, stack }) => {
    const server = beijingOf(stack)
    await page.clock.install()
    await blockStream(page)
    await openServerList(page)
    await expect(players(page, beijing)).toHaveText('14 / 20')
    const joined = server.connect({ name: 'kite_07', steamId: toSteamId64(4_711) })
    try {
      await expect
        .poll(async () => {
          await page.clock.fastForward(30_000)
          return players(page, beijing).textContent()
        })
        .toBe('15 / 20')
    } finally {
      server.disconnect(joined)
    }
    await expect
      .poll(async () => {
        await page.clock.fastForward(30_000)
        return players(page, beijing).textContent()
      })
      .toBe('14 / 20')
  },
)

test('D18 a details page moves too', { tag: '@variant' }, async ({ page, stack }) => {
  const server = beijingOf(stack)
  await page.clock.install()
  await openServerList(page)
  await serverNameButton(page, beijing).click()
  await page.getByRole('dialog').getByRole('link', { name: '详情' }).click()
  const list = page.getByRole('list', { name: '玩家' })
  await expect(list.getByRole('listitem')).toHaveCount(14)
  const joined = server.connect({ name: 'kite_07', steamId: toSteamId64(4_711) })
  try {
    // The list of players is asked for less often than the numbers.
    await expect
      .poll(async () => {
        await page.clock.fastForward(30_000)
        return [await page.getByText('15 / 20').count(), await list.getByText('kite_07').count()]
      })
      .toEqual([1, 1])
  } finally {
    server.disconnect(joined)
  }
})
