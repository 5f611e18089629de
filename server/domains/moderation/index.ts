import type { AppContext } from '../../platform/context.ts'
import type { App } from '../../platform/http/app.ts'
import type { PortalSettingsCache } from '../content/index.ts'
import { registerAppealRoutes } from './appeals/appeals.routes.ts'
import { registerBanRoutes } from './bans/bans.routes.ts'
import { startCaseSweepWorker } from './cases/case-sweep.worker.ts'
import { registerCaseRoutes } from './cases/cases.routes.ts'
import { startChatReportWorker } from './reports/chat-reports.service.ts'
import { startEvidenceWorker } from './reports/evidence.service.ts'
import { startPlayerMessageWorker } from './reports/player-messages.service.ts'
import { registerReportRoutes } from './reports/reports.routes.ts'
import { registerSanctionRoutes } from './sanctions/sanctions.routes.ts'

export { getOpenCaseSummary } from './cases/cases.service.ts'
export { flagCases } from './cases/flag-cases.service.ts'
export { createSanctionSubscriber } from './enforcement/arrivals.ts'
export { startEnforcement } from './enforcement/enforcement.worker.ts'
export { createChatReportSubscriber } from './reports/chat-reports.service.ts'

/** The moderation domain on the web side: bans, mutes and gags, the operators' queue, and what players report and appeal. */
export function registerModeration(context: AppContext, app: App, content: PortalSettingsCache): void {
  registerSanctionRoutes(context, app)
  registerBanRoutes(context, app, content)
  registerCaseRoutes(context, app)
  registerReportRoutes(context, app, content)
  registerAppealRoutes(context, app, content)
}

/** Starts the workers of the queue: evidence, reports from the chat, messages to players, the nightly removal of old cases. */
export async function startModerationWorkers(context: AppContext): Promise<void> {
  await startEvidenceWorker(context)
  await startChatReportWorker(context)
  await startPlayerMessageWorker(context)
  await startCaseSweepWorker(context)
}
