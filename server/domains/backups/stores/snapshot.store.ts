import pg from 'pg'
import { schedules } from '../../../platform/jobs/queues.ts'
import { BackupRefused } from '../backup-errors.ts'
import type { Session } from './backup-session.store.ts'
import { type PortalTable, hasTables, listTables } from './tables.store.ts'

/** Something that waits to be done: the queue's name, and what the queue carries. */
export interface WaitingJob {
  queue: string
  data: unknown
}

/**
 * Begins a transaction that sees one moment of the whole database for as long as it lasts, and keeps all others from changing
 * the tables themselves, not their rows. Answers the tables. Throws BackupRefused where there are none.
 */
export async function beginSnapshot(session: Session): Promise<PortalTable[]> {
  if (!(await hasTables(session))) throw new BackupRefused('there is no portal in this database')
  const before = await listTables(session)
  await session.query('begin isolation level repeatable read read only')
  const names = [...before.map(({ name }) => name), 'schema_migrations'].map((name) =>
    pg.escapeIdentifier(name),
  )
  // The first statement that needs a moment takes it; a lock needs none.
  await session.query(`lock table ${names.join(', ')} in access share mode`)
  const tables = await listTables(session)
  if (JSON.stringify(tables) !== JSON.stringify(before)) {
    throw new BackupRefused('the portal was being updated just now: try again')
  }
  return tables
}

export async function endSnapshot(session: Session): Promise<void> {
  await session.query('commit')
}

/** What waits in the queues that do not fill themselves, the oldest first. */
export async function readWaitingJobs(session: Session): Promise<WaitingJob[]> {
  const there = await session.query(`select 1 where to_regclass('pgboss.job') is not null`)
  if (there.rowCount === 0) return []
  const answer = await session.query<WaitingJob>(
    `select name as queue, data from pgboss.job where state in ('created', 'retry', 'active')
     and name <> all($1) and name not like '\\_\\_pgboss%' order by created_on, id`,
    [Object.keys(schedules)],
  )
  return answer.rows
}

/** The files of demos that the tables speak of, and their sizes in bytes. */
export async function listDemos(session: Session): Promise<{ rental: string; id: string; size: number }[]> {
  const there = await session.query(`select 1 where to_regclass('rental_demos') is not null`)
  if (there.rowCount === 0) return []
  const answer = await session.query<{ rental: string; id: string; size: string }>(
    'select rental_id as rental, id, size from rental_demos order by rental_id, id',
  )
  return answer.rows.map((row) => ({ ...row, size: Number(row.size) }))
}
