import { type Worker, startWorker } from '../../platform/lifecycle/worker.ts'
import { findDueByPlan, getBackupHealth } from './backup-plan.ts'
import {
  type BackupDependencies,
  type Verification,
  makeStoredBackup,
  verifyBackup,
} from './scheduled-backup.service.ts'
import { rotateBackups } from './stored-backups.ts'
import {
  type BackupKind,
  type BackupRow,
  backupsChannel,
  endBackup,
  failInterrupted,
  recordProblem,
  requestBackup,
  selectRequested,
  startBackup,
} from './stores/backups.store.ts'
import { dropScratchDatabase } from './stores/scratch-database.store.ts'

const passIntervalMs = 60_000
const longestError = 500

/** Makes backups and their tests when they are due or asked for, while no other process does. */
export function startBackupsWorker(context: BackupDependencies): Worker {
  let wasLate = false
  let isCleared = false
  return startWorker(context, {
    pass: async (stop) => {
      isCleared ||= await dropLeftovers(context)
      if (await makeDueBackup(context, stop)) return 0
      const isLate = (await getBackupHealth(context)).some(({ state }) => state === 'bad')
      if (isLate && !wasLate) context.log.error('backups are overdue; the overview of the console says why')
      wasLate = isLate
      return passIntervalMs
    },
    failureMessage: 'backups are not made now; retrying',
    retryMs: passIntervalMs,
    channels: [backupsChannel],
  })
}

/** Drops what a test left whose process ended; false while another process holds the lock. A failure is a warning: the next test tries again. */
export async function dropLeftovers({ database, log }: BackupDependencies): Promise<boolean> {
  const lock = await database.tryLock('backups')
  if (!lock) return false
  try {
    await dropScratchDatabase(database.address)
  } catch (error) {
    log.warn({ err: error }, 'the database of an interrupted test of backups was not dropped')
  } finally {
    await lock.release()
  }
  return true
}

/** Makes one backup or test that is due; false where none is, or another process holds the lock. */
export async function makeDueBackup(context: BackupDependencies, stop: AbortSignal): Promise<boolean> {
  const { database, clock, log } = context
  const lock = await database.tryLock('backups')
  if (!lock) return false
  try {
    await failInterrupted(database, clock.now())
    const row = await findDue(context)
    if (!row) return false
    const { id, kind } = row
    await startBackup(database, id, clock.now())
    try {
      const signal = AbortSignal.any([stop, lock.lost])
      const { tested, made } = await make(context, kind, signal)
      const { name, size, sha256 } = tested
      await endBackup(database, id, { at: clock.now(), name, size, sha256 })
      log.info(
        { kind, name, size },
        kind === 'backup' ? 'a backup was made' : 'a backup was restored as a test',
      )
      if (made) await rotate(context, id)
    } catch (error) {
      await endBackup(database, id, { at: clock.now(), error: describe(error) })
      log.error({ err: error, kind }, 'a backup failed')
    }
    return true
  } finally {
    await lock.release()
  }
}

async function findDue(context: BackupDependencies): Promise<BackupRow | null> {
  const { database, clock } = context
  const requested =
    (await selectRequested(database, 'backup')) ?? (await selectRequested(database, 'verification'))
  if (requested) return requested
  const kind = await findDueByPlan(context)
  return kind && requestBackup(database, kind, clock.now())
}

async function make(
  context: BackupDependencies,
  kind: BackupKind,
  signal: AbortSignal,
): Promise<Verification> {
  if (kind === 'verification') return verifyBackup(context, signal)
  return { tested: await makeStoredBackup(context, signal), made: true }
}

/** Removes old backups. A failure is recorded with the new one, which is good all the same. */
async function rotate(context: BackupDependencies, id: string): Promise<void> {
  try {
    await rotateBackups(context)
  } catch (error) {
    context.log.warn({ err: error }, 'old backups were not removed')
    await recordProblem(context.database, id, describe(error, 'old backups were not removed: '))
  }
}

function describe(error: unknown, what = ''): string {
  return `${what}${error instanceof Error ? error.message : String(error)}`.slice(0, longestError)
}
