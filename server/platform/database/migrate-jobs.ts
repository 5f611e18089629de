import { PgBoss } from 'pg-boss'
import { type DatabaseAddress, connectionOptions } from './connection/database-address.ts'

/** Makes the tables of the jobs, or brings them up to this program's pg-boss; the caller holds the lock of migrations. */
export async function migrateJobs(address: DatabaseAddress): Promise<void> {
  const boss = new PgBoss({
    ...(connectionOptions(address) as DatabaseAddress),
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  try {
    await boss.start()
  } finally {
    await boss.stop({ graceful: false })
  }
}
