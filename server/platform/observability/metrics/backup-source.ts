import type { Queries } from '../../database/index.ts'
import type { MetricDefinition } from './instruments.ts'
import type { DatabaseSource } from './sampled-gauges.ts'

const lastSuccess: MetricDefinition = {
  name: 'clutch_backup_last_success_timestamp_seconds',
  help: 'When the last scheduled backup succeeded, in seconds since 1970; absent before the first.',
  labels: [],
}

/** `readLast`: when the last scheduled backup succeeded, null before the first. */
export function createBackupSource(readLast: (queries: Queries) => Promise<Date | null>): DatabaseSource {
  return {
    gauges: [lastSuccess],
    async read(queries) {
      const last = await readLast(queries)
      return last === null ? [] : [{ gauge: lastSuccess, labels: {}, value: last.getTime() / 1_000 }]
    },
  }
}
