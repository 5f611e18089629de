import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isProving } from '@clutch/tools/testing/test-options.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEmptyDatabase } from '../../../testing/database.ts'
import { type FreezingProxy, startFreezingProxy } from '../../../testing/freezing-proxy.ts'
import { deadlines } from './database-deadlines.ts'
import { type Database, type NotifyHandler, databaseTime, notify, openDatabase } from '../index.ts'
import { isUnavailable } from './database-unavailable.ts'

/** Short for a test, long for an answer on a busy machine. */
const soon = { ...deadlines, silenceMs: 3_000, askListenerEveryMs: 50, listenerAnswerMs: 2_500, closeMs: 200 }
const within = { timeout: 15_000, interval: 20 }

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let proxy: FreezingProxy
let database: Database

beforeEach(async () => {
  empty = await createEmptyDatabase()
  proxy = await startFreezingProxy()
  database = open(soon)
})
afterEach(async () => {
  await database.destroy()
  await proxy.close()
  await empty.drop()
})

function open(patience = deadlines): Database {
  const { host, port } = proxy
  return openDatabase({ ...empty.address, host, port }, pino({ level: 'silent' }), 5, patience)
}

test('a listener whose connection goes silent listens again and says that it may have missed something', async () => {
  const heard = vi.fn<NotifyHandler>()
  await database.listen('news', heard)
  expect(proxy.freeze()).toBe(1)
  await notify(database, 'news', 'unheard')
  await vi.waitFor(() => expect(heard.mock.calls).toEqual([[null]]), within)
  await notify(database, 'news', 'heard')
  await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith('heard'))
})

test('a query on a connection that went silent fails as unavailable, and the next one works', async () => {
  await databaseTime(database)
  expect(proxy.freeze()).toBe(1)
  const failure = await databaseTime(database).catch((error: unknown) => error)
  expect(isUnavailable(failure)).toBe(true)
  expect(await databaseTime(database)).toBeInstanceOf(Date)
})

test.runIf(isProving)('a transaction on a connection that went silent fails too', async () => {
  const failure = await database
    .transaction()
    .execute(async (tx) => {
      await databaseTime(tx)
      proxy.freeze()
      await databaseTime(tx)
    })
    .catch((error: unknown) => error)
  expect(isUnavailable(failure)).toBe(true)
})

test('closing does not wait for silent connections', async () => {
  const silent = open({ ...deadlines, closeMs: 100 })
  await silent.listen('news', () => undefined)
  await databaseTime(silent)
  proxy.freeze()
  const asked = databaseTime(silent).catch((error: unknown) => error)
  const began = performance.now()
  await silent.destroy()
  expect(performance.now() - began).toBeLessThan(8_000)
  expect(isUnavailable(await asked)).toBe(true)
})

test.runIf(isProving)(
  'a new connection that breaks at its LISTEN is followed by one connection, not two',
  async () => {
    const heard = vi.fn<NotifyHandler>()
    await database.listen('news', heard)
    proxy.cutAt('listen "news"', 2)
    proxy.freeze()
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), within)
    // Two connections would receive everything twice; a second one would appear within these tries.
    for (let round = 1; round <= 15; round++) {
      await notify(database, 'news', String(round))
      await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(String(round)), within)
      await wait(50)
      expect(heard).toHaveBeenCalledTimes(round + 1)
    }
    expect(proxy.open()).toBeLessThanOrEqual(2)
  },
)

test('closing while the listener connects again rejects nowhere', async () => {
  const unhandled = vi.fn<(error: unknown) => void>()
  process.on('unhandledRejection', unhandled)
  await database.listen('news', () => undefined)
  await proxy.close()
  await vi.waitFor(() => expect(proxy.open()).toBe(0))
  await database.destroy()
  await new Promise(setImmediate)
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  proxy = await startFreezingProxy()
  database = open(soon)
})

test('a database is closed once its connections are, so that a stopping PostgreSQL breaks none', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const direct = openDatabase(empty.address, pino({ level: 'silent' }), 5)
  await Promise.all(Array.from({ length: 5 }, () => databaseTime(direct)))
  const sockets = [...connect.mock.contexts] as Socket[]
  connect.mockRestore()
  const closed = () => sockets.map((socket) => socket.closed)
  expect(closed()).toEqual(Array(5).fill(false))
  await direct.destroy()
  expect(closed()).toEqual(Array(5).fill(true))
})
