import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

const rowsAtOnce = 10_000

interface RowKey {
  sanction_id: string
  server_id: string
  steam_id: string
}

/**
 * Deletes the rows of game servers on which nothing is due: the sanction was lifted there, is over, or was never applied. A player who comes creates the row again. Without it every sanction keeps a row for each server. Rows with a kick stay.
 * Reads the table in steps by its key and passes over rows that are locked; returns how many it deleted.
 */
export async function deleteSettledRows(
  queries: Queries,
  now: Date,
  stepRows: number = rowsAtOnce,
): Promise<number> {
  let deleted = 0
  let after: RowKey | null = null
  do {
    const step = await deleteStep(queries, now, after, stepRows)
    deleted += step.deleted
    after = step.last
  } while (after)
  return deleted
}

async function deleteStep(
  queries: Queries,
  now: Date,
  after: RowKey | null,
  limit: number,
): Promise<{ deleted: number; last: RowKey | null }> {
  const isAfter = after
    ? sql`(sanction_id, server_id, steam_id) > (${after.sanction_id}::uuid, ${after.server_id}::uuid, ${after.steam_id}::bigint)`
    : sql`true`
  const { rows } = await sql<RowKey & { deleted: number }>`
    with step as materialized (
      select sanction_id, server_id, steam_id from sanction_servers where ${isAfter}
        order by sanction_id, server_id, steam_id limit ${limit}
    ), settled as materialized (
      select known.sanction_id, known.server_id, known.steam_id from sanction_servers known, step, sanctions s
        where (known.sanction_id, known.server_id, known.steam_id) = (step.sanction_id, step.server_id, step.steam_id)
          and s.id = known.sanction_id and known.due_at is null and known.kicks = 0
          and (known.state in ('lifted', 'absent', 'unsupported') or s.expires_at <= ${now})
        for update of known skip locked
    ), deleted as (
      delete from sanction_servers known using settled
        where (known.sanction_id, known.server_id, known.steam_id) = (settled.sanction_id, settled.server_id, settled.steam_id)
        returning 1
    )
    select step.*, (select count(*)::integer from deleted) as deleted from step
      order by sanction_id desc, server_id desc, steam_id desc limit 1`.execute(queries)
  const [last] = rows
  return { deleted: last?.deleted ?? 0, last: last ?? null }
}
