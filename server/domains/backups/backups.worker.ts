import type { AppContext } from '../../platform/context.ts'
import { type Worker, startWorker } from '../../platform/lifecycle/worker.ts'
import { findDueByPlan, getBackupHealth } from './backup-plan.ts'
import { type StoredBackup, makeStoredBackup, verifyBackup } from './scheduled-backup.service.ts'
import {
  type BackupKind,
  type BackupRow,
  backupsChannel,
  endBackup,
  failInterrupted,
  requestBackup,
  selectRequested,
  startBackup,
} from './stores/backups.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'config' | 'clock' | 'keys' | 'log'>

const passIntervalMs = 60_000
const longestError = 500

/** Makes backups and their tests when they are due or asked for, while no other process does. */
export function startBackupsWorker(context: Dependencies): Worker {
  let wasLate = false
  return startWorker(context, {
    pass: async (stop) => {
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

/** Makes one backup or test that is due; false where none is, or another process holds the lock. */
export async function makeDueBackup(context: Dependencies, stop: AbortSignal): Promise<boolean> {
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
      const { name, size, sha256 } = await make(context, kind, signal)
      await endBackup(database, id, { at: clock.now(), name, size, sha256 })
      log.info(
        { kind, name, size },
        kind === 'backup' ? 'a backup was made' : 'a backup was restored as a test',
      )
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      await endBackup(database, id, { at: clock.now(), error: message.slice(0, longestError) })
      log.error({ err: error, kind }, 'a backup failed')
    }
    return true
  } finally {
    await lock.release()
  }
}

async function findDue(context: Dependencies): Promise<BackupRow | null> {
  const { database, clock } = context
  const requested =
    (await selectRequested(database, 'backup')) ?? (await selectRequested(database, 'verification'))
  if (requested) return requested
  const kind = await findDueByPlan(context)
  return kind && requestBackup(database, kind, clock.now())
}

async function make(context: Dependencies, kind: BackupKind, signal: AbortSignal): Promise<StoredBackup> {
  if (kind === 'backup') return makeStoredBackup(context, signal)
  return (await verifyBackup(context, signal)).tested
}
