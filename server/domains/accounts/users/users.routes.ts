import { operatorExportUsers } from '@clutch/contract/api/console/list-exports.ts'
import * as calls from '@clutch/contract/api/accounts/operator-users.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import type { OperatorCaller } from '../../../platform/http/session/operator-caller.ts'
import { sendRows } from '../../../platform/http/responses/download.ts'
import { assertNotOutranked } from '../operator-roles/operator-permissions.service.ts'
import { blockUser, endUserSession, endUserSessions, unblockUser } from './user-actions.service.ts'
import {
  toBlockView,
  exportUsers,
  getUserListRow,
  listUsers,
  resolveAuditSubject,
  getUser,
} from './users.service.ts'

interface UserRequest {
  params: { id: string }
}

/** The operator's calls about players' accounts (C16). */
export function registerUserRoutes(context: AppContext, app: App): void {
  const subject = ({ params }: UserRequest, _value: unknown, database: Queries = context.database) =>
    resolveAuditSubject({ ...context, database }, params.id)
  const sessions = async ({ params }: UserRequest, database: Queries = context.database) => ({
    sessions: (await getUser({ ...context, database }, params.id)).sessions,
  })
  const block = async ({ params }: UserRequest, database: Queries = context.database) =>
    toBlockView(await getUserListRow({ ...context, database }, params.id))
  const assertMayActOn = async (id: string, { permissions }: OperatorCaller) =>
    assertNotOutranked(context, permissions, (await getUserListRow(context, id)).steam_id)
  registerCall(app, calls.operatorListUsers, ({ query }) => listUsers(context, query))
  registerCall(app, operatorExportUsers, ({ query, reply }) =>
    sendRows(operatorExportUsers, reply, exportUsers(context, query)),
  )
  registerCall(app, calls.operatorGetUser, ({ params }) => getUser(context, params.id))
  registerCall(
    app,
    calls.operatorEndSession,
    async ({ params, caller, writeAudit }) => {
      await assertMayActOn(params.id, caller)
      await endUserSession(context, params.id, params.session, writeAudit)
      return undefined
    },
    { load: sessions, subject },
  )
  registerCall(
    app,
    calls.operatorEndSessions,
    async ({ params, caller, writeAudit }) => {
      await assertMayActOn(params.id, caller)
      await endUserSessions(context, params.id, writeAudit)
      return undefined
    },
    { load: sessions, subject },
  )
  registerCall(
    app,
    calls.operatorBlockUser,
    async ({ params, body, caller, writeAudit }) => {
      await assertMayActOn(params.id, caller)
      return blockUser(context, { id: params.id, by: caller }, body, writeAudit)
    },
    { load: block, subject },
  )
  registerCall(
    app,
    calls.operatorUnblockUser,
    async ({ params, caller, writeAudit }) => {
      await assertMayActOn(params.id, caller)
      await unblockUser(context, params.id, writeAudit)
      return undefined
    },
    { load: block, subject },
  )
}
