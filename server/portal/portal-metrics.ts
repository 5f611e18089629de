import { eventInboxSource } from '../domains/events/index.ts'
import { moneySource } from '../domains/payments/index.ts'
import { createRentalSource } from '../domains/rentals/index.ts'
import { createGameServerSource } from '../domains/servers/index.ts'
import packed from '../package.json' with { type: 'json' }
import type { AppContext } from '../platform/context.ts'
import type { App } from '../platform/http/app.ts'
import { createBackupSource } from '../domains/backups/index.ts'
import { jobQueueSource } from '../platform/jobs/index.ts'
import type { ShutdownStack } from '../platform/lifecycle/shutdown.ts'
import type { DatabaseSource } from '../platform/observability/metrics/index.ts'
import { setCallLog } from '../platform/observability/observe-call.ts'
import { lockSource } from '../platform/observability/metrics/lock-source.ts'
import {
  areMetricsConfigured,
  openMetrics,
  registerMetrics,
  serveMetrics,
} from '../platform/observability/metrics/open-metrics.ts'

/** Has calls to other programs logged, and serves the metrics where the settings ask for them. */
export async function startMetrics(context: AppContext, app: App, shutdown: ShutdownStack): Promise<void> {
  const { config, log } = context
  setCallLog(log)
  if (!areMetricsConfigured(config)) return
  const metrics = await openMetrics(context, { version: packed.version, database: databaseSources(context) })
  if (config.metricsPort === undefined && config.metricsToken !== undefined)
    registerMetrics(app, metrics, config.metricsToken)
  const server = await serveMetrics(context, metrics)
  if (server === null) return
  shutdown.add('metrics', server.stop)
  log.info({ url: server.url }, 'serving metrics')
}

/** What each domain reports to Prometheus from the database. One line a domain. */
export function databaseSources(context: AppContext): DatabaseSource[] {
  return [
    jobQueueSource,
    lockSource,
    createGameServerSource(context),
    eventInboxSource,
    moneySource,
    createRentalSource(context),
    createBackupSource(context),
  ]
}
