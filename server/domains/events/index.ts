import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { BatchInbox } from './inbox.ts'
import { LiveLogs } from './log-tails.ts'
import { registerFeedRoutes } from './operator-routes.ts'
import { registerIntakeRoutes } from './routes.ts'
import { ReportSources } from './sources.ts'

export type { Anomaly, CountedBatch, PlayerCounts, CountsSubscriber } from './counted.ts'
export { sumCountedBatches } from './counted-store.ts'
export { listServersWithGaps } from './glance.ts'
export { allowRentalReports, revokeRentalReports, findReporterBySecret } from './lease-secrets.ts'
export type { MatchEvent, MatchSubscriber } from './matchzy.ts'
export { generateReportSecret, buildReportCommands } from './report-lines.ts'
export type { Reporter } from './reporter.ts'
export { isPresent, createRosterSource } from './roster.ts'
export type { ChatLine, ChatSubscriber } from './said.ts'
export { startEventsWorker } from './worker.ts'
export type { EventsWorker } from './worker.ts'

/** The events domain on the web side: the endpoint of the game servers and the operator's calls. It ends with the app. */
export async function registerEvents(context: AppContext, app: App): Promise<void> {
  const sources = await ReportSources.open(context)
  const tails = await LiveLogs.open(context)
  app.addHook('preClose', async () => tails.end())
  app.addHook('onClose', async () => {
    await tails.close()
    await sources.close()
  })
  await registerIntakeRoutes(app, { context, sources, inbox: new BatchInbox(context.database) })
  registerFeedRoutes(context, app, tails)
}
