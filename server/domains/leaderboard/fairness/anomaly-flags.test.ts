import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnomalyKind } from '@clutch/contract/rules/leaderboard/anomalies.ts'
import { registerContent } from '../../content/index.ts'
import { registerServers } from '../../servers/index.ts'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import { playerId, BoardFixture } from '../testing/board-fixture.ts'

let boards: BoardFixture

beforeEach(async () => {
  boards = await BoardFixture.open()
  await registerServers(boards.context, boards.app, await registerContent(boards.context, boards.app))
})

afterEach(() => boards.close())

/** Something odd is seen of a player on a server, now. */
function see(serverId: string, player: number, kind: AnomalyKind, detail = {}): Promise<void> {
  return boards.count({}, { serverId, anomalies: [{ steamId: playerId(player), kind, detail }] })
}

interface Listed {
  id: string
  steamId: string
  server: string | null
}

async function listed(): Promise<Listed[]> {
  const { status, body } = await boards.operate<Listed[]>('GET', 'flags')
  expect(status).toBe(200)
  return body
}

const dismiss = (id: string) => boards.operate('DELETE', `flags/${id}`)

test('I3 fairness: flags are listed newest first, with who and where', async () => {
  const server = await registerTestServer(boards.app, { name: 'Dust', port: 27_100 })
  await boards.count({ 1: { kills: 1 } })
  const at = boards.context.clock.now().getTime()
  await see(server, 1, 'rate', { kills: 48, seconds: 60 })
  boards.context.clock.advance(1_000)
  await see(server, 2, 'headshots')
  const detail = { kills: 48, seconds: 60 }
  const older = { steamId: playerId(1), nickname: 'p1', kind: 'rate', detail, server: 'Dust', at }
  const newer = { steamId: playerId(2), nickname: playerId(2), kind: 'headshots', detail: {}, server: 'Dust' }
  expect(await listed()).toMatchObject([{ ...newer, at: at + 1_000 }, older])
})

test('I3 fairness: a dismissed flag is gone, does not come back that day, and does on the next', async () => {
  const server = await registerTestServer(boards.app, { port: 27_101 })
  await see(server, 1, 'farming')
  const [flag] = await listed()
  expect((await dismiss(flag?.id ?? '')).status).toBe(204)
  await see(server, 1, 'farming')
  expect(await listed()).toEqual([])
  expect(await dismiss(flag?.id ?? '')).toMatchObject({ status: 404, body: { code: 'flag.not_found' } })
  boards.context.clock.advance(24 * 3_600_000)
  await see(server, 1, 'farming')
  expect(await listed()).toHaveLength(1)
})

test('I3 fairness: flags outlive the servers they were seen on, and keep no server from being removed', async () => {
  const servers = [
    await registerTestServer(boards.app, { port: 27_102 }),
    await registerTestServer(boards.app, { port: 27_103 }),
  ]
  for (const server of servers) await see(server, 1, 'rate')
  for (const server of servers) {
    expect((await boards.operate('DELETE', `servers/${server}`)).status).toBe(204)
  }
  expect((await listed()).map(({ server }) => server)).toEqual([null, null])
})

test('I3 fairness: 500 flags are listed at most, the newest', async () => {
  const at = boards.context.clock.now().getTime()
  const rows = Array.from({ length: 501 }, (_each, n) => ({
    id: randomUUID(),
    steam_id: playerId(n),
    server_id: null,
    kind: 'rate',
    detail: {},
    day: '2026-11-21',
    at: new Date(at + n),
    dismissed_at: null,
  }))
  await boards.context.database.insertInto('board_flags').values(rows).execute()
  const flags = await listed()
  expect(flags).toHaveLength(500)
  expect(flags[0]?.steamId).toBe(playerId(500))
  expect(flags.map(({ steamId }) => steamId)).not.toContain(playerId(0))
})

test('I3 fairness: only an operator sees and dismisses flags', async () => {
  expect((await boards.app.inject('/api/operator/flags')).statusCode).toBe(401)
  const url = `/api/operator/flags/${randomUUID()}`
  expect((await boards.app.inject({ method: 'DELETE', url })).statusCode).toBe(401)
  expect((await dismiss('x')).status).toBe(400)
  expect((await dismiss(randomUUID())).status).toBe(404)
})
