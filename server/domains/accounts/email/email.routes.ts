import * as auth from '@clutch/contract/api/accounts/sign-in.ts'
import { bindSteam, validateGameCode } from '@clutch/contract/api/accounts/steam-binding.ts'
import type { CallRateLimitName } from '@clutch/contract/rules/accounts/rate-limits.ts'
import { defaultLanguage } from '@clutch/contract/api/shared/fields.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { bearerOf } from '../../../platform/http/session/session-check.ts'
import { consumeRateLimit } from '../rate-limits/rate-limits.service.ts'
import { readDevice } from '../sessions/sessions.service.ts'
import { completeBinding, proveByGameCode } from '../binding/email-binding.service.ts'
import { sendEmailCode } from './email-codes.service.ts'
import { logInByEmail } from './login.service.ts'
import { isRegistered, registerByEmail } from './registration.service.ts'
import { confirmPasswordReset, requestPasswordReset } from '../passwords/password-resets.service.ts'
import type { FastifyRequest } from 'fastify'
import { verifyBindToken } from '../binding/bind-tokens.service.ts'
import { addressSubject } from '../../../platform/http/requests/network-address.ts'

const success = { success: true } as const

/** The calls of e-mail accounts (C4–C10, C20). */
export function registerEmailRoutes(context: AppContext, app: App): void {
  registerCall(app, auth.signInByEmail, async ({ body, request }) => {
    await consumeGuessRateLimits(context, ['login guesses', 'login account'], request, body.email)
    return logInByEmail(context, body, readDevice(request))
  })
  registerRegistrationRoutes(context, app)
  registerPasswordResetRoutes(context, app)
  registerCall(app, bindSteam, async ({ body, request }) => {
    await consumeBindRateLimit(context, request)
    return completeBinding(context, bearerOf(request), body, readDevice(request))
  })
  registerCall(app, validateGameCode, async ({ body, request }) => {
    await consumeBindRateLimit(context, request)
    return proveByGameCode(context, bearerOf(request), body)
  })
}

function registerRegistrationRoutes(context: AppContext, app: App): void {
  registerCall(app, auth.checkEmail, async ({ body }) => ({
    exists: await isRegistered(context, body.email),
  }))
  registerCall(app, auth.sendEmailCode, async ({ body }) => {
    await sendEmailCode(context, body.email, body.language ?? defaultLanguage)
    return success
  })
  registerCall(app, auth.registerEmailAccount, async ({ body, request }) => {
    await consumeGuessRateLimits(context, ['register guesses', 'register account'], request, body.email)
    return registerByEmail(context, body, readDevice(request))
  })
}

function registerPasswordResetRoutes(context: AppContext, app: App): void {
  registerCall(app, auth.requestPasswordReset, async ({ body, request }) => {
    await requestPasswordReset(context, body.email, body.language ?? defaultLanguage, readDevice(request))
    return success
  })
  registerCall(app, auth.resetPasswordByToken, async ({ body, request }) => {
    // No limit of the account: a reset token cannot be guessed, but the limit would let anyone lock its owner out.
    await consumeGuessRateLimits(context, ['reset confirm guesses'], request, body.email)
    await confirmPasswordReset(context, body, readDevice(request))
    return success
  })
}

/**
 * C4, C6, C8, C20: counts an attempt for the caller's address and this account, and for the account. A caller who guesses
 * from one address reaches their own limit long before the account's owner is locked out.
 */
async function consumeGuessRateLimits(
  context: AppContext,
  [guesses, account]: readonly [guesses: CallRateLimitName, account?: CallRateLimitName],
  { ip }: FastifyRequest,
  email: string,
): Promise<void> {
  await consumeRateLimit(context, guesses, `${addressSubject(ip)}\0${email}`)
  if (account) await consumeRateLimit(context, account, email)
}

/** C9, C20: counts an attempt for the account: only a holder of its bind token can use those. */
async function consumeBindRateLimit(context: AppContext, request: FastifyRequest): Promise<void> {
  const { userId } = await verifyBindToken(context, context.database, bearerOf(request))
  await consumeRateLimit(context, 'bind account', userId)
}
