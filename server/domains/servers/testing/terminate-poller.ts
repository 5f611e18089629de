import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** Ends the connection that holds the poller's lock, as a broken network would. */
export async function terminatePollerConnection(queries: Queries): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and objid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(queries)
}
