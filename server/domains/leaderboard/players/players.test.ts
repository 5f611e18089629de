import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BoardPlayer, TrendDay } from '@clutch/contract/api/leaderboard/boards.ts'
import { syncBoardsOnce } from '../board-sync.worker.ts'
import { playerId, BoardFixture } from '../testing/board-fixture.ts'

let boards: BoardFixture
beforeEach(async () => {
  boards = await BoardFixture.open()
})
afterEach(() => boards.close())

const reset = async (scope: object) => (await boards.operate<{ id: string }>('POST', 'resets', scope)).body
const undo = (id: string) => boards.operate('POST', `resets/${id}/undo`)

test('I3 the trend and the servers of a player leave out what a reset took', async () => {
  const { clock } = boards.context
  const serverId = randomUUIDv7()
  await boards.context.database
    .insertInto('servers')
    .values({
      id: serverId,
      ip: '127.0.0.1',
      port: 1,
      name: 'one',
      name_display: '一',
      category: 'public',
      region: 'ap-tokyo',
      protocol: 'valve',
      tickrate: '',
      ontop: 0,
      star: 0,
      reserved: 0,
      hidden: false,
      rules_zh: '',
      rules_en: '',
      created_at: clock.now(),
    })
    .execute()
  const trend = async (mode: string) =>
    (await boards.get<TrendDay[]>(`player/${playerId(1)}/trend?mode=${mode}`)).map(
      ({ day, kills }) => `${day} ${kills}`,
    )
  clock.set('2026-11-18T12:00:00Z')
  await boards.count({ 1: { kills: 3, playtimeMs: 120_000 } }, { serverId })
  await boards.count({ 1: { kills: 4 } }, { mode: 'solo' })
  clock.set('2026-11-20T12:00:00Z')
  expect(await boards.get<BoardPlayer>(`player/${playerId(1)}`)).toMatchObject({
    servers: [{ id: serverId, name: '一', kills: 3, playtime: 2, last: Date.parse('2026-11-18T12:00:00Z') }],
  })
  const ofMode = await reset({ steamId: playerId(1), mode: 'dm' })
  expect([await trend('dm'), await trend('solo')]).toEqual([[], ['2026-11-18 4']])
  await undo(ofMode.id)
  expect(await trend('dm')).toEqual(['2026-11-18 3'])
  await reset({ steamId: playerId(1) })
  await boards.count({ 1: { kills: 1 } }, { mode: 'solo' })
  expect([await trend('dm'), await trend('solo')]).toEqual([[], ['2026-11-20 1']])
  expect((await boards.get<BoardPlayer>(`player/${playerId(1)}`)).servers).toEqual([])
  expect(await boards.get<TrendDay[]>(`player/${playerId(1)}/trend?mode=retakes`)).toEqual([])
})

test('I3 the name is the one last seen, whatever arrives late', async () => {
  const { clock } = boards.context
  const before = clock.now()
  clock.advance(60_000)
  const named = (name: string, receivedAt: Date) => {
    const batch = boards.batch({ 1: { kills: 1 } }, { receivedAt })
    return { ...batch, players: batch.players.map((each) => ({ ...each, name })) }
  }
  await boards.countAll([named('new\0name 名字', clock.now())])
  await boards.countAll([named('old', before)])
  expect((await boards.page('dm')).data[0]?.nickname).toBe('newname 名字')
  expect(await boards.get(`player/${playerId(1)}`)).toMatchObject({
    nickname: 'newname 名字',
    first: before.getTime(),
    last: clock.now().getTime(),
  })
})

test('I8 the days of a player are those of GMT+8, of the last 90, oldest first', async () => {
  const { clock } = boards.context
  const at = (time: string) => ({ receivedAt: new Date(time) })
  clock.set('2026-11-21T12:00:00Z')
  await boards.count(
    { 1: { kills: 1, deaths: 2, headshots: 1, playtimeMs: 90_000 } },
    at('2026-11-20T15:59:59Z'),
  )
  await boards.count({ 1: { kills: 2 } }, at('2026-11-20T16:00:00Z'))
  await boards.count({ 1: { kills: 4 } }, at('2026-08-23T16:00:00Z'))
  await boards.count({ 1: { kills: 8 } }, at('2026-08-23T15:59:00Z'))
  await boards.count({ 1: { kills: 16 } }, { ...at('2026-11-20T16:00:00Z'), mode: 'solo' })
  const trend = () => boards.get<TrendDay[]>(`player/${playerId(1)}/trend?mode=dm`)
  const days = [
    { day: '2026-08-24', kills: 4, deaths: 0, headshots: 0, playtime: 0 },
    { day: '2026-11-20', kills: 1, deaths: 2, headshots: 1, playtime: 1.5 },
    { day: '2026-11-21', kills: 2, deaths: 0, headshots: 0, playtime: 0 },
  ]
  expect(await trend()).toEqual(days)
  await syncBoardsOnce(boards.context)
  const storedDays = await boards.context.database
    .selectFrom('player_days')
    .select('day')
    .orderBy('day')
    .execute()
  expect(storedDays[0]?.day).toBe('2026-08-24')
  expect(await trend()).toEqual(days)
})
