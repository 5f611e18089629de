import type { AppContext } from '../platform/context.ts'
import { listPartitionedTables } from '../platform/database/partitions/partitioned-tables.ts'
import {
  createPartitionsAhead,
  dropPartitionsBefore,
} from '../platform/database/partitions/partitions.service.ts'
import { type Worker, startWorker } from '../platform/lifecycle/worker.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'log' | 'config'>

const passIntervalMs = 3_600_000
/** A backup holds the tables for as long as it lasts: no partition is created or dropped meanwhile. */
const busyIntervalMs = 60_000

/** Creates partitions before their time, and drops those that only hold rows past their retention. */
export function startPartitionsWorker(context: Dependencies): Worker {
  return startWorker(context, {
    pass: async () => ((await maintainPartitions(context)) ? passIntervalMs : busyIntervalMs),
    failureMessage: 'partitions are not created or dropped now; retrying',
    retryMs: busyIntervalMs,
  })
}

/** One pass; returns false where a part of it has to be done later. */
export async function maintainPartitions(context: Dependencies): Promise<boolean> {
  let isComplete = await createMissingPartitions(context)
  for (const table of listPartitionedTables(context.config)) {
    if (!table.isDroppedByWorker) continue
    const before = new Date(context.clock.now().getTime() - table.retentionMs)
    isComplete = (await dropPartitionsBefore(context.database, table, before)) && isComplete
  }
  return isComplete
}

/**
 * Creates the partitions of the present time and those ahead; returns false where one could not be created now. Every process does so at
 * its start, because no worker may have run for months.
 */
export async function createMissingPartitions({
  database,
  clock,
  log,
  config,
}: Dependencies): Promise<boolean> {
  const tables = listPartitionedTables(config)
  const { isComplete, tooLarge } = await createPartitionsAhead(database, tables, clock.now())
  for (const partition of tooLarge)
    log.warn(partition, 'a partition is not created: too many of its rows are in the default partition')
  return isComplete
}
