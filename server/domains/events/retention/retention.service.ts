import type { Queries } from '../../../platform/database/index.ts'
import { eventBatches } from '../../../platform/database/partitions/partitioned-tables.ts'
import {
  changePartitions,
  changeWithTimeout,
  selectPartitions,
} from '../../../platform/database/partitions/partitions.store.ts'
import {
  deleteEmptyStreams,
  deleteExpiredBatches,
  deleteOrphanBatches,
  detachPartition,
  dropDetached,
  isExpired,
  selectDetached,
  sumDetached,
} from './retention.store.ts'

/** What a pass of the retention leaves to do: more rows now, or a partition that was in use. */
export type RetentionState = 'more' | 'busy' | 'done'

/**
 * Drops the partitions of counted batches that came before a time, and deletes a slice of what lies elsewhere: batches whose server has a
 * wrong clock or sends no time, everything that removed servers sent, and streams without batches. Counted batches are kept up to the
 * length of a partition longer.
 */
export async function deleteOldBatches(queries: Queries, before: Date): Promise<RetentionState> {
  try {
    const { isComplete, mixed } = await dropExpiredPartitions(queries, before)
    const deleted = await queries.transaction().execute(async (tx) => {
      let batches = await deleteOrphanBatches(tx)
      for (const name of mixed) batches += await deleteExpiredBatches(tx, name, before)
      if (batches === 0) await deleteEmptyStreams(tx, before)
      return batches
    })
    if (deleted > 0) return 'more'
    return isComplete ? 'done' : 'busy'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return 'more'
    throw error
  }
}

/** Another process has dropped a partition since this one read its name. */
const undefinedTable = '42P01'

interface DroppedPartitions {
  /** False where one could not be dropped now. */
  isComplete: boolean
  /** Those that are not dropped as a whole: without limits, or with batches that came later than their time says. */
  mixed: string[]
}

async function dropExpiredPartitions(queries: Queries, before: Date): Promise<DroppedPartitions> {
  let isComplete = true
  const { ranges, fallback } = await selectPartitions(queries, eventBatches)
  const mixed = [fallback]
  for (const partition of ranges) {
    const isOld = partition.from !== null && partition.to <= before.getTime()
    if (!isOld || !(await isExpired(queries, partition, before))) {
      if (isOld || !partition.isDated) mixed.push(partition.name)
      continue
    }
    const isDetached = await changePartitions(queries, eventBatches, async (tx) => {
      const present = await selectPartitions(tx, eventBatches)
      if (!present.ranges.some(({ name }) => name === partition.name)) return
      // A late batch may have come since, or made one of its batches wait again.
      if (await isExpired(tx, partition, before)) await detachPartition(tx, partition)
    })
    isComplete &&= isDetached
  }
  for (const name of await selectDetached(queries)) {
    const sums = await sumDetached(queries, name)
    const isSettled = await changeWithTimeout(queries, (tx) => dropDetached(tx, name, sums))
    isComplete &&= isSettled
  }
  return { isComplete, mixed }
}
