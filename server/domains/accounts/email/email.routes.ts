import * as auth from '@clutch/contract/api/auth.ts'
import { defaultLanguage } from '@clutch/contract/api/text.ts'
import type { House } from '../../../house.ts'
import { answer } from '../../../http/answer.ts'
import type { App } from '../../../http/app.ts'
import { bearerOf } from '../../../http/signed-in.ts'
import { consumeAddressRateLimit } from '../rate-limits/rate-limits.service.ts'
import { readDevice } from '../sessions/sessions.service.ts'
import { completeBinding, proveByGameCode } from '../binding/email-binding.service.ts'
import { sendEmailCode } from './email-codes.service.ts'
import {
  consumeBindRateLimits,
  consumeGuessRateLimits,
  consumeResetConfirmRateLimits,
} from './email-rate-limits.ts'
import { logInByEmail } from './login.service.ts'
import { isRegistered, registerByEmail } from './registration.service.ts'
import { confirmPasswordReset, requestPasswordReset } from '../passwords/password-resets.service.ts'

const success = { success: true } as const

/** The calls of e-mail accounts (C4–C10, C20). */
export function registerEmailRoutes(house: House, app: App): void {
  answer(app, auth.emailLogin, async ({ body, request }) => {
    await consumeGuessRateLimits(house, 'login', request, body.email)
    return logInByEmail(house, body, readDevice(request))
  })
  registerRegistrationRoutes(house, app)
  registerPasswordResetRoutes(house, app)
  answer(app, auth.bindSteam, async ({ body, request }) => {
    await consumeBindRateLimits(house, request)
    return completeBinding(house, bearerOf(request), body, readDevice(request))
  })
  answer(app, auth.validateGameCode, async ({ body, request }) => {
    await consumeBindRateLimits(house, request)
    return proveByGameCode(house, bearerOf(request), body)
  })
}

function registerRegistrationRoutes(house: House, app: App): void {
  answer(app, auth.emailCheck, async ({ body, request }) => {
    await consumeAddressRateLimit(house, 'check address', request.ip)
    return { exists: await isRegistered(house, body.email) }
  })
  answer(app, auth.emailSendCode, async ({ body, request }) => {
    await consumeAddressRateLimit(house, 'send-code address', request.ip)
    await sendEmailCode(house, body.email, body.language ?? defaultLanguage)
    return success
  })
  answer(app, auth.emailRegister, async ({ body, request }) => {
    await consumeGuessRateLimits(house, 'register', request, body.email)
    return registerByEmail(house, body, readDevice(request))
  })
}

function registerPasswordResetRoutes(house: House, app: App): void {
  answer(app, auth.emailResetPassword, async ({ body, request }) => {
    await consumeAddressRateLimit(house, 'reset address', request.ip)
    await requestPasswordReset(house, body.email, body.language ?? defaultLanguage, readDevice(request))
    return success
  })
  answer(app, auth.emailResetConfirm, async ({ body, request }) => {
    await consumeResetConfirmRateLimits(house, request, body.email)
    await confirmPasswordReset(house, body, readDevice(request))
    return success
  })
}
