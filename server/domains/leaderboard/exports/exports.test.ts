import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BoardRow } from '@clutch/contract/api/leaderboard/boards.ts'
import { boardCountNames, zeroBoardCounters } from '@clutch/contract/rules/leaderboard/statistics.ts'
import { changedExportMaxAgeMs, exportMaxAgeMs, exportsPerAddress } from '@clutch/contract/limits.ts'
import { toBoardCsvRows } from './board-export.ts'
import { selectRowsAfter } from '../boards/board-pages.store.ts'
import { lowestStandingKey } from '../standings/ranges.ts'
import { playerId, BoardFixture } from '../testing/board-fixture.ts'

vi.mock('../boards/board-pages.store.ts', async (original) => {
  const real = await original<{ selectRowsAfter: typeof selectRowsAfter }>()
  return { ...real, selectRowsAfter: vi.fn<typeof selectRowsAfter>(real.selectRowsAfter) }
})

const { selectRowsAfter: realSelectAfter } = await vi.importActual<{
  selectRowsAfter: typeof selectRowsAfter
}>('../boards/board-pages.store.ts')

let boards: BoardFixture
beforeAll(async () => {
  boards = await BoardFixture.open()
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
  expect(head).toMatch(
    /^rank,steamid,nickname,usergroup,kills,deaths,headshots,playtime,rifle_kills,awp_kills,pistol_kills,clutches,clutchwins,wins,loses\b/,
  )
  expect(head).toBe(['rank', 'steamid', 'nickname', 'usergroup', ...boardCountNames].join())
  expect(first).toBe(`1,${playerId(6)},p6,,7${',0'.repeat(boardCountNames.length - 1)}`)
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
  expect(toBoardCsvRows([row])).toBe(`1,7,${written},op pro${',0'.repeat(boardCountNames.length)}\r\n`)
})

const emptyRow: BoardRow = {
  steamid: '7',
  nickname: '',
  avatar_url: null,
  usergroup: ['op', 'pro'],
  rank: 1,
  ...zeroBoardCounters(),
}

/** Megabytes: more than the buffers between the portal and a reader that stopped. */
const chunksBeforeStop = 25

test('I8 a reader that goes away ends its export, and a slow one holds no transaction', async () => {
  const [row] = (
    await selectRowsAfter(boards.context.database, { boardId: 1, filter: 0, ...lowestStandingKey }, 1)
  ).slice(0, 1)
  if (!row) throw new Error('the board is empty')
  const warn = vi.spyOn(boards.context.log, 'error')
  let steps = 0
  const reading = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  vi.mocked(selectRowsAfter).mockImplementation(async () => {
    steps += 1
    if (steps === chunksBeforeStop) reading.resolve()
    await (steps < chunksBeforeStop ? new Promise((resume) => setImmediate(resume)) : left.promise)
    return Array.from({ length: 1_000 }, () => row)
  })
  boards.context.clock.advance(exportMaxAgeMs)
  const response = await fetch(`${await listening()}/api/leaderboard/dm/export`)
  const reader = response.body?.getReader()
  await reader?.read()
  await reading.promise
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
    boards.context.database,
  )
  expect(rows).toEqual([])
  await reader?.cancel()
  left.resolve()
  let seen = -1
  const isUnchanged = () => {
    const stood = steps === seen
    seen = steps
    return stood
  }
  await expect.poll(isUnchanged, { interval: 200, timeout: 10_000 }).toBe(true)
  expect(warn).not.toHaveBeenCalled()
})

test('I8 an export is generated once per state of the board, for all callers, and at most every ten seconds', async () => {
  const reads = vi.mocked(selectRowsAfter).mockReset().mockImplementation(realSelectAfter)
  boards.context.clock.advance(exportMaxAgeMs)
  const both = await Promise.all([download('format=csv'), download('format=csv'), download('format=csv')])
  expect(new Set(both.map(({ body }) => body)).size).toBe(1)
  const once = reads.mock.calls.length
  await download('format=csv&season=all')
  expect(reads).toHaveBeenCalledTimes(once)
  await boards.count({ 6: { kills: 1 } })
  boards.context.clock.advance(changedExportMaxAgeMs - 1)
  expect((await download('format=csv')).body).toBe(both[0]?.body)
  boards.context.clock.advance(1)
  expect((await download('format=csv')).body).toContain(`1,${playerId(6)},p6,,8,`)
  expect(reads).toHaveBeenCalledTimes(2 * once)
})

test('I8 an export is compressed for clients that accept it', async () => {
  const answer = await boards.app.inject({
    url: '/api/leaderboard/dm/export?format=csv',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(answer.rawPayload).toString()).toBe((await download('format=csv')).body)
})

test('I8 one address loads four exports at a time, and a process accepts a limited number that wait', async () => {
  const hold = Promise.withResolvers<void>()
  vi.mocked(selectRowsAfter)
    .mockReset()
    .mockImplementation(async () => {
      await hold.promise
      return []
    })
  boards.context.clock.advance(exportMaxAgeMs)
  const url = await listening()
  const ask = (query: string, localAddress: string) =>
    once(
      get(`${url}/api/leaderboard/dm/export?${query}`, {
        localAddress,
        agent: false,
        headers: { 'accept-encoding': 'gzip' },
      }),
      'response',
    ).then(([response]: IncomingMessage[]) => response)
  const own = await Promise.all(Array.from({ length: exportsPerAddress }, () => ask('', '127.0.0.7')))
  expect(own.map((response) => response?.statusCode)).toEqual([200, 200, 200, 200])
  expect((await ask('', '127.0.0.7'))?.statusCode).toBe(429)
  expect((await ask('', '127.0.0.6'))?.statusCode).toBe(200)
  hold.resolve()
  for (const response of own) response?.destroy()
  await expect.poll(async () => (await ask('', '127.0.0.7'))?.statusCode).toBe(200)
})

const listening = async () => {
  const address = boards.app.server.address()
  if (typeof address === 'object' && address) return `http://127.0.0.1:${address.port}`
  return boards.app.listen({ port: 0, host: '127.0.0.1' })
}
