import * as calls from '@clutch/contract/api/operator-accounts.ts'
import { operatorListAudit } from '@clutch/contract/api/operator-audit.ts'
import { operatorExportAudit } from '@clutch/contract/api/operator-exports.ts'
import type { House } from '../../house.ts'
import { answer } from '../../http/answer.ts'
import type { App } from '../../http/app.ts'
import { sendRows } from '../../http/download.ts'
import { exportAudit, listAudit } from '../audit-list.ts'
import { forgetEmail } from './emails.ts'
import * as ops from './ops.ts'

/** The operator's calls about operators, how they sign in, and the audit log (C12). */
export function answerOps(house: House, app: App): void {
  answerMembers(house, app)
  answerWays(house, app)
  answer(app, operatorListAudit, ({ query }) => listAudit(house, query))
  answer(app, operatorExportAudit, ({ query, reply }) =>
    sendRows(operatorExportAudit, reply, exportAudit(house, query)),
  )
}

function answerMembers(house: House, app: App): void {
  const trail = {
    look: ({ params }: { params: { who: string } }) => ops.opForAudit(house, params.who),
    subject: ({ params }: { params: { who: string } }) => ops.nameForAudit(house, params.who),
  }
  answer(app, calls.operatorListOps, () => ops.listOps(house))
  answer(app, calls.operatorAddOp, ({ params }) => ops.addOp(house, params.who), trail)
  answer(
    app,
    calls.operatorRemoveOp,
    async ({ params, signedIn }) => {
      await ops.removeOp(house, params.who, signedIn)
      return undefined
    },
    trail,
  )
}

function answerWays(house: House, app: App): void {
  const look = ({ params }: { params: { steamId: string } }) => ops.waysForAudit(house, params.steamId)
  // The link itself is as good as a password.
  answer(app, calls.operatorMakeSignInLink, ({ params }) => ops.makeSignInLink(house, params.steamId), {
    made: ({ expires }) => ({ expires }),
  })
  answer(
    app,
    calls.operatorForgetSecondFactor,
    async ({ params }) => {
      await ops.forgetSecondFactor(house, params.steamId)
      return undefined
    },
    { look },
  )
  answer(
    app,
    calls.operatorForgetEmail,
    async ({ params }) => {
      await forgetEmail(house, params.steamId)
      return undefined
    },
    { look },
  )
}
