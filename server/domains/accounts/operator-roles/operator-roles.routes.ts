import * as calls from '@clutch/contract/api/accounts/operator-roles.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { App } from '../../../platform/http/app.ts'
import { joinLanguages } from '../../../platform/http/calls/audit-subject.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import * as roles from './operator-roles.service.ts'

/** The calls about the roles of operators (C18). */
export function registerOperatorRoleRoutes(context: AppContext, app: App): void {
  const load = ({ params }: { params: { id: string } }, queries: Queries = context.database) =>
    roles.getRole(queries, params.id)
  const nameOf = ({ name }: calls.Role) => joinLanguages(name)
  registerCall(app, calls.operatorListRoles, () => roles.listRoles(context.database))
  registerCall(
    app,
    calls.operatorAddRole,
    ({ body, caller, writeAudit }) => roles.addRole(context, body, caller.permissions, writeAudit),
    {
      created: (role) => role,
      nameOf,
    },
  )
  registerCall(
    app,
    calls.operatorChangeRole,
    ({ params, body, caller, writeAudit }) =>
      roles.changeRole(context, params.id, body, caller.permissions, writeAudit),
    { load, nameOf },
  )
  registerCall(
    app,
    calls.operatorRemoveRole,
    async ({ params, query, caller, writeAudit }) => {
      await roles.removeRole(context, params.id, query.revision, caller.permissions, writeAudit)
      return undefined
    },
    { load, nameOf },
  )
}
