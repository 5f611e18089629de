import * as calls from '@clutch/contract/api/moderation/operator-cases.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import * as decisions from './case-decisions.service.ts'
import * as cases from './cases.service.ts'

/** The operators' calls about the moderation queue. */
export function registerCaseRoutes(context: AppContext, app: App): void {
  const audit = {
    load: ({ params }: { params: { id: string } }, tx: Queries = context.database) =>
      cases.getCaseForAudit(tx, params.id),
    nameOf: ({ steamId }: { steamId: string }) => steamId,
  }
  registerCall(app, calls.operatorListCases, ({ query, caller }) => cases.listCases(context, query, caller))
  registerCall(app, calls.operatorGetCase, ({ params, caller }) => cases.getCase(context, params.id, caller))
  registerCall(
    app,
    calls.operatorTakeCase,
    ({ params, body, caller, writeAudit }) =>
      cases.takeCase(context, body, { id: params.id, by: caller, writeAudit }),
    audit,
  )
  registerCall(
    app,
    calls.operatorReleaseCase,
    ({ params, body, caller, writeAudit }) =>
      cases.releaseCase(context, { id: params.id, by: caller, revision: body.revision, writeAudit }),
    audit,
  )
  registerCall(
    app,
    calls.operatorCommentCase,
    ({ params, body, caller, writeAudit }) =>
      cases.commentCase(context, body.text, { id: params.id, by: caller, writeAudit }),
    audit,
  )
  registerCall(
    app,
    calls.operatorCloseCase,
    ({ params, body, caller, writeAudit }) =>
      decisions.closeCase(context, body, { id: params.id, by: caller, writeAudit }),
    audit,
  )
  registerCall(
    app,
    calls.operatorSanctionCase,
    ({ params, body, caller, writeAudit }) =>
      decisions.sanctionCase(context, body, { id: params.id, by: caller, writeAudit }),
    audit,
  )
  registerCall(
    app,
    calls.operatorAnswerAppeal,
    ({ params, body, caller, writeAudit }) =>
      decisions.answerAppeal(context, body, { id: params.id, by: caller, writeAudit }),
    audit,
  )
  registerCall(
    app,
    calls.operatorReopenCase,
    ({ params, body, caller, writeAudit }) =>
      cases.reopenCase(context, { id: params.id, by: caller, revision: body.revision, writeAudit }),
    audit,
  )
}
