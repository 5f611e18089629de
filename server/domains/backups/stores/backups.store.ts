import { randomUUIDv7 } from 'node:crypto'
import { type Queries, notify } from '../../../platform/database/index.ts'

export type BackupKind = 'backup' | 'verification'

export interface BackupRow {
  id: string
  kind: BackupKind
  state: 'requested' | 'running' | 'done' | 'failed'
  requested_at: Date
  started_at: Date | null
  ended_at: Date | null
  name: string | null
  size: string | null
  sha256: string | null
  error: string
}

/** Wakes the workers of backups. */
export const backupsChannel = 'backups'
const listed = 50
const rememberedDays = 400

export function selectBackups(queries: Queries): Promise<BackupRow[]> {
  return queries
    .selectFrom('backups')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listed)
    .$castTo<BackupRow>()
    .execute()
}

/** Asks for a backup or a verification; returns the request, which may have waited before. */
export async function requestBackup(queries: Queries, kind: BackupKind, at: Date): Promise<BackupRow> {
  for (;;) {
    const row = await queries
      .insertInto('backups')
      .values({ id: randomUUIDv7(), kind, state: 'requested', requested_at: at })
      .onConflict((conflict) => conflict.column('kind').where('state', '=', 'requested').doNothing())
      .returningAll()
      .$castTo<BackupRow>()
      .executeTakeFirst()
    if (row) await notify(queries, backupsChannel)
    const waiting = row ?? (await selectRequested(queries, kind))
    // None where a worker began with it in between.
    if (waiting) return waiting
  }
}

export function selectRequested(queries: Queries, kind: BackupKind): Promise<BackupRow | undefined> {
  return queries
    .selectFrom('backups')
    .selectAll()
    .where('state', '=', 'requested')
    .where('kind', '=', kind)
    .$castTo<BackupRow>()
    .executeTakeFirst()
}

/** The latest of a kind that ended in a state. */
export function selectLatest(
  queries: Queries,
  kind: BackupKind,
  state: 'done' | 'failed',
): Promise<BackupRow | undefined> {
  return queries
    .selectFrom('backups')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', state)
    .orderBy('ended_at', 'desc')
    .$castTo<BackupRow>()
    .executeTakeFirst()
}

export async function startBackup(queries: Queries, id: string, at: Date): Promise<void> {
  await queries
    .updateTable('backups')
    .set({ state: 'running', started_at: at })
    .where('id', '=', id)
    .execute()
}

export async function endBackup(
  queries: Queries,
  id: string,
  end: { at: Date } & ({ error: string } | { name: string; size: number; sha256: string }),
): Promise<void> {
  const { at: ended_at, ...facts } = end
  const state = 'error' in facts ? 'failed' : 'done'
  await queries
    .updateTable('backups')
    .set({ state, ended_at, ...facts })
    .where('id', '=', id)
    .execute()
}

/** Records what failed after a backup was done. */
export async function recordProblem(queries: Queries, id: string, error: string): Promise<void> {
  await queries.updateTable('backups').set({ error }).where('id', '=', id).execute()
}

/** How many of a kind failed after a time. */
export async function countFailures(queries: Queries, kind: BackupKind, after: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('backups')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('kind', '=', kind)
    .where('state', '=', 'failed')
    .where('ended_at', '>', after)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends what a process that is gone had begun; only the holder of the lock may say so. Forgets rows that are over a year old. */
export async function failInterrupted(queries: Queries, at: Date): Promise<void> {
  await queries
    .updateTable('backups')
    .set({ state: 'failed', ended_at: at, error: 'the process that made it ended' })
    .where('state', '=', 'running')
    .execute()
  const oldest = new Date(at.getTime() - rememberedDays * 24 * 3_600_000)
  await queries.deleteFrom('backups').where('requested_at', '<', oldest).execute()
}
