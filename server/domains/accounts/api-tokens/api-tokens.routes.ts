import * as calls from '@clutch/contract/api/accounts/api-tokens.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import * as tokens from './api-tokens.service.ts'

/** The calls about API tokens (C18). */
export function registerApiTokenRoutes(context: AppContext, app: App): void {
  const nameOf = ({ name }: calls.ApiToken) => name
  registerCall(app, calls.operatorListApiTokens, ({ caller }) => tokens.listApiTokens(context, caller))
  registerCall(
    app,
    calls.operatorAddApiToken,
    ({ body, caller, writeAudit }) => tokens.addApiToken(context, body, caller, writeAudit),
    { created: ({ secret: _, ...token }): calls.ApiToken => token, nameOf },
  )
  registerCall(
    app,
    calls.operatorRevokeApiToken,
    async ({ params, caller, writeAudit }) => {
      await tokens.revokeApiToken(context, params.id, caller, writeAudit)
      return undefined
    },
    { load: ({ params }, tx = context.database) => tokens.getApiToken(tx, params.id), nameOf },
  )
}
