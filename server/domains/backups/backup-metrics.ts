import type { AppContext } from '../../platform/context.ts'
import type { DatabaseSource, MetricDefinition } from '../../platform/observability/metrics/index.ts'
import { isScheduled } from './backup-plan.ts'
import { selectLatest } from './stores/backups.store.ts'

const scheduled: MetricDefinition = {
  name: 'clutch_backup_scheduled',
  help: 'Whether workers make backups by themselves: 1 or 0.',
  labels: [],
}
const lastSuccess: MetricDefinition = {
  name: 'clutch_backup_last_success_timestamp_seconds',
  help: 'When the last scheduled backup succeeded, in seconds since 1970; absent before the first.',
  labels: [],
}
const lastTest: MetricDefinition = {
  name: 'clutch_backup_test_last_success_timestamp_seconds',
  help: 'When the last restore test of a backup succeeded, in seconds since 1970; absent before the first.',
  labels: [],
}

/** What Prometheus gets of backups: an alert needs to know whether one that never succeeded is expected at all. */
export function createBackupSource({ config }: Pick<AppContext, 'config'>): DatabaseSource {
  return {
    gauges: [scheduled, lastSuccess, lastTest],
    async read(queries) {
      const backup = await selectLatest(queries, 'backup', 'done')
      const verification = await selectLatest(queries, 'verification', 'done')
      const toSample = (gauge: MetricDefinition, at: Date | null | undefined) =>
        at ? [{ gauge, labels: {}, value: at.getTime() / 1_000 }] : []
      return [
        { gauge: scheduled, labels: {}, value: isScheduled(config) ? 1 : 0 },
        ...toSample(lastSuccess, backup?.ended_at),
        ...toSample(lastTest, verification?.ended_at),
      ]
    },
  }
}
