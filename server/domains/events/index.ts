import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { Inbox } from './inbox.ts'
import { LogTails } from './log-tails.ts'
import { answerEventsOperator } from './operator-routes.ts'
import { answerGameServers } from './routes.ts'
import { Sources } from './sources.ts'

export type { Anomaly, CountedBatch, PlayerCounted, Subscriber } from './counted.ts'
export { sumCounted } from './counted-store.ts'
export { feedsWithGaps } from './glance.ts'
export { admitLease, dismissLease, reporterBySecret } from './lease-secrets.ts'
export type { MatchEvent, MatchSubscriber } from './matchzy.ts'
export { makeReportSecret, reportLines } from './report-lines.ts'
export type { Reporter } from './reporter.ts'
export { isPresent, rosterSource } from './roster.ts'
export type { SaidLine, SaidSubscriber } from './said.ts'
export { startEvents } from './worker.ts'
export type { Events } from './worker.ts'

/** The events domain on the web side: the endpoint of the game servers and the operator's calls. It ends with the app. */
export async function registerEvents(context: AppContext, app: App): Promise<void> {
  const sources = await Sources.open(context)
  const tails = await LogTails.open(context)
  app.addHook('preClose', async () => tails.end())
  app.addHook('onClose', async () => {
    await tails.close()
    await sources.close()
  })
  await answerGameServers(app, { context, sources, inbox: new Inbox(context.database) })
  answerEventsOperator(context, app, tails)
}
