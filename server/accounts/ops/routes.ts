import * as calls from '@clutch/contract/api/operator-accounts.ts'
import type { House } from '../../house.ts'
import { answer } from '../../http/answer.ts'
import type { App } from '../../http/app.ts'
import { listAudit } from '../audit.ts'
import { forgetEmail } from './emails.ts'
import { addOp, forgetSecondFactor, listOps, makeSignInLink, removeOp } from './ops.ts'

/** The operator's calls about operators, accounts and the audit log (C12). */
export function answerOps(house: House, app: App): void {
  answer(app, calls.operatorListOps, () => listOps(house))
  answer(app, calls.operatorAddOp, ({ params }) => addOp(house, params.who))
  answer(app, calls.operatorRemoveOp, async ({ params }) => {
    await removeOp(house, params.who)
    return undefined
  })
  answer(app, calls.operatorMakeSignInLink, ({ params }) => makeSignInLink(house, params.steamId))
  answer(app, calls.operatorForgetSecondFactor, async ({ params }) => {
    await forgetSecondFactor(house, params.steamId)
    return undefined
  })
  answer(app, calls.operatorForgetEmail, async ({ params }) => {
    await forgetEmail(house, params.steamId)
    return undefined
  })
  answer(app, calls.operatorListAudit, ({ query }) => listAudit(house, query))
}
