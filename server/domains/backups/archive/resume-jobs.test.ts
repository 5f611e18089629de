import { isProving } from '@clutch/tools/testing/test-options.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, type DatabaseAddress, openDatabase } from '../../../platform/database/index.ts'
import { Jobs } from '../../../platform/jobs/index.ts'
import { migrate } from '../../../platform/database/migrate.ts'
import { BackupFixture, query } from '../testing/backup-fixture.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

const log = pino({ level: 'silent' })

let fixture: BackupFixture
beforeAll(() => {
  fixture = new BackupFixture()
})
afterAll(() => fixture.close())

async function withJobs<T>(
  address: DatabaseAddress,
  work: (jobs: Jobs, database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase(address, log, 3)
  const jobs = new Jobs(database, log)
  try {
    return await work(jobs, database)
  } finally {
    await jobs.stop()
    await database.destroy()
  }
}

test.runIf(isProving)('what waited is done after a restore, what was done is not done again', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  await migrate(address)
  await withJobs(address, async (jobs, database) => {
    const done: string[] = []
    await jobs.work('mail', ({ sealed }) => {
      done.push(sealed)
      return sealed === 'fails' ? Promise.reject(new Error('later')) : Promise.resolve()
    })
    await jobs.work('account-sweep', () => Promise.resolve())
    await database.transaction().execute(async (tx) => {
      for (const sealed of ['sent', 'fails']) await jobs.enqueue(tx, 'mail', { sealed })
      await jobs.enqueue(tx, 'steam-profile', { steamId: '76561197960265729' })
    })
    await vi.waitUntil(() => done.includes('sent') && done.includes('fails'), { timeout: 15_000 })
    const sent = `select state from pgboss.job where name = 'mail' and data ->> 'sealed' = 'sent'`
    await vi.waitFor(async () => expect(await query(address, sent)).toEqual([{ state: 'completed' }]))
  })

  const file = fixture.at('jobs.tar')
  expect((await fixture.backup(address, file)).jobs.rows).toBe(2)
  const there = await fixture.empty(await getTestCluster())
  expect((await fixture.restore(there, file)).jobs).toBe(2)
  await withJobs(there, async (jobs) => {
    const found: unknown[] = []
    const keep = (data: unknown) => {
      found.push(data)
      return Promise.resolve()
    }
    await jobs.work('mail', keep)
    await jobs.work('steam-profile', keep)
    await vi.waitUntil(() => found.length === 2, { timeout: 15_000 })
    expect(found).toEqual(expect.arrayContaining([{ sealed: 'fails' }, { steamId: '76561197960265729' }]))
  })
})

test('after a restore VIP is delivered again at once, and every rental is reconciled', async () => {
  const { address } = await fixture.filled(await getTestCluster())
  await query(address, `update rentals set held_until = now() + interval '1 hour', due_at = null`)
  const file = fixture.at('due.tar')
  await fixture.backup(address, file)
  const there = await fixture.empty(await getTestCluster())
  await fixture.restore(there, file)
  // The delivery worker resets a server whose console is not the one that is known.
  const due = `select (select count(*)::integer from vip_deliveries where console = '' and try_at is null and tries = 0 and problem = '') as ready,
    (select count(*)::integer from rentals where due_at <= now() and held_until is null) as rentals`
  expect(await query(there, due)).toEqual([{ ready: 1, rentals: 1 }])
})
