import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BoardRow } from '@clutch/contract/api/leaderboard.ts'
import { readAndLeave } from '../testing/read-and-leave.ts'
import { boardCsvLines } from './csv.ts'
import { selectAfter } from './page-store.ts'
import { lowestKey } from './ranges.ts'
import { playerId, TestBoards } from './testing/boards.ts'

vi.mock('./page-store.ts', async (original) => {
  const real = await original<{ selectAfter: typeof selectAfter }>()
  return { ...real, selectAfter: vi.fn<typeof selectAfter>(real.selectAfter) }
})

let boards: TestBoards
beforeAll(async () => {
  boards = await TestBoards.open()
  await boards.count(
    Object.fromEntries(
      Array.from({ length: 2_500 }, (_, n) => [n, { kills: 1 + (n % 7), deaths: n % 3, playtimeMs: n }]),
    ),
  )
})
afterAll(() => boards.close())

const download = (query = '') => boards.app.inject({ url: `/api/leaderboard/dm/export?${query}` })

test('I8 the JSON export is the whole board in order, each player once', async () => {
  const answer = await download()
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="leaderboard-dm-all.json"',
  })
  const rows = answer.json<BoardRow[]>()
  expect(rows.map(({ rank }) => rank)).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1))
  expect(new Set(rows.map(({ steamid }) => steamid)).size).toBe(2_500)
  expect(rows.slice(50, 100)).toEqual((await boards.page('dm', 'page=2')).data)
})

test('I8 the CSV export is a head and a line each, in UTF-8 that spreadsheets know', async () => {
  const answer = await download('format=csv')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const [head, first, ...rest] = answer.body.replace(/^\uFEFF/, '').split('\r\n')
  expect(head).toBe(
    'rank,steamid,nickname,usergroup,kills,deaths,headshots,playtime,rifle_kills,awp_kills,pistol_kills,clutches,clutchwins,wins,loses',
  )
  expect(first).toBe(`1,${playerId(6)},p6,,7,0,0,0,0,0,0,0,0,0,0`)
  expect(rest).toHaveLength(2_500)
})

test('I8 an empty export is valid, and its name is plain', async () => {
  const none = await boards.app.inject({ url: '/api/leaderboard/solo/export?usergroup=pro,op' })
  expect([none.json(), none.headers['content-disposition']]).toEqual([
    [],
    'attachment; filename="leaderboard-solo-all-pro-op.json"',
  ])
  expect((await download('usergroup=kol')).json()).toEqual([])
  expect((await download('usergroup=kol&format=csv')).body.split('\r\n')).toHaveLength(2)
})

test.each([
  ['plain name-1', 'plain name-1'],
  ['名字', '名字'],
  ['a,"b"', '"a,""b"""'],
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  [' =1', `' =1`],
  ['\t=1', `'\t=1`],
  ['＝1', `'＝1`],
  ['|1', `'|1`],
  ['%1', `'%1`],
  ['line\nend', '"line\nend"'],
  ['\nline', `"'\nline"`],
])('I8 the name %j is written %j: no spreadsheet computes it', (nickname, written) => {
  const [row] = [{ ...emptyRow, nickname }]
  expect(boardCsvLines([row])).toBe(`1,7,${written},op pro,0,0,0,0,0,0,0,0,0,0,0\r\n`)
})

const emptyRow: BoardRow = {
  steamid: '7',
  nickname: '',
  avatar_url: null,
  usergroup: ['op', 'pro'],
  rank: 1,
  kills: 0,
  deaths: 0,
  headshots: 0,
  playtime: 0,
  rifle_kills: 0,
  awp_kills: 0,
  pistol_kills: 0,
  clutches: 0,
  clutchwins: 0,
  wins: 0,
  loses: 0,
}

test('I8 a reader that goes away ends its export, and a slow one holds no transaction', async () => {
  const [row] = (await selectAfter(boards.house.database, { boardId: 1, filter: 0, ...lowestKey }, 1)).slice(
    0,
    1,
  )
  if (!row) throw new Error('the board is empty')
  const told = vi.spyOn(boards.house.log, 'error')
  let steps = 0
  vi.mocked(selectAfter).mockImplementation(async () => {
    steps += 1
    return Array.from({ length: 1_000 }, () => row)
  })
  await boards.app.listen({ port: 0, host: '127.0.0.1' })
  const address = boards.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const response = await fetch(`http://127.0.0.1:${port}/api/leaderboard/dm/export`)
  expect(await readAndLeave(response, () => steps, boards.house.database)).toEqual({
    transactions: 0,
    isOver: true,
  })
  expect(told).not.toHaveBeenCalled()
})
