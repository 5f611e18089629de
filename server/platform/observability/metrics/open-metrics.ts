import { PortalError } from '@clutch/contract/errors.ts'
import type { AppContext } from '../../context.ts'
import type { Queries } from '../../database/index.ts'
import type { App } from '../../http/app.types.ts'
import { countOpenStreams } from '../../http/responses/event-stream.ts'
import { openRequestDurations } from './http-metrics.ts'
import { openProcessMetrics } from './instruments.ts'
import { type MetricsServer, type MetricsText, isBearer, startMetricsServer } from './metrics-server.ts'
import { createBuildSource, createPoolSource, createStreamSource } from './process-sources.ts'
import { type DatabaseSource, type ProcessSource, SampledGauges } from './sampled-gauges.ts'

/** What the database may spend on all metrics of one reading, per query, ms. */
const statementMs = 2_000

export interface MetricsOptions {
  version: string
  /** One per domain. */
  database: readonly DatabaseSource[]
  process?: readonly ProcessSource[]
}

/** The metrics of one portal. */
export interface Metrics {
  read: () => Promise<MetricsText>
}

type Dependencies = Pick<AppContext, 'config' | 'clock' | 'log' | 'database'>

/** Whether the settings ask for metrics; without them nothing is recorded and no library is loaded. */
export function areMetricsConfigured({
  metricsPort,
  metricsToken,
}: Pick<AppContext['config'], 'metricsPort' | 'metricsToken'>): boolean {
  return metricsPort !== undefined || metricsToken !== undefined
}

/** Starts recording and prepares the gauges of a portal. */
export async function openMetrics(
  { config, clock, log, database }: Dependencies,
  { version, database: databaseSources, process: processSources = [] }: MetricsOptions,
): Promise<Metrics> {
  const { client, registry } = await openProcessMetrics()
  const requests = openRequestDurations()
  const own = new client.Registry()
  const gauges = new SampledGauges({
    library: client,
    registry: own,
    withQueries: (read) => database.readWithin(statementMs, (queries: Queries) => read(queries)),
    clock,
    log,
    database: databaseSources,
    process: [
      createPoolSource(() => database.poolState()),
      createBuildSource(version, config.roles),
      createStreamSource(countOpenStreams),
      ...processSources,
    ],
  })
  return {
    async read() {
      await gauges.refresh()
      const [process, portal] = await Promise.all([registry.metrics(), own.metrics()])
      return { type: client.prometheusContentType, body: `${process}\n${requests.toText()}\n${portal}` }
    },
  }
}

/** Serves the metrics on the port of the settings; null where there is none. */
export function serveMetrics(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  metrics: Metrics,
): Promise<MetricsServer> | null {
  const { metricsPort: port, metricsHost: host, metricsToken: token } = config
  return port === undefined ? null : startMetricsServer({ host, port, token }, () => metrics.read(), log)
}

/** Serves the metrics as `/metrics` of the portal itself, to the bearer of the token only. */
export function registerMetrics(app: App, metrics: Metrics, token: string): void {
  app.get('/metrics', { schema: { hide: true }, config: { quiet: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    if (!isBearer(request.headers.authorization, token))
      throw new PortalError('operator.unauthorized', 'A bearer token is required')
    const { type, body } = await metrics.read()
    return reply.type(type).send(body)
  })
}
