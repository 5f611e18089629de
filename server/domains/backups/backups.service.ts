import type { OperatorBackup } from '@clutch/contract/api/console/backups.ts'
import type { AppContext } from '../../platform/context.ts'
import { type BackupKind, type BackupRow, requestBackup, selectBackups } from './stores/backups.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

export async function listBackups({ database }: Dependencies): Promise<OperatorBackup[]> {
  return (await selectBackups(database)).map(toOperatorBackup)
}

/** Has a worker make a backup or a test; a request that waits already is returned. */
export async function requestBackupNow(
  { database, clock }: Dependencies,
  kind: BackupKind,
): Promise<OperatorBackup> {
  return toOperatorBackup(await requestBackup(database, kind, clock.now()))
}

function toOperatorBackup(row: BackupRow): OperatorBackup {
  const { id, kind, state, name, error } = row
  return {
    id,
    kind,
    state,
    name,
    error,
    requested: row.requested_at.getTime(),
    started: row.started_at?.getTime() ?? null,
    ended: row.ended_at?.getTime() ?? null,
    size: row.size === null ? null : Number(row.size),
  }
}
