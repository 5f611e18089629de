import * as groupCalls from '@clutch/contract/api/accounts/operator-groups.ts'
import { operatorExportMemberships } from '@clutch/contract/api/console/list-exports.ts'
import type { GrantedGroup } from '@clutch/contract/rules/accounts/groups.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { sendRows } from '../../../platform/http/responses/download.ts'
import {
  exportMemberships,
  grantGroup,
  listMemberships,
  getMembershipsOfPlayer,
  revokeGroup,
} from './groups.service.ts'

interface MembershipRequest {
  params: { steamId: string; group: GrantedGroup }
}

/** The operator's calls about groups (C18). */
export function registerGroupRoutes(context: AppContext, app: App): void {
  const load = async ({ params }: MembershipRequest, database: Queries = context.database) => {
    const held = await getMembershipsOfPlayer({ ...context, database }, params.steamId)
    return held.find(({ group }) => group === params.group) ?? null
  }
  registerCall(app, groupCalls.operatorListMemberships, ({ query }) => listMemberships(context, query))
  registerCall(app, operatorExportMemberships, ({ query, reply }) =>
    sendRows(operatorExportMemberships, reply, exportMemberships(context, query)),
  )
  registerCall(
    app,
    groupCalls.operatorGrantGroup,
    ({ params, body, caller, writeAudit }) =>
      grantGroup(context, { ...params, ...body }, caller, undefined, writeAudit),
    { load },
  )
  registerCall(
    app,
    groupCalls.operatorRevokeGroup,
    async ({ params, caller, writeAudit }) => {
      await revokeGroup(context, params.steamId, params.group, caller, writeAudit)
      return undefined
    },
    { load },
  )
}
