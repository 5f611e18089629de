import type { OutgoingHttpHeaders } from 'node:http'
import * as calls from '@clutch/contract/api/events/operator-log-feeds.ts'
import {
  operatorStreamServerLog,
  operatorTestServerLog,
} from '@clutch/contract/api/servers/operator-server-control.ts'
import type { AppContext } from '../../../platform/context.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import { operatorToken, responsibleFor } from '../../../platform/http/session/operator-caller.ts'
import { isStillPermitted } from '../../../platform/http/session/operator-token.ts'
import { assertRegistered, getServerName } from '../../servers/index.ts'
import { acknowledgeServerGaps, getServerGaps, listFeeds } from './feeds.service.ts'
import type { LiveLogs } from '../live-log/live-log.service.ts'
import { testServerLog } from '../live-log/log-test.service.ts'
import { connectLog, issueReportSecret, revokeReportSecrets } from '../reporters/report-secrets.service.ts'

/** The operator's calls about who may report, and how that goes. */
export function registerFeedRoutes(context: AppContext, app: App, tails: LiveLogs): void {
  /** Whether a server may report, not by what. */
  const load = async ({ params }: { params: { id: string } }) => {
    const feed = (await listFeeds(context.database)).find(({ server }) => server === params.id)
    return feed ? { reports: feed.reports } : null
  }
  const subject = ({ params }: { params: { id: string } }) => getServerName(context.database, params.id)
  registerCall(app, calls.operatorIssueReportSecret, ({ params }) => issueReportSecret(context, params.id), {
    load,
    subject,
  })
  registerCall(
    app,
    calls.operatorRevokeReportSecret,
    async ({ params }) => {
      await revokeReportSecrets(context, params.id)
      return undefined
    },
    { load, subject },
  )
  registerCall(app, calls.operatorConnectLog, ({ params }) => connectLog(context, params.id), {
    load,
    subject,
  })
  registerCall(
    app,
    calls.operatorAcknowledgeLogGaps,
    ({ params }) => acknowledgeServerGaps(context, params.id),
    {
      load: ({ params }) => getServerGaps(context, params.id),
      subject,
    },
  )
  registerCall(app, operatorTestServerLog, ({ params }) => testServerLog(context, params.id), {
    created: ({ delivered, ms }) => ({ delivered, ms }),
    subject,
  })
  registerCall(app, operatorStreamServerLog, async ({ params, caller, request, reply }) => {
    await assertRegistered(context.database, params.id)
    const operator = caller === operatorToken ? null : responsibleFor(caller)
    tails.checkRoom(operator)
    app.streamPlaces.take(request, reply)
    reply.hijack()
    await tails.add(reply.raw, reply.getHeaders() as OutgoingHttpHeaders, {
      serverId: params.id,
      operator,
      mayListen: () => isStillPermitted(app, request, operatorStreamServerLog),
    })
    return reply
  })
  registerCall(app, calls.operatorListLogFeeds, () => listFeeds(context.database))
}
