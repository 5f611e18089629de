import { operatorExportCards } from '@clutch/contract/api/operator-exports.ts'
import * as operator from '@clutch/contract/api/operator-vip.ts'
import * as calls from '@clutch/contract/api/vip.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { sendRows } from '../http/download.ts'
import { inBoth } from '../http/subject.ts'
import { serverName } from '../servers/index.ts'
import * as cards from './cards.ts'
import * as onServers from './on-servers.ts'
import * as operatorCards from './operator-cards.ts'
import * as privileges from './privileges.ts'

/** The calls of players about VIP. */
export function answerVip(house: House, app: App): void {
  answer(app, calls.listPrivileges, ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    return privileges.listPrivileges(house.database, query.language)
  })
  answer(app, calls.redeemCard, ({ body, signedIn, request }) => {
    const { userId, steamId } = signedIn
    return cards.redeemCode(house, { userId, steamId, ip: request.ip }, body.code)
  })
  answer(app, calls.listCards, ({ signedIn }) => cards.listCardsOf(house, signedIn.userId))
}

/** The operator's calls about VIP. */
export function answerVipOperator(house: House, app: App): void {
  answerPrivileges(house, app)
  answerCards(house, app)
  answer(app, operator.operatorListVipServers, () => onServers.listVipServers(house))
  answer(app, operator.operatorReapplyVip, ({ params }) => onServers.reapplyVip(house, params.id), {
    made: ({ name, applied, waiting }) => ({ name, applied, waiting }),
    subject: ({ params }) => serverName(house.database, params.id),
  })
}

function answerPrivileges(house: House, app: App): void {
  const look = ({ params }: { params: { id: string } }) => privileges.readPrivilege(house.database, params.id)
  const named = ({ content }: operator.OperatorPrivilege) => inBoth(content)
  answer(app, operator.operatorListPrivileges, () => privileges.listAllPrivileges(house.database))
  answer(app, operator.operatorAddPrivilege, ({ body }) => privileges.addPrivilege(house, body), {
    made: (privilege) => privilege,
    named,
  })
  answer(
    app,
    operator.operatorChangePrivilege,
    ({ params, body }) => privileges.changePrivilege(house, params.id, body),
    { look, named },
  )
  answer(
    app,
    operator.operatorRemovePrivilege,
    async ({ params, query }) => {
      await privileges.removePrivilege(house, params.id, query.revision)
      return undefined
    },
    { look, named },
  )
}

function answerCards(house: House, app: App): void {
  answer(app, operator.operatorListCards, ({ query }) => operatorCards.listAllCards(house, query))
  answer(app, operatorExportCards, ({ query, reply }) =>
    sendRows(operatorExportCards, reply, operatorCards.exportCards(house, query)),
  )
  answer(app, operator.operatorListCardBatches, () => operatorCards.listBatches(house))
  answer(app, operator.operatorMakeCards, ({ body }) => operatorCards.makeCards(house, body), {
    look: ({ body }) => operatorCards.readBatch(house, body.batch),
    subject: ({ body }) => body.batch,
  })
  answer(app, operator.operatorVoidCard, ({ params }) => operatorCards.voidCardOf(house, params.id), {
    look: ({ params }) => operatorCards.readCard(house, params.id),
    // A code is told by how it begins.
    named: ({ begins, batch }) => [batch, `${begins}-****`].filter((part) => part !== null).join(' '),
  })
}
