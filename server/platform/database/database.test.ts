import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { connectionOptions } from './connection/database-address.ts'
import { type Database, type NotifyHandler, databaseTime, notify, prepared } from './index.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.destroy())

/** Breaks every connection to the test's database but the one that asks, or only those whose last query matches. */
async function cutConnections(lastQuery = '%'): Promise<void> {
  const client = new pg.Client(connectionOptions(database.address))
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query ilike $1`,
    [lastQuery],
  )
  await client.end()
}

test('int8 and date stay text, timestamptz is a Date, integer a number', async () => {
  const answer = await sql`select 9007199254740993::int8 as big, date '2026-11-21' as day,
    timestamptz '2026-11-21 12:00:00.123Z' as moment, 7::integer as small`.execute(database)
  expect(answer.rows[0]).toEqual({
    big: '9007199254740993',
    day: '2026-11-21',
    moment: new Date('2026-11-21T12:00:00.123Z'),
    small: 7,
  })
})

test('a marked statement is prepared once on a connection, and no other is', async () => {
  await database.transaction().execute(async (tx) => {
    const ask = async (value: number) => {
      const { rows } = await sql<{
        twice: number
      }>`${prepared} select 2 * ${value}::integer as twice`.execute(tx)
      return rows[0]?.twice
    }
    expect([await ask(1), await ask(2), await ask(3)]).toEqual([2, 4, 6])
    await sql`select ${1}::integer`.execute(tx)
    const held = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
    expect(held.rows).toEqual([{ statement: '/* prepared */ select 2 * $1::integer as twice' }])
  })
})

test('the database reports its time', async () => {
  expect(Math.abs((await databaseTime(database)).getTime() - Date.now())).toBeLessThan(5_000)
})

test('a listener receives notifications; those of a transaction only after it commits', async () => {
  const heard = vi.fn<NotifyHandler>()
  const stop = await database.listen('news', heard)
  await database.transaction().execute(async (tx) => {
    await notify(tx, 'news', 'late')
    await notify(database, 'news', 'early')
  })
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([['early'], ['late']]))
  stop()
  await notify(database, 'news', 'unheard')
  const after = vi.fn<NotifyHandler>()
  await database.listen('news', after)
  await notify(database, 'news', 'last')
  await vi.waitFor(() => expect(after).toHaveBeenCalledWith('last'))
  expect(heard).toHaveBeenCalledTimes(2)
})

test('a listener whose connection breaks listens again and says that it may have missed something', async () => {
  const heard = vi.fn<NotifyHandler>()
  await database.listen('weather', heard)
  await cutConnections('listen %')
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), { timeout: 5_000 })
  await notify(database, 'weather', 'sun')
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('sun'))
})

test('a lock has one holder at a time', async () => {
  const first = await database.tryLock('poller')
  expect(await database.tryLock('poller')).toBeNull()
  expect(await first?.held()).toBe(true)
  await first?.release()
  expect(first?.lost.aborted).toBe(false)
  const second = await database.tryLock('poller')
  expect(await second?.held()).toBe(true)
  await second?.release()
})

test('the locks of different items are independent', async () => {
  const first = await database.tryLock('fleet', 'one')
  const other = await database.tryLock('fleet', 'two')
  expect([await first?.held(), await other?.held()]).toEqual([true, true])
  expect(await database.tryLock('fleet', 'one')).toBeNull()
  await Promise.all([first?.release(), other?.release()])
})

test('a lock whose connection breaks is lost at once and free for another', async () => {
  const lock = await database.tryLock('poller')
  await cutConnections()
  await vi.waitFor(() => expect(lock?.lost.aborted).toBe(true))
  expect(await lock?.held()).toBe(false)
  // PostgreSQL reports the end of a connection before it releases its locks.
  const next = await vi.waitUntil(() => database.tryLock('poller'))
  expect(await next.held()).toBe(true)
  await next.release()
})

test('a notification reaches the holder of a lock on its own connection', async () => {
  const lock = await database.tryLock('poller')
  const heard = vi.fn<NotifyHandler>()
  await lock?.listen('lock-news', heard)
  // The pool may learn only now that its connections were cut.
  await vi.waitFor(() => notify(database, 'lock-news', 'hello'))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('hello'))
  await lock?.release()
})

test('a lock whose connection hangs is lost, not believed', async () => {
  const lock = await database.tryLock('poller')
  const answer = await sql<{
    pid: number
  }>`select pid from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`.execute(database)
  const pid = answer.rows[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    expect(await lock?.held()).toBe(false)
    expect(lock?.lost.aborted).toBe(true)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test.runIf(isProving)('K a lock whose process is frozen is free for another after a while', async () => {
  const program = `const { tryLock } = await import(process.argv[1])
    globalThis.lock = await tryLock(JSON.parse(process.argv[2]), 'poller')
    process.stdout.write('held')
    setInterval(() => undefined, 1000)`
  const file = new URL('connection/lock.ts', import.meta.url).href
  const args = ['--input-type=module', '-e', program, file, JSON.stringify(database.address)]
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  // It asks by itself, so that one that does nothing else for long keeps it.
  await wait(20_000)
  expect(await database.tryLock('poller')).toBeNull()
  holder.kill('SIGSTOP')
  const next = await vi.waitUntil(() => database.tryLock('poller'), { timeout: 40_000, interval: 500 })
  expect(await next.held()).toBe(true)
  await next.release()
  holder.kill('SIGKILL')
})
