export { makeBackup } from './archive/make-backup.ts'
export { type Restored, restoreBackup } from './archive/restore-backup.ts'
export { BackupRefused, RestoreUnfinished } from './backup-errors.ts'
