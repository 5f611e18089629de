import type { Config } from '../../config/config.ts'
import type { WarningLog } from './otlp-recorder.ts'

/**
 * Starts writing traces where the settings name a receiver; returns how to stop, null where they name none. The library is loaded
 * only then. To be called before the database is opened, whose queries are traced too.
 */
export async function openTracing(
  config: Config,
  version: string,
  log: WarningLog,
): Promise<(() => Promise<void>) | null> {
  const { otlpEndpoint: endpoint, otlpHeaders: headers, traceServiceName: serviceName, traceRatio } = config
  if (endpoint === undefined) return null
  const { startOtlpRecorder } = await import('./otlp-recorder.ts')
  return startOtlpRecorder({ endpoint, headers: headers ?? {}, serviceName, version, ratio: traceRatio, log })
}
