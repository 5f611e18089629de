import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Session } from './backup-session.store.ts'

/** A table of the portal. Tables with `kept` false are in no backup; a crash loses them, too. */
export interface PortalTable {
  name: string
  /** Without generated ones. */
  columns: string[]
  kept: boolean
}

const id = (name: string) => pg.escapeIdentifier(name)

/**
 * The portal's own tables, by name; a partitioned one is one table. Those of the jobs are in a schema of their own and not among them, nor
 * is the record of migrations, which a manifest holds.
 */
export async function listTables(session: Session): Promise<PortalTable[]> {
  const answer = await session.query<PortalTable>(`
    select c.relname as name, c.relpersistence = 'p' as kept,
        array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and c.relname <> 'schema_migrations'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      group by c.oid order by c.relname collate "C"`)
  return answer.rows
}

/** Streams the rows of a table in COPY's text format; `rowCount` is set at the end of the stream. */
export function copyOut(session: Session, { name, columns }: Pick<PortalTable, 'name' | 'columns'>) {
  // A query, since COPY reads no partitioned table itself.
  return session.query(copyTo(`copy (select ${columns.map(id).join(', ')} from ${id(name)}) to stdout`))
}

/** A stream that takes what `copyOut` gave. */
export function copyIn(session: Session, { name, columns }: Pick<PortalTable, 'name' | 'columns'>) {
  return session.query(copyFrom(`copy ${id(name)} (${columns.map(id).join(', ')}) from stdin`))
}

/** The numbers that sequences gave last; those that gave none are not among them. */
export async function readSequences(session: Session): Promise<{ name: string; last: string }[]> {
  const answer = await session.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename collate "C"`)
  return answer.rows
}

/** Has a sequence go on after the number it gave last. */
export async function setSequence(session: Session, name: string, last: string): Promise<void> {
  await session.query('select setval($1::regclass, $2::bigint, true)', [id(name), last])
}

/** Ends all sessions, links and tokens: the backup still contains those that ended after it was made. */
export async function forgetSessions(session: Session): Promise<void> {
  for (const table of forgotten) await session.query(`delete from ${id(table)}`)
}

/** Deletes the record of the backup that is restored, which was running when it was made: no process still makes it. */
export async function forgetRunningBackups(session: Session): Promise<void> {
  await session.query(`delete from backups where state = 'running'`)
}

export async function readMigrationsOf(session: Session) {
  const answer = await session.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migrations order by number',
  )
  return answer.rows
}

/** Whether the portal ever made its tables here. */
export async function hasTables(session: Session): Promise<boolean> {
  const answer = await session.query(`select 1 where to_regclass('schema_migrations') is not null`)
  return answer.rowCount === 1
}

/** Credentials of users. */
export const forgotten = ['sessions', 'tickets', 'bind_tokens', 'password_resets'] as const

/** What a fresh portal writes by itself; rows in any other table are user data. */
const madeByItself = [
  'server_snapshot',
  'regions',
  'commands',
  'boards',
  'hosts',
  'payment_providers',
  'portal_settings',
  'rate_limits',
  'inventory_check',
  'backups',
]

/** Returns the tables that contain user data, by name. */
export async function filledTables(session: Session): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of await listTables(session)) {
    if (madeByItself.includes(name)) continue
    const answer = await session.query(`select 1 from ${id(name)} limit 1`)
    if (answer.rowCount === 1) filled.push(name)
  }
  return filled
}
