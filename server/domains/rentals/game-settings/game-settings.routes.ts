import * as calls from '@clutch/contract/api/rentals/operator-game-settings.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { App } from '../../../platform/http/app.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import { changeGameSettings, getGameSettings } from './game-settings.service.ts'
import * as tokens from './login-tokens.service.ts'

/** The operator's calls about what all rented game servers share. */
export function registerGameSettingsRoutes(context: AppContext, app: App): void {
  registerCall(app, calls.operatorGetGameSettings, () => getGameSettings(context))
  registerCall(app, calls.operatorChangeGameSettings, ({ body }) => changeGameSettings(context, body), {
    load: () => getGameSettings(context),
    subject: () => 'game-settings',
  })
  const pool = { load: () => tokens.listLoginTokens(context), subject: () => 'login-tokens' }
  registerCall(app, calls.operatorListLoginTokens, () => tokens.listLoginTokens(context))
  registerCall(
    app,
    calls.operatorAddLoginTokens,
    ({ body }) => tokens.addLoginTokens(context, body.tokens),
    pool,
  )
  registerCall(
    app,
    calls.operatorCreateLoginTokens,
    ({ body }) => tokens.createLoginTokens(context, body.count),
    pool,
  )
  registerCall(app, calls.operatorCheckLoginTokens, () => tokens.checkLoginTokens(context), pool)
  registerCall(
    app,
    calls.operatorRemoveLoginToken,
    ({ params }) => tokens.removeLoginToken(context, params.id),
    pool,
  )
}
