import pg from 'pg'
import { findMissingRanges } from '../../../platform/database/partitions/partition-ranges.ts'
import { listPartitionedTables } from '../../../platform/database/partitions/partitioned-tables.ts'
import { createPartitionSql } from '../../../platform/database/partitions/partitions.store.ts'
import type { Session } from './backup-session.store.ts'

/** Raw reports that are older go to the default partition, whose rows are deleted one by one. */
const defaultRawLogDays = 30

/** A constraint that was taken off, and how it is put back. */
export interface DroppedConstraint {
  table: string
  name: string
  definition: string
}

const id = (name: string) => pg.escapeIdentifier(name)

/** Removes everything of a portal from the database: what belongs to an extension stays. */
export async function dropEverything(session: Session): Promise<void> {
  const answer = await session.query<{ statement: string }>(`
    select format('drop table if exists %I cascade', c.relname) as statement from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where p.pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  await runAll(
    session,
    answer.rows.map(({ statement }) => statement),
  )
  await session.query('drop schema if exists pgboss, partitions cascade')
}

/**
 * Makes room for a copy: takes away what migrations put into the tables, what ties them to each other (tables that refer to
 * one another have no order in which they could be filled), and what acts on each row. Answers what to put back.
 */
export async function dropConstraints(
  session: Session,
  tables: readonly string[],
): Promise<DroppedConstraint[]> {
  const answer = await session.query<DroppedConstraint>(`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace order by c.oid`)
  await runAll(
    session,
    answer.rows.map(({ table, name }) => `alter table ${table} drop constraint ${id(name)}`),
  )
  if (tables.length > 0) await session.query(`truncate ${tables.map(id).join(', ')} restart identity`)
  await runAll(
    session,
    tables.map((table) => `alter table ${id(table)} disable trigger user`),
  )
  return answer.rows
}

/** Runs statements in one round trip. */
async function runAll(session: Session, statements: readonly string[]): Promise<void> {
  if (statements.length > 0) await session.query(statements.join(';'))
}

/**
 * Creates the partitions that a portal had at a time: rows that are copied into the default partition would stay there. A table that its
 * version did not partition has none.
 */
export async function createPartitionsAt(session: Session, made: Date): Promise<void> {
  const answer = await session.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'p'`,
  )
  for (const table of listPartitionedTables({ rawLogDays: defaultRawLogDays })) {
    if (!answer.rows.some(({ name }) => name === table.name)) continue
    const window = { from: made.getTime() - table.retentionMs, until: made.getTime(), unit: table.unit }
    await runAll(
      session,
      findMissingRanges([], window).map((range) => createPartitionSql(table, range)),
    )
  }
}

/** Undoes that; every row is checked against what it refers to. */
export async function restoreConstraints(
  session: Session,
  tables: readonly string[],
  takenOff: readonly DroppedConstraint[],
): Promise<void> {
  for (const { table, name, definition } of takenOff) {
    await session.query(`alter table ${table} add constraint ${id(name)} ${definition}`)
  }
  await runAll(
    session,
    tables.map((table) => `alter table ${id(table)} enable trigger user`),
  )
}

/** Lets the planner know what the restored tables hold now; the catalogs, which take longer, are left to autovacuum. */
export async function analyze(session: Session, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await session.query(`analyze ${tables.map(id).join(', ')}`)
}
