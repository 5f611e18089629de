import * as account from '@clutch/contract/api/account.ts'
import * as auth from '@clutch/contract/api/auth.ts'
import { defaultLanguage } from '@clutch/contract/api/text.ts'
import type { FastifyRequest } from 'fastify'
import type { House } from '../../house.ts'
import { answer } from '../../http/answer.ts'
import type { App } from '../../http/app.ts'
import { whoAsks } from '../../http/signed-in.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { takeTry } from '../limits.ts'
import { deviceOf } from '../sessions.ts'
import { changeAccount, readAccount } from './account.ts'
import { removeEmail } from './own-email.ts'
import { changePassword } from './own-password.ts'
import { endAllSessions, endSession, listSessions, writeLog } from './own-sessions.ts'
import * as factor from './second-factor.ts'
import type { Self } from './self.ts'
import { vipStatus } from './vip-status.ts'

const success = { success: true as const }

/** The calls of a player about their own account: sessions, password, e-mail, second factor (C12, C15, C16, F7, J2). */
export function answerAccount(house: House, app: App): void {
  answerOwn(house, app)
  answerSecondFactor(house, app)
  answer(app, auth.getVipStatus, async ({ params, request }) =>
    vipStatus(house, params.steamId, (await whoAsks(app, request))?.steamId ?? null),
  )
}

function answerOwn(house: House, app: App): void {
  answer(app, account.getAccount, (asked) => readAccount(house, selfOf(asked)))
  answer(app, account.changeAccount, async (asked) => {
    await takeTry(house, 'change account', asked.signedIn.userId)
    return changeAccount(house, selfOf(asked), asked.body)
  })
  answer(app, account.listSessions, (asked) => listSessions(house, selfOf(asked)))
  answer(app, account.endSession, async (asked) => {
    await endSession(house, selfOf(asked), asked.params.id)
    return undefined
  })
  answer(app, account.endAllSessions, async (asked) => {
    await endAllSessions(house, selfOf(asked))
    return success
  })
  answer(app, account.changePassword, async (asked) => {
    const { language = defaultLanguage, ...passwords } = asked.body
    await changePassword(house, selfOf(asked), { ...passwords, language })
    return success
  })
  answer(app, account.removeEmail, async (asked) => {
    await removeEmail(house, selfOf(asked))
    return undefined
  })
  answer(app, auth.writeLog, async (asked) => {
    await writeLog(house, selfOf(asked), asked.body)
    return success
  })
}

function answerSecondFactor(house: House, app: App): void {
  answer(app, account.beginSecondFactor, (asked) => factor.beginSecondFactor(house, selfOf(asked)))
  answer(app, account.confirmSecondFactor, async (asked) => ({
    recoveryCodes: await factor.confirmSecondFactor(house, selfOf(asked), asked.body.code),
  }))
  answer(app, account.renewRecoveryCodes, async (asked) => ({
    recoveryCodes: await factor.renewRecoveryCodes(house, selfOf(asked), asked.body.code),
  }))
  answer(app, account.removeSecondFactor, async (asked) => {
    await factor.removeSecondFactor(house, selfOf(asked), asked.body.code)
    return success
  })
  answer(app, account.removeSecondFactorBySteam, async (asked) => {
    await factor.removeSecondFactorBySteam(house, selfOf(asked))
    return success
  })
  answer(app, auth.secondFactorSignIn, async (asked) => {
    await factor.showSecondFactor(house, selfOf(asked), asked.body.code)
    return success
  })
}

function selfOf({ signedIn, request }: { signedIn: SignedIn; request: FastifyRequest }): Self {
  return { ...signedIn, device: deviceOf(request) }
}
