import {
  type DatabaseSource,
  type MetricDefinition,
  defineCounter,
} from '../../../platform/observability/metrics/index.ts'
import { inboxCountMax, selectInbox } from './inbox-metrics.store.ts'

const waiting: MetricDefinition = {
  name: 'clutch_events_inbox_batches',
  help: `Reports of game servers that are stored and not counted yet, at most ${inboxCountMax}.`,
  labels: [],
}
const lag: MetricDefinition = {
  name: 'clutch_events_inbox_age_seconds',
  help: 'How long the oldest report that is not counted yet has been stored.',
  labels: [],
}
const countedBatches = defineCounter({
  name: 'clutch_events_counted_batches_total',
  help: 'Reports that this process counted, those counted again included.',
  labels: [],
})
const countedKills = defineCounter({
  name: 'clutch_events_counted_kills_total',
  help: 'Kills that the counting of this process added to boards.',
  labels: [],
})

/** To be called after the transaction that counted them. */
export function recordCounted({ batches, kills }: { batches: number; kills: number }): void {
  countedBatches.add({}, batches)
  // A batch counted again may add less than it took back; a counter only grows.
  countedKills.add({}, Math.max(0, kills))
}

export const eventInboxSource: DatabaseSource = {
  gauges: [waiting, lag],
  async read(queries, now) {
    const { batches, oldest } = await selectInbox(queries)
    const age = oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()) / 1_000
    return [
      { gauge: waiting, labels: {}, value: batches },
      { gauge: lag, labels: {}, value: age },
    ]
  },
}
