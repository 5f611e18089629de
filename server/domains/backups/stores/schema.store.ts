import pg from 'pg'
import type { Session } from './backup-session.store.ts'

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
  for (const { statement } of answer.rows) await session.query(statement)
  await session.query('drop schema if exists pgboss cascade')
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
  for (const { table, name } of answer.rows)
    await session.query(`alter table ${table} drop constraint ${id(name)}`)
  if (tables.length > 0) await session.query(`truncate ${tables.map(id).join(', ')} restart identity`)
  for (const table of tables) await session.query(`alter table ${id(table)} disable trigger user`)
  return answer.rows
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
  for (const table of tables) await session.query(`alter table ${id(table)} enable trigger user`)
}

/** Lets the planner know what the tables hold now. */
export async function analyze(session: Session): Promise<void> {
  await session.query('analyze')
}
