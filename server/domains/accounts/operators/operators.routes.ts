import * as calls from '@clutch/contract/api/accounts/operators.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { removeLinkByOperator } from '../linked-accounts/linked-accounts.service.ts'
import { assertNotOutranked } from '../operator-roles/operator-permissions.service.ts'
import { removeEmailByOperator } from '../own-account/email-removal.service.ts'
import * as ops from './operators.service.ts'

/** Registers the operator's calls about operators and how they sign in (C12). */
export function registerOperatorRoutes(context: AppContext, app: App): void {
  registerOperatorMembershipRoutes(context, app)
  registerOperatorSignInRoutes(context, app)
}

function registerOperatorMembershipRoutes(context: AppContext, app: App): void {
  const auditSpec = {
    load: ({ params }: { params: { who: string } }, database: Queries = context.database) =>
      ops.getOperatorForAudit({ ...context, database }, params.who),
    subject: (
      { params }: { params: { who: string } },
      _value: unknown,
      database: Queries = context.database,
    ) => ops.resolveAuditSubject({ database }, params.who),
  }
  registerCall(app, calls.operatorListOperators, () => ops.listOperators(context))
  registerCall(
    app,
    calls.operatorAddOperator,
    ({ params, body, caller, writeAudit }) =>
      ops.addOperator(context, params.who, body ?? {}, caller, writeAudit),
    auditSpec,
  )
  registerCall(
    app,
    calls.operatorRemoveOperator,
    async ({ params, caller, writeAudit }) => {
      await ops.removeOperator(context, params.who, caller, writeAudit)
      return undefined
    },
    auditSpec,
  )
}

function registerOperatorSignInRoutes(context: AppContext, app: App): void {
  const load = ({ params }: { params: { steamId: string } }, database: Queries = context.database) =>
    ops.getSignInStateForAudit({ ...context, database }, params.steamId)
  // The link itself is as good as a password.
  registerCall(
    app,
    calls.operatorCreateSignInLink,
    async ({ params, caller, writeAudit }) => {
      await assertNotOutranked(context, caller.permissions, params.steamId)
      return ops.createSignInLink(context, params.steamId, writeAudit)
    },
    {
      created: ({ expires }) => ({ expires }),
    },
  )
  registerCall(
    app,
    calls.operatorResetSecondFactor,
    async ({ params, caller, writeAudit }) => {
      await assertNotOutranked(context, caller.permissions, params.steamId)
      await ops.resetSecondFactor(context, params.steamId, writeAudit)
      return undefined
    },
    { load },
  )
  registerCall(
    app,
    calls.operatorRemoveEmail,
    async ({ params, caller, writeAudit }) => {
      await assertNotOutranked(context, caller.permissions, params.steamId)
      await removeEmailByOperator(context, params.steamId, writeAudit)
      return undefined
    },
    { load },
  )
  registerCall(
    app,
    calls.operatorRemoveLink,
    async ({ params, caller, writeAudit }) => {
      await assertNotOutranked(context, caller.permissions, params.steamId)
      await removeLinkByOperator(context, params, writeAudit)
      return undefined
    },
    { load },
  )
}
