import * as calls from '@clutch/contract/api/console/backups.ts'
import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { registerCall } from '../../platform/http/calls/register-call.ts'
import { listBackups, requestBackupNow } from './backups.service.ts'

/** The operator's calls about scheduled backups. */
export function registerBackups(context: AppContext, app: App): void {
  const audit = { created: (value: calls.OperatorBackup) => value }
  registerCall(app, calls.operatorListBackups, () => listBackups(context))
  registerCall(app, calls.operatorRequestBackup, () => requestBackupNow(context, 'backup'), audit)
  registerCall(app, calls.operatorVerifyBackup, () => requestBackupNow(context, 'verification'), audit)
}
