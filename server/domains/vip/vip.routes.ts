import { operatorExportCards } from '@clutch/contract/api/console/list-exports.ts'
import * as operator from '@clutch/contract/api/vip/operator-vip.ts'
import * as calls from '@clutch/contract/api/vip/vip.ts'
import type { AppContext } from '../../platform/context.ts'
import { registerCall } from '../../platform/http/calls/register-call.ts'
import type { App } from '../../platform/http/app.ts'
import { sendRows } from '../../platform/http/responses/download.ts'
import { joinLanguages } from '../../platform/http/calls/audit-subject.ts'
import { getServerName } from '../servers/index.ts'
import * as cards from './cards/cards.service.ts'
import * as onServers from './delivery/delivery-status.service.ts'
import * as operatorCards from './cards/operator-cards.service.ts'
import * as privileges from './privileges/privileges.service.ts'

/** The calls of players about VIP. */
export function registerVipCalls(context: AppContext, app: App): void {
  registerCall(app, calls.listPrivileges, ({ query, reply }) => {
    reply.header('cache-control', 'no-cache')
    return privileges.listPrivileges(context.database, query.language)
  })
  registerCall(app, calls.redeemCard, ({ body, signedIn }) =>
    cards.redeemCode(context, signedIn.steamId, body.code),
  )
  registerCall(app, calls.listCards, ({ signedIn }) => cards.listCardsOf(context, signedIn.userId))
}

/** The operator's calls about VIP. */
export function registerVipOperatorCalls(context: AppContext, app: App): void {
  answerPrivileges(context, app)
  answerCards(context, app)
  registerCall(app, operator.operatorListVipServers, () => onServers.listVipServers(context))
  registerCall(app, operator.operatorReapplyVip, ({ params }) => onServers.reapplyVip(context, params.id), {
    created: ({ name, applied, waiting }) => ({ name, applied, waiting }),
    subject: ({ params }) => getServerName(context.database, params.id),
  })
}

function answerPrivileges(context: AppContext, app: App): void {
  const load = ({ params }: { params: { id: string } }) =>
    privileges.readPrivilege(context.database, params.id)
  const nameOf = ({ content }: operator.OperatorPrivilege) => joinLanguages(content)
  registerCall(app, operator.operatorListPrivileges, () => privileges.listAllPrivileges(context.database))
  registerCall(app, operator.operatorAddPrivilege, ({ body }) => privileges.addPrivilege(context, body), {
    created: (privilege) => privilege,
    nameOf,
  })
  registerCall(
    app,
    operator.operatorChangePrivilege,
    ({ params, body }) => privileges.changePrivilege(context, params.id, body),
    { load, nameOf },
  )
  registerCall(
    app,
    operator.operatorRemovePrivilege,
    async ({ params, query }) => {
      await privileges.removePrivilege(context, params.id, query.revision)
      return undefined
    },
    { load, nameOf },
  )
}

function answerCards(context: AppContext, app: App): void {
  registerCall(app, operator.operatorListCards, ({ query }) => operatorCards.listCards(context, query))
  registerCall(app, operatorExportCards, ({ query, reply }) =>
    sendRows(operatorExportCards, reply, operatorCards.exportCards(context, query)),
  )
  registerCall(app, operator.operatorListCardBatches, () => operatorCards.listBatches(context))
  registerCall(
    app,
    operator.operatorCreateCards,
    ({ body, writeAudit }) => operatorCards.createCards(context, body, writeAudit),
    {
      load: ({ body }, queries) => operatorCards.readBatch(context, body.batch, queries),
      subject: ({ body }) => body.batch,
    },
  )
  registerCall(
    app,
    operator.operatorVoidCard,
    ({ params, writeAudit }) => operatorCards.voidCardByOperator(context, params.id, writeAudit),
    {
      load: ({ params }, queries) => operatorCards.readCardForOperator(context, params.id, queries),
      // A code is identified by its first characters.
      nameOf: ({ begins, batch }) => [batch, `${begins}-****`].filter((part) => part !== null).join(' '),
    },
  )
}
