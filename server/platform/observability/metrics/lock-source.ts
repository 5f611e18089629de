import { selectHeldLocks } from '../../database/index.ts'
import type { MetricDefinition } from './instruments.ts'
import type { DatabaseSource } from './sampled-gauges.ts'

const locks: MetricDefinition = {
  name: 'clutch_locks_held',
  help: 'Named locks that a process holds now: poller is 1 while a poller works.',
  labels: ['lock'],
}

export const lockSource: DatabaseSource = {
  gauges: [locks],
  async read(queries) {
    const held = await selectHeldLocks(queries)
    return Object.entries(held).map(([lock, value]) => ({ gauge: locks, labels: { lock }, value }))
  },
}
