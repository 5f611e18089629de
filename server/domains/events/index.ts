import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import { BatchInbox } from './intake/batch-inbox.ts'
import { LiveLogs } from './live-log/live-log.service.ts'
import { registerHostCheckRoutes } from './host-checks/host-checks.routes.ts'
import { registerFeedRoutes } from './feeds/feeds.routes.ts'
import { registerIntakeRoutes } from './intake/intake.routes.ts'
import { ReportSources } from './reporters/report-sources.ts'

export type { Anomaly, CountedBatch, PlayerCounts, CountsSubscriber } from './processing/counted-batch.ts'
export { type CountedSums, completeCountedSums, readCountedSums } from './processing/counted-sums.store.ts'
export { listServersWithGaps } from './feeds/feeds.service.ts'
export {
  allowRentalReports,
  revokeRentalReports,
  forgetRentalReports,
  findReporterBySecret,
} from './reporters/rental-secrets.service.ts'
export type { MatchEvent, MatchSubscriber } from './processing/match-events.ts'
export { buildReportCommands, buildReportUrls } from './reporters/report-commands.ts'
export { takeHostCheckReport } from './host-checks/host-checks.service.ts'
export type { Reporter } from './reporters/reporter.ts'
export { isPresent, createRosterSource, listLogReports, listPresentPlayers } from './roster/roster.service.ts'
export type { RosterPlayer } from './counting/count-batch.ts'
export type { LogReport } from './roster/roster.service.ts'
export type { ArrivalSubscriber, ArrivedPlayer } from './arrivals/arrivals.ts'
export { readLogExcerpt } from './log-excerpts/log-excerpts.service.ts'
export type { ExcerptLine } from './log-excerpts/log-excerpts.service.ts'
export type { ChatLine, ChatSubscriber } from './chat/chat-lines.ts'
export { eventInboxSource } from './processing/inbox-metrics.ts'
export { startEventsWorker } from './processing/events.worker.ts'
export type { EventsWorker } from './processing/events.worker.ts'

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
  registerHostCheckRoutes(context, app)
}
