import type { AppContext } from '../../platform/context.ts'
import type { Queries } from '../../platform/database/index.ts'
import { findLastSlot } from './backup-schedule.ts'
import { type BackupKind, countFailures, selectLatest } from './stores/backups.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'config' | 'clock'>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** After the first failure, the second, and all others. */
const retryBackupMs = [15 * 60_000, hourMs, 4 * hourMs] as const
const retryVerificationMs = dayMs
const verificationIntervalMs = 7 * dayMs
/** Tests follow the end of a backup, at the hour that the operator chose for the load, unless they are overdue. */
const verificationWindowMs = 6 * hourMs
const verificationOverdueMs = verificationIntervalMs + dayMs
/** A backup that is not there so long after its time is late. */
const lateAfterMs = 2 * hourMs

/** Whether workers make backups by themselves: in development only where an operator set the times. */
export function isScheduled({ backupTimes, env, sources }: AppContext['config']): boolean {
  return backupTimes.length > 0 && (env === 'production' || sources.backupTimes !== 'default')
}

/** What a worker is to do now by the schedule; null for nothing. */
export async function findDueByPlan({ database, config, clock }: Dependencies): Promise<BackupKind | null> {
  if (!isScheduled(config)) return null
  const now = clock.now()
  const slot = findLastSlot(config.backupTimes, now) ?? now
  const backup = await readState(database, 'backup', now)
  if (!backup.done || backup.done.started < slot)
    return backup.sinceFailureMs < (retryBackupMs[backup.failures - 1] ?? retryBackupMs[2]) ? null : 'backup'
  const verification = await readState(database, 'verification', now)
  const ageMs = now.getTime() - (verification.done?.started.getTime() ?? -Infinity)
  const isInWindow = now.getTime() - backup.done.ended.getTime() <= verificationWindowMs
  const isDue = ageMs > (isInWindow ? verificationIntervalMs - hourMs : verificationOverdueMs)
  return isDue && verification.sinceFailureMs > retryVerificationMs - hourMs ? 'verification' : null
}

async function readState(queries: Queries, kind: BackupKind, now: Date) {
  const [done, failed] = [
    await selectLatest(queries, kind, 'done'),
    await selectLatest(queries, kind, 'failed'),
  ]
  const failedAt = failed?.ended_at?.getTime() ?? -Infinity
  const failures = await countFailures(queries, kind, done?.ended_at ?? new Date(0))
  return {
    done: done?.started_at && done.ended_at ? { started: done.started_at, ended: done.ended_at } : null,
    failures,
    sinceFailureMs: failures === 0 ? Infinity : now.getTime() - failedAt,
  }
}

/** How backups are, for the overview. */
export interface BackupHealth {
  kind: BackupKind
  state: 'good' | 'late' | 'bad' | 'off'
  /** The last success. */
  seen: Date | null
  /** Bytes of the last backup. */
  size: number | null
  /** Why the last one failed, where none succeeded since; else what failed after the last one was done. */
  problem: string
}

/** Returns the state of backups and of their tests: a backup is bad two hours after its time, a test after eight days. */
export async function getBackupHealth({
  database,
  config,
  clock,
}: Pick<AppContext, 'config' | 'clock'> & { database: Queries }): Promise<BackupHealth[]> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const dueSince = {
    backup: findLastSlot(config.backupTimes, before(lateAfterMs)) ?? before(dayMs),
    verification: before(verificationOverdueMs),
  }
  const healthOf = async (kind: BackupKind): Promise<BackupHealth> => {
    const done = await selectLatest(database, kind, 'done')
    const failed = await selectLatest(database, kind, 'failed')
    const hasFailed = failed !== undefined && (failed.ended_at ?? now) > (done?.ended_at ?? new Date(0))
    const problem = hasFailed ? failed.error : (done?.error ?? '')
    const isOverdue = (done?.started_at ?? new Date(0)) < dueSince[kind]
    // A new portal makes its first backup at once, and tests it.
    const isBad = isOverdue && (done !== undefined || hasFailed)
    return {
      kind,
      state: !isScheduled(config)
        ? 'off'
        : isBad
          ? 'bad'
          : isOverdue || hasFailed || problem !== ''
            ? 'late'
            : 'good',
      seen: done?.ended_at ?? null,
      size: done?.size == null ? null : Number(done.size),
      problem,
    }
  }
  return [await healthOf('backup'), await healthOf('verification')]
}
