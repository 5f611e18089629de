import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerTestServer } from '../../servers/testing/servers-app.ts'
import type { App } from '../../../platform/http/app.ts'
import { type TestContext, createTestContext } from '../../../testing/test-context.ts'
import { startEnforcement } from '../index.ts'
import { createModerationApp } from '../testing/moderation-app.ts'
import { ServerTurns } from './server-turns.ts'

let context: TestContext
let app: App
beforeAll(async () => {
  context = await createTestContext()
  app = await createModerationApp(context)
})
afterAll(async () => {
  await app.close()
  await context.destroy()
})

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 26, 12, 0, seconds))
const due = (count: number, name: string, queuedAt = at(0)) =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}${index}`, queuedAt }))

/** Turns in which each of these servers did not answer once. */
function afterFailures(ids: readonly string[]): ServerTurns {
  const turns = new ServerTurns()
  for (const id of ids) {
    turns.begin(id)
    turns.end(id, { beganAt: at(1), isReachable: false }, 0)
  }
  return turns
}

test('servers begin in the order in which they wait, sixteen at once', () => {
  const turns = new ServerTurns()
  const waiting = due(20, 'server').toReversed()
  const begun = turns.select(waiting, 0)
  expect(begun).toEqual(waiting.slice(0, 16).map(({ id }) => id))
  for (const id of begun) turns.begin(id)
  expect(turns.select(waiting, 0)).toEqual([])
})

test('servers that did not answer rest, begin after those that answer, and take half of the places at most', () => {
  const down = due(40, 'down')
  const turns = afterFailures(down.map(({ id }) => id))
  const waiting = [...down, ...due(1, 'up')]
  expect(turns.select(waiting, 999)).toEqual(['up0'])
  expect(turns.select(waiting, 1_000)).toEqual(['up0', ...down.slice(0, 8).map(({ id }) => id)])
  for (const { id } of down.slice(0, 8)) turns.begin(id)
  expect(turns.select(waiting, 1_000)).toEqual(['up0'])
  turns.end('down0', { beganAt: at(3), isReachable: false }, 1_000)
  expect(turns.select(waiting, 1_000)).toEqual(['up0', 'down8'])
})

test('a server that rests begins at once for what was queued since, and is as any other once it answers', () => {
  const turns = afterFailures(['down0'])
  expect(turns.select(due(1, 'down'), 0)).toEqual([])
  expect(turns.select(due(1, 'down', at(2)), 0)).toEqual(['down0'])
  turns.begin('down0')
  turns.end('down0', { beganAt: at(2), isReachable: true }, 0)
  expect(turns.select(due(1, 'down'), 0)).toEqual(['down0'])
})

test('a console that refuses is asked once while more rows wait there, and another server is served', async () => {
  let asked = 0
  const refuse = async (onConnection: () => void) => {
    const server = createServer((socket) => {
      onConnection()
      socket.destroy()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as { port: number }
    return { id: await registerTestServer(app, { port, rcon_password: 'x' }), server }
  }
  const down = await refuse(() => (asked += 1))
  const other = await refuse(() => undefined)
  const queue = (serverId: string, rows: number) =>
    sql`with made as (
      insert into sanctions (id, kind, steam_id, reason, source, created_at, created_by)
        select gen_random_uuid(), 'ban', 76561198200000000 + n, 'x', 'portal', ${at(0)}, 'operator'
        from generate_series(1, ${rows}::integer) as n returning id, steam_id
    ) insert into sanction_servers (sanction_id, server_id, steam_id, wanted, state, due_at, changed_at)
      select id, ${serverId}, steam_id, 'applied', 'waiting', ${context.clock.now()}, ${at(0)} from made`.execute(
      context.database,
    )
  const countUntried = async (serverId: string) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from sanction_servers
      where server_id = ${serverId} and tries = 0`.execute(context.database)
    return rows[0]?.count
  }
  await queue(down.id, 20)
  const worker = startEnforcement(context, { tickMs: 20 })
  await vi.waitFor(async () => expect(await countUntried(down.id)).toBe(10), { timeout: 5_000 })
  await queue(other.id, 1)
  await vi.waitFor(async () => expect(await countUntried(other.id)).toBe(0), { timeout: 5_000 })
  await worker.stop()
  expect([asked, await countUntried(down.id)]).toEqual([1, 10])
  for (const { server } of [down, other]) server.close()
})
