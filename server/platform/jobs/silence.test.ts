import { isProving } from '@clutch/tools/testing/test-options.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deadlines } from '../database/connection/database-deadlines.ts'
import { type Database, migrate, openDatabase } from '../database/index.ts'
import { createEmptyDatabase } from '../../testing/database.ts'
import { type FreezingProxy, startFreezingProxy } from '../../testing/freezing-proxy.ts'
import { Jobs } from './index.ts'

/** Short for a test, long for an answer on a busy machine. */
const soon = {
  ...deadlines,
  silenceMs: 1_500,
  askListenerEveryMs: 100,
  listenerAnswerMs: 1_000,
  closeMs: 300,
}
const within = { timeout: 20_000, interval: 50 }

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let proxy: FreezingProxy
let database: Database
let jobs: Jobs

beforeEach(async () => {
  empty = await createEmptyDatabase()
  await migrate(empty.address)
  proxy = await startFreezingProxy()
  const { host, port } = proxy
  const log = pino({ level: 'silent' })
  database = openDatabase({ ...empty.address, host, port }, log, 5, soon)
  jobs = new Jobs(database, log)
})
afterEach(async () => {
  await jobs.stop()
  await database.destroy()
  await proxy.close()
  await empty.drop()
})

const enqueue = (steamId: string) =>
  database.transaction().execute((tx) => jobs.enqueue(tx, 'steam-profile', { steamId }))

test('jobs whose connections went silent fail for a while, and go on when the database answers again', async () => {
  const done: string[] = []
  await jobs.work('steam-profile', ({ steamId }) => {
    done.push(steamId)
    return Promise.resolve()
  })
  await enqueue('before')
  await vi.waitFor(() => expect(done).toEqual(['before']), within)
  proxy.freeze()
  await vi.waitFor(() => enqueue('after'), within)
  await vi.waitFor(() => expect(done).toContain('after'), within)
})

test.runIf(isProving)(
  'a start whose connection goes silent fails in time, and the next one works',
  async () => {
    const starting = jobs.start()
    await vi.waitUntil(() => proxy.open() > 0, within)
    proxy.freeze()
    await starting.catch(() => undefined)
    // Of the pool's connections more than one may have gone silent.
    await vi.waitFor(() => jobs.start(), within)
    await vi.waitFor(() => enqueue('one'), within)
  },
)
