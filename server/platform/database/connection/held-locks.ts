import { type Kysely, sql } from 'kysely'
import type { DB } from '../types.generated.ts'
import { lockClass, lockNumbers, type LockName } from './lock.ts'

/** Which of the portal's named locks are held in this database now, by any process. */
export async function selectHeldLocks(queries: Kysely<DB>): Promise<Record<LockName, number>> {
  const { rows } = await sql<{ number: number; count: number }>`
    select objid::integer as number, count(*)::integer as count from pg_locks
      where locktype = 'advisory' and granted and objsubid = 2 and classid = ${lockClass}::oid
        and database = (select oid from pg_database where datname = current_database())
      group by objid`.execute(queries)
  const count = (name: LockName) => rows.find(({ number }) => number === lockNumbers[name])?.count ?? 0
  return {
    migrations: count('migrations'),
    poller: count('poller'),
    boards: count('boards'),
    fleet: count('fleet'),
    files: count('files'),
    backups: count('backups'),
    reports: count('reports'),
    conditions: count('conditions'),
    push: count('push'),
  }
}
