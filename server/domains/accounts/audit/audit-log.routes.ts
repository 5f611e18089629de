import { operatorListAuditLog } from '@clutch/contract/api/accounts/operator-audit-log.ts'
import { operatorExportAuditLog } from '@clutch/contract/api/console/list-exports.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { sendRows } from '../../../platform/http/responses/download.ts'
import { exportAuditEntries, listAuditEntries } from './audit-log-search.service.ts'

/** Registers the calls that list and export the audit log (C12). */
export function registerAuditLogRoutes(context: AppContext, app: App): void {
  registerCall(app, operatorListAuditLog, ({ query }) => listAuditEntries(context, query))
  registerCall(app, operatorExportAuditLog, ({ query, reply }) =>
    sendRows(operatorExportAuditLog, reply, exportAuditEntries(context, query)),
  )
}
