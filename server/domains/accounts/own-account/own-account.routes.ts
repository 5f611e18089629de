import * as account from '@clutch/contract/api/accounts/account.ts'
import * as auth from '@clutch/contract/api/accounts/sign-in.ts'
import { defaultLanguage } from '@clutch/contract/api/shared/fields.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { type SessionUser, findCaller } from '../../../platform/http/session/session-check.ts'
import { readDevice } from '../sessions/sessions.service.ts'
import { changeOwnAccount, getOwnAccount } from './own-account.service.ts'
import { removeOwnEmail } from './email-removal.service.ts'
import { changePassword } from '../passwords/password-change.service.ts'
import {
  endAllOwnSessions,
  endOwnSession,
  listOwnSessions,
  recordSignInLog,
} from '../sessions/own-sessions.service.ts'
import * as factor from '../second-factor/second-factor.service.ts'
import type { Caller } from './caller.ts'
import { getVipStatus } from '../groups/vip-status.service.ts'

const success = { success: true as const }

/** The calls of a player about their own account: sessions, password, e-mail, second factor (C12, C15, C16, F7, J2). */
export function registerAccountRoutes(context: AppContext, app: App): void {
  registerOwnAccountRoutes(context, app)
  registerSecondFactorRoutes(context, app)
  registerCall(app, auth.getVipStatus, async ({ params, request }) =>
    getVipStatus(context, params.steamId, (await findCaller(app, request))?.steamId ?? null),
  )
}

function registerOwnAccountRoutes(context: AppContext, app: App): void {
  registerCall(app, account.getAccount, (input) => getOwnAccount(context, toCaller(input)))
  registerCall(app, account.changeAccount, (input) => changeOwnAccount(context, toCaller(input), input.body))
  registerCall(app, account.listSessions, (input) => listOwnSessions(context, toCaller(input)))
  registerCall(app, account.endSession, async (input) => {
    await endOwnSession(context, toCaller(input), input.params.id)
    return undefined
  })
  registerCall(app, account.endAllSessions, async (input) => {
    await endAllOwnSessions(context, toCaller(input))
    return success
  })
  registerCall(app, account.changePassword, async (input) => {
    const { language = defaultLanguage, ...passwords } = input.body
    await changePassword(context, toCaller(input), { ...passwords, language })
    return success
  })
  registerCall(app, account.removeEmail, async (input) => {
    await removeOwnEmail(context, toCaller(input))
    return undefined
  })
  registerCall(app, auth.recordSessionEvent, async (input) => {
    await recordSignInLog(context, toCaller(input), input.body)
    return success
  })
}

function registerSecondFactorRoutes(context: AppContext, app: App): void {
  registerCall(app, account.beginSecondFactor, (input) => factor.beginSecondFactor(context, toCaller(input)))
  registerCall(app, account.confirmSecondFactor, async (input) => ({
    recoveryCodes: await factor.confirmSecondFactor(context, toCaller(input), input.body.code),
  }))
  registerCall(app, account.renewRecoveryCodes, async (input) => ({
    recoveryCodes: await factor.renewRecoveryCodes(context, toCaller(input), input.body.code),
  }))
  registerCall(app, account.removeSecondFactor, async (input) => {
    await factor.removeSecondFactor(context, toCaller(input), input.body.code)
    return success
  })
  registerCall(app, account.removeSecondFactorBySteam, async (input) => {
    await factor.removeSecondFactorBySteam(context, toCaller(input))
    return success
  })
  registerCall(app, auth.verifySecondFactor, async (input) => {
    await factor.verifySecondFactor(context, toCaller(input), input.body.code)
    return success
  })
}

function toCaller({ signedIn, request }: { signedIn: SessionUser; request: FastifyRequest }): Caller {
  return { ...signedIn, device: readDevice(request) }
}
