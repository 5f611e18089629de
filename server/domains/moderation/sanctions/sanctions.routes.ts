import { operatorExportSanctions } from '@clutch/contract/api/console/list-exports.ts'
import * as calls from '@clutch/contract/api/moderation/operator-sanctions.ts'
import { operatorImportSanctions } from '@clutch/contract/api/moderation/sanction-imports.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { sendRows } from '../../../platform/http/responses/download.ts'
import { importSanctions } from '../imports/imports.service.ts'
import * as sanctions from './sanctions.service.ts'

/** The operator's calls about bans, mutes and gags. */
export function registerSanctionRoutes(context: AppContext, app: App): void {
  const load = ({ params }: { params: { id: string } }, database: Queries = context.database) =>
    sanctions.getSanction({ ...context, database }, params.id)
  const nameOf = ({ kind, steamId }: calls.Sanction) => `${kind}: ${steamId}`
  registerCall(app, calls.operatorListSanctions, ({ query }) => sanctions.listSanctions(context, query))
  registerCall(app, operatorExportSanctions, ({ query, reply }) =>
    sendRows(operatorExportSanctions, reply, sanctions.exportSanctions(context, query)),
  )
  registerCall(app, calls.operatorGetSanction, ({ params }) =>
    sanctions.getSanctionDetail(context, params.id),
  )
  registerCall(
    app,
    calls.operatorAddSanction,
    ({ body, caller, writeAudit }) => sanctions.addSanction(context, body, caller, writeAudit),
    { created: (added): calls.Sanction => added, nameOf },
  )
  registerCall(
    app,
    operatorImportSanctions,
    ({ body, writeAudit }) => importSanctions(context, body, writeAudit),
    { created: ({ skippedRows: _, ...counts }) => counts, subject: ({ body }) => body.system },
  )
  registerCall(
    app,
    calls.operatorChangeSanction,
    ({ params, body, caller, writeAudit }) =>
      sanctions.changeSanction(context, params.id, body, caller, writeAudit),
    { load, nameOf },
  )
  registerCall(
    app,
    calls.operatorLiftSanction,
    ({ params, body, caller, writeAudit }) =>
      sanctions.liftSanction(context, params.id, body, caller, writeAudit),
    { load, nameOf },
  )
  registerCall(
    app,
    calls.operatorCommentSanction,
    ({ params, body, caller, writeAudit }) =>
      sanctions.commentSanction(context, params.id, body, caller, writeAudit),
    {
      created: ({ text }) => ({ text }),
      subject: async (input, _value, tx) => nameOf(await load(input, tx)),
    },
  )
}
