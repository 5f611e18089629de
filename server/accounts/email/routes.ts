import * as auth from '@clutch/contract/api/auth.ts'
import { defaultLanguage } from '@clutch/contract/api/text.ts'
import type { House } from '../../house.ts'
import { answer } from '../../http/answer.ts'
import type { App } from '../../http/app.ts'
import { bearerOf } from '../../http/signed-in.ts'
import { takeTryOfAddress } from '../limits.ts'
import { deviceOf } from '../sessions.ts'
import { bindAccount, proveByGameCode } from './bind.ts'
import { sendCode } from './codes.ts'
import { takeBind, takeGuess, takeResetConfirm } from './limited.ts'
import { login } from './login.ts'
import { isRegistered, register } from './register.ts'
import { confirmReset, requestReset } from './resets.ts'

const success = { success: true } as const

/** The calls of e-mail accounts (C4–C10, C20). */
export function answerEmail(house: House, app: App): void {
  answer(app, auth.emailLogin, async ({ body, request }) => {
    await takeGuess(house, 'login', request, body.email)
    return login(house, body, deviceOf(request))
  })
  answerRegistering(house, app)
  answerResets(house, app)
  answer(app, auth.bindSteam, async ({ body, request }) => {
    await takeBind(house, request)
    return bindAccount(house, bearerOf(request), body, deviceOf(request))
  })
  answer(app, auth.validateGameCode, async ({ body, request }) => {
    await takeBind(house, request)
    return proveByGameCode(house, bearerOf(request), body)
  })
}

function answerRegistering(house: House, app: App): void {
  answer(app, auth.emailCheck, async ({ body, request }) => {
    await takeTryOfAddress(house, 'check address', request.ip)
    return { exists: await isRegistered(house, body.email) }
  })
  answer(app, auth.emailSendCode, async ({ body, request }) => {
    await takeTryOfAddress(house, 'send-code address', request.ip)
    await sendCode(house, body.email, body.language ?? defaultLanguage)
    return success
  })
  answer(app, auth.emailRegister, async ({ body, request }) => {
    await takeGuess(house, 'register', request, body.email)
    return register(house, body, deviceOf(request))
  })
}

function answerResets(house: House, app: App): void {
  answer(app, auth.emailResetPassword, async ({ body, request }) => {
    await takeTryOfAddress(house, 'reset address', request.ip)
    await requestReset(house, body.email, body.language ?? defaultLanguage, deviceOf(request))
    return success
  })
  answer(app, auth.emailResetConfirm, async ({ body, request }) => {
    await takeResetConfirm(house, request, body.email)
    await confirmReset(house, body, deviceOf(request))
    return success
  })
}
