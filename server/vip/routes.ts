import * as operator from '@clutch/contract/api/operator-vip.ts'
import * as calls from '@clutch/contract/api/vip.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
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
  answer(app, operator.operatorListPrivileges, () => privileges.listAllPrivileges(house.database))
  answer(app, operator.operatorAddPrivilege, ({ body }) => privileges.addPrivilege(house, body))
  answer(app, operator.operatorChangePrivilege, ({ params, body }) =>
    privileges.changePrivilege(house, params.id, body),
  )
  answer(app, operator.operatorRemovePrivilege, async ({ params }) => {
    await privileges.removePrivilege(house, params.id)
    return undefined
  })
  answer(app, operator.operatorListCards, ({ query }) => operatorCards.listAllCards(house, query))
  answer(app, operator.operatorMakeCards, ({ body }) => operatorCards.makeCards(house, body))
  answer(app, operator.operatorVoidCard, ({ params }) => operatorCards.voidCardOf(house, params.id))
  answer(app, operator.operatorListVipServers, () => onServers.listVipServers(house))
  answer(app, operator.operatorReapplyVip, ({ params }) => onServers.reapplyVip(house, params.id))
}
