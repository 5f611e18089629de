import type { OutgoingHttpHeaders } from 'node:http'
import * as calls from '@clutch/contract/api/operator-events.ts'
import { operatorStreamServerLog, operatorTestServerLog } from '@clutch/contract/api/operator-servers.ts'
import type { House } from '../house.ts'
import { answer } from '../http/answer.ts'
import type { App } from '../http/app.ts'
import { isOperator } from '../http/operator.ts'
import { requireRegistered, serverName } from '../servers/index.ts'
import { acknowledgeServerGaps, listFeeds } from './feeds.ts'
import { selectServerGaps } from './feeds-store.ts'
import type { LogTails } from './log-tails.ts'
import { testLog } from './log-test.ts'
import { connectLog, issueSecret, revokeSecret } from './secrets.ts'

/** The operator's calls about who may report, and how that goes. */
export function answerEventsOperator(house: House, app: App, tails: LogTails): void {
  /** Whether a server may report, not by what. */
  const look = async ({ params }: { params: { id: string } }) => {
    const feed = (await listFeeds(house.database)).find(({ server }) => server === params.id)
    return feed ? { reports: feed.reports } : null
  }
  const subject = ({ params }: { params: { id: string } }) => serverName(house.database, params.id)
  answer(app, calls.operatorIssueSecret, ({ params }) => issueSecret(house, params.id), { look, subject })
  answer(
    app,
    calls.operatorRevokeSecret,
    async ({ params }) => {
      await revokeSecret(house, params.id)
      return undefined
    },
    { look, subject },
  )
  answer(app, calls.operatorConnectLog, ({ params }) => connectLog(house, params.id), { look, subject })
  answer(app, calls.operatorAcknowledgeGaps, ({ params }) => acknowledgeServerGaps(house, params.id), {
    look: ({ params }) => selectServerGaps(house.database, params.id),
    subject,
  })
  answer(app, operatorTestServerLog, ({ params }) => testLog(house, params.id), {
    made: ({ delivered, ms }) => ({ delivered, ms }),
    subject,
  })
  answer(app, operatorStreamServerLog, async ({ params, signedIn, request, reply }) => {
    await requireRegistered(house.database, params.id)
    const operator = signedIn?.steamId ?? null
    tails.checkRoom(operator)
    app.streamPlaces.take(request, reply)
    reply.hijack()
    await tails.add(reply.raw, reply.getHeaders() as OutgoingHttpHeaders, {
      serverId: params.id,
      operator,
      mayListen: () => isOperator(app, request),
    })
    return reply
  })
  answer(app, calls.operatorListFeeds, () => listFeeds(house.database))
}
