import { sql } from 'kysely'
import pg from 'pg'

import type { Database } from '../../../platform/database/index.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

/** Makes a test's database unreachable, as after a host failure; call the result to bring it back. */
export async function disconnectDatabase(database: Database): Promise<() => Promise<void>> {
  const answer = await sql<{ name: string }>`select current_database() as name`.execute(database)
  const name = pg.escapeIdentifier(answer.rows[0]?.name ?? '')
  const owner = new pg.Client({ ...(await getTestCluster()), database: 'postgres' })
  await owner.connect()
  await owner.query(`alter database ${name} with allow_connections false`)
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    answer.rows[0]?.name,
  ])
  return async () => {
    await owner.query(`alter database ${name} with allow_connections true`)
    await owner.end()
  }
}
