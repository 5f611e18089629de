import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { syncBoardsOnce, startBoardSyncWorker } from './board-sync.worker.ts'
import { playerId, BoardFixture } from './testing/board-fixture.ts'

let boards: BoardFixture
beforeEach(async () => {
  boards = await BoardFixture.open()
})
afterEach(() => boards.close())

const grant = (player: number, group: string, body: object = {}) =>
  boards.operate('PUT', `memberships/${playerId(player)}/${group}`, body)
const revoke = (player: number, group: string) =>
  boards.operate('DELETE', `memberships/${playerId(player)}/${group}`)
const pros = () => boards.order('dm', 'usergroup=pro')

test('I2 the filtered boards follow a grant and a revocation as they happen', async () => {
  await boards.count({ 1: { kills: 1 }, 2: { kills: 2 } })
  const worker = startBoardSyncWorker(boards.context)
  try {
    await grant(1, 'pro')
    await expect.poll(pros, { timeout: 10_000 }).toEqual(['p1 #1'])
    await grant(2, 'pro')
    await expect.poll(pros, { timeout: 10_000 }).toEqual(['p2 #1', 'p1 #2'])
    await revoke(2, 'pro')
    await expect.poll(pros, { timeout: 10_000 }).toEqual(['p1 #1'])
  } finally {
    await worker.stop()
  }
})

test('I2 a membership that ends by itself leaves the filtered boards', async () => {
  await boards.count({ 1: { kills: 1 } })
  await grant(1, 'pro', { expires: boards.context.clock.now().getTime() + 1_000 })
  await syncBoardsOnce(boards.context)
  expect(await pros()).toEqual(['p1 #1'])
  boards.context.clock.advance(1_000)
  await syncBoardsOnce(boards.context)
  expect(await pros()).toEqual([])
})

test('I2 a player who holds a group before they first play is in its boards from the first kill', async () => {
  await grant(1, 'kol')
  await syncBoardsOnce(boards.context)
  await boards.count({ 1: { kills: 1 }, 2: { kills: 2 } }, { mode: 'solo' })
  expect(await boards.order('solo', 'usergroup=kol')).toEqual(['p1 #1'])
})

test('I2 hundreds of grants at once are followed in steps, on every board', async () => {
  const all = Array.from({ length: 250 }, (_, n) => n)
  await boards.count(Object.fromEntries(all.map((n) => [n, { kills: n + 1 }])))
  await boards.count(Object.fromEntries(all.map((n) => [n, { kills: n + 1 }])), { mode: 'retakes' })
  await boards.context.database
    .insertInto('memberships')
    .values(all.map((n) => ({ steam_id: playerId(n), group_name: 'op', granted_at: new Date() })))
    .execute()
  await syncBoardsOnce(boards.context)
  for (const mode of ['dm', 'retakes'] as const) {
    expect(await boards.page(mode, 'usergroup=op')).toMatchObject({ total: 250, groups: { op: 250 } })
  }
})

test('I2 two workers at once do the work of one', async () => {
  await boards.count({ 1: { kills: 1 }, 2: { kills: 2 } })
  await grant(1, 'pro')
  await grant(2, 'kol')
  await Promise.all([syncBoardsOnce(boards.context), syncBoardsOnce(boards.context)])
  expect(await boards.page('dm', 'usergroup=pro,kol')).toMatchObject({ total: 2 })
  expect(await pros()).toEqual(['p1 #1'])
})

test('board sync retries while the database is down, and stops on request', async () => {
  const refused = vi.spyOn(boards.context.database, 'listen').mockRejectedValueOnce(new Error('not there'))
  const worker = startBoardSyncWorker(boards.context)
  await boards.count({ 1: { kills: 1 } })
  await grant(1, 'pro')
  await expect.poll(pros, { timeout: 15_000 }).toEqual(['p1 #1'])
  expect(refused.mock.calls.length).toBeGreaterThan(1)
  await worker.stop()
})
