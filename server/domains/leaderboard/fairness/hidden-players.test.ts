import { afterEach, beforeEach, expect, test } from 'vitest'
import { syncBoardsOnce } from '../board-sync.worker.ts'
import { playerId, BoardFixture } from '../testing/board-fixture.ts'
import { expectBoardInvariants } from '../testing/board-invariants.ts'

let boards: BoardFixture

beforeEach(async () => {
  boards = await BoardFixture.open()
  await boards.count({
    1: { kills: 30, deaths: 3 },
    2: { kills: 20, deaths: 2 },
    3: { kills: 10, deaths: 1 },
  })
})

afterEach(() => boards.close())

const address = (player: number) => `hidden-players/${playerId(player)}`
const hide = (player: number, body: object = {}) => boards.operate('PUT', address(player), body)
const show = (player: number) => boards.operate('DELETE', address(player))

const grant = (player: number, group: string) =>
  boards.operate('PUT', `memberships/${playerId(player)}/${group}`, {})

test('I3 fairness: a hidden player is on no board and later players move up; shown again, all is as before', async () => {
  await boards.count({ 1: { kills: 1 }, 2: { kills: 9 } }, { mode: 'retakes' })
  const before = await boards.order('dm')
  expect(before).toEqual(['p1 #1', 'p2 #2', 'p3 #3'])
  expect((await hide(1)).status).toBe(200)
  expect(await boards.order('dm')).toEqual(['p2 #1', 'p3 #2'])
  expect(await boards.order('retakes')).toEqual(['p2 #1'])
  await expectBoardInvariants(boards.context.database)
  expect((await show(1)).status).toBe(204)
  expect(await boards.order('dm')).toEqual(before)
  expect(await boards.order('retakes')).toEqual(['p2 #1', 'p1 #2'])
  await expectBoardInvariants(boards.context.database)
})

test('I3 fairness: what a hidden player does is still counted and there when they are shown', async () => {
  await hide(3)
  await boards.count({ 3: { kills: 15 } })
  await boards.count({ 3: { kills: 4 } }, { mode: 'solo' })
  expect(await boards.order('dm')).toEqual(['p1 #1', 'p2 #2'])
  expect(await boards.order('solo')).toEqual([])
  await expectBoardInvariants(boards.context.database)
  await show(3)
  expect(await boards.order('dm')).toEqual(['p1 #1', 'p3 #2', 'p2 #3'])
  expect(await boards.order('solo')).toEqual(['p3 #1'])
  await expectBoardInvariants(boards.context.database)
})

test('I3 fairness: a hidden player leaves the orders of their groups and enters those they hold when shown', async () => {
  for (const player of [1, 2]) await grant(player, 'pro')
  await syncBoardsOnce(boards.context)
  expect(await boards.order('dm', 'usergroup=pro')).toEqual(['p1 #1', 'p2 #2'])
  await hide(1)
  expect(await boards.order('dm', 'usergroup=pro')).toEqual(['p2 #1'])
  await grant(1, 'kol')
  await boards.operate('DELETE', `memberships/${playerId(1)}/pro`)
  await syncBoardsOnce(boards.context)
  await expectBoardInvariants(boards.context.database)
  await show(1)
  expect(await boards.order('dm', 'usergroup=pro')).toEqual(['p2 #1'])
  expect(await boards.order('dm', 'usergroup=kol')).toEqual(['p1 #1'])
  await expectBoardInvariants(boards.context.database)
})

test('I3 fairness: hiding again only changes the reason; the latest hidden is listed first, by the name last seen', async () => {
  const since = boards.context.clock.now().getTime()
  const first = { steamId: playerId(1), nickname: 'p1', reason: 'aims through walls', since }
  expect((await hide(1, { reason: first.reason })).body).toEqual(first)
  boards.context.clock.advance(60_000)
  await hide(9)
  const again = { ...first, reason: 'asked for it' }
  expect((await hide(1, { reason: again.reason })).body).toEqual(again)
  const stranger = { steamId: playerId(9), nickname: playerId(9), reason: '', since: since + 60_000 }
  expect((await boards.operate('GET', 'hidden-players')).body).toEqual([stranger, again])
  await expectBoardInvariants(boards.context.database)
})

test('I3 fairness: a player hidden by two operators at once leaves the boards once, and comes back once', async () => {
  const hidden = await Promise.all([hide(2), hide(2)])
  expect(hidden.map(({ status }) => status)).toEqual([200, 200])
  await expectBoardInvariants(boards.context.database)
  const shown = await Promise.all([show(2), show(2)])
  expect(new Set(shown.map(({ status }) => status))).toEqual(new Set([204, 404]))
  await expectBoardInvariants(boards.context.database)
  expect(await boards.order('dm')).toHaveLength(3)
})

test('I3 fairness: only an operator hides and shows, only a SteamID, and shows only who is hidden', async () => {
  const url = `/api/operator/${address(1)}`
  for (const method of ['PUT', 'DELETE'] as const) {
    expect((await boards.app.inject({ method, url, payload: {} })).statusCode).toBe(401)
  }
  expect((await boards.app.inject('/api/operator/hidden-players')).statusCode).toBe(401)
  expect((await boards.operate('PUT', 'hidden-players/12', {})).status).toBe(400)
  expect((await boards.operate('DELETE', 'hidden-players/12')).status).toBe(400)
  expect((await hide(1, { reason: 'two\nlines' })).status).toBe(400)
  expect(await show(1)).toMatchObject({ status: 404, body: { code: 'player.not_found' } })
  expect(await boards.order('dm')).toHaveLength(3)
})
