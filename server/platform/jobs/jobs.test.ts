import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseTime, openDatabase } from '../database/index.ts'
import { type TestContext, createTestContext } from '../../testing/test-context.ts'
import { Jobs } from './index.ts'
import { getQueueWork, queues } from './queues.ts'

let context: TestContext
beforeEach(async () => {
  context = await createTestContext()
})
afterEach(() => context.destroy())

test('a job is there once its transaction commits, and only then', async () => {
  const done: string[] = []
  await context.jobs.work('steam-profile', ({ steamId }) => {
    done.push(steamId)
    return Promise.resolve()
  })
  const refused = context.database.transaction().execute(async (tx) => {
    await context.jobs.enqueue(tx, 'steam-profile', { steamId: 'never' })
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  await context.database
    .transaction()
    .execute((tx) => context.jobs.enqueue(tx, 'steam-profile', { steamId: 'one' }))
  await vi.waitUntil(() => done.length > 0, { timeout: 10_000 })
  expect(done).toEqual(['one'])
})

test('a job that fails is done again', async () => {
  let tries = 0
  await context.jobs.work('mail', () => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve()
  })
  await context.database.transaction().execute((tx) => context.jobs.enqueue(tx, 'mail', { sealed: '' }))
  await vi.waitUntil(() => tries === 2, { timeout: 15_000 })
})

test('a first job is enqueued while transactions hold every connection there is', async () => {
  const log = pino({ level: 'silent' })
  const narrow = openDatabase(context.database.address, log, 2)
  const jobs = new Jobs(narrow, log)
  await jobs.start()
  const [all, both] = [Promise.withResolvers<void>(), new Set<number>()]
  const enqueued = Promise.all(
    [1, 2].map((number) =>
      narrow.transaction().execute(async (tx) => {
        await databaseTime(tx)
        if (both.add(number).size === 2) all.resolve()
        await all.promise
        await jobs.enqueue(tx, 'mail', { sealed: '' })
      }),
    ),
  )
  await expect(enqueued).resolves.toHaveLength(2)
  await jobs.stop()
  await narrow.destroy()
})

test.each([
  ['mail', 3, 2],
  ['player-message', 3, 2],
  ['steam-profile', 3, 10],
  ['account-sweep', 1, 10],
] as const)(
  '%s is worked on by %i at once, each looking for retries every %i s',
  (queue, atOnce, seconds) => {
    expect(getQueueWork(queue)).toMatchObject({
      localConcurrency: atOnce,
      notifyPollingIntervalSeconds: seconds,
    })
  },
)

test('every queue tries again at least once: a process that stops gives its jobs back as failed', () => {
  expect(Object.entries(queues).filter(([, { retryLimit = 0 }]) => retryLimit < 1)).toEqual([])
})
