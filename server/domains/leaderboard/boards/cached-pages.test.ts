import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestClock } from '../../../platform/clock/clock.ts'
import { BoardFixture, playerId } from '../testing/board-fixture.ts'
import { CachedPages } from './cached-pages.ts'

let boards: BoardFixture

beforeAll(async () => {
  boards = await BoardFixture.open()
})

afterAll(() => boards.close())

test('I8 a first page and a top are read once, and again after any board may have changed', async () => {
  await boards.count({ 1: { kills: 3 }, 2: { kills: 2 } })
  const read = () => Promise.all([boards.page('dm'), boards.get('dm/top')])
  const first = await read()
  // Not as the portal changes a board: what was read is still shown.
  await boards.context.database.updateTable('board_rows').set({ headshots: 7 }).execute()
  expect(await read()).toEqual(first)

  await boards.count({ 1: { kills: 1 } }, { mode: 'retakes' })
  const [page, top] = await read()
  expect(page.data).toMatchObject([{ headshots: 7 }, { headshots: 7 }])
  expect(top).toEqual(page.data)
  await boards.count({ 2: { kills: 2 } })
  expect(await boards.order('dm')).toEqual(['p2 #1', 'p1 #2'])
})

test('a name on a first page is at most a second old', async () => {
  await boards.count({ 1: { kills: 1 } }, { mode: 'solo' })
  expect(await boards.order('solo')).toEqual(['p1 #1'])
  await boards.context.database
    .insertInto('steam_profiles')
    .values({ steam_id: playerId(1), name: 'renamed', fetched_at: boards.context.clock.now() })
    .execute()
  boards.context.clock.advance(1_000)
  expect(await boards.order('solo')).toEqual(['renamed #1'])
})

test('requests for a page share one load, and a failed load is not kept', async () => {
  const pages = new CachedPages(new TestClock())
  const answers = [Promise.reject(new Error('no database')), Promise.resolve('page')]
  let loads = 0
  const get = () => pages.get('dm', '1', () => answers[loads++] ?? Promise.resolve('more'))
  expect(await Promise.allSettled([get(), get()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect(await Promise.all([get(), get()])).toEqual(['page', 'page'])
  expect(loads).toBe(2)
})
