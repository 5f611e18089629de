import type { Queries } from '../index.ts'
import { endOfUnit, findMissingRanges } from './partition-ranges.ts'
import type { PartitionedTable } from './partitioned-tables.ts'
import {
  changePartitions,
  countStrayRows,
  createPartition,
  deleteRowsBefore,
  dropPartition,
  maxMovedRows,
  selectPartitions,
} from './partitions.store.ts'

export interface CreatedPartitions {
  /** False where one could not be created now; its rows go to the default partition until it is. */
  isComplete: boolean
  /** Those whose rows stay in the default partition, because they are too many to be moved. */
  tooLarge: { table: string; from: Date }[]
}

/** Creates the partitions of the present time and those ahead. Any number of processes may do so at once. */
export async function createPartitionsAhead(
  queries: Queries,
  tables: readonly PartitionedTable[],
  now: Date,
): Promise<CreatedPartitions> {
  const result: CreatedPartitions = { isComplete: true, tooLarge: [] }
  for (const table of tables) {
    const from = now.getTime()
    let until = from
    for (let unit = 0; unit < table.ahead; unit += 1) until = endOfUnit(until, table.unit)
    const window = { from, until, unit: table.unit }
    const { ranges, fallback } = await selectPartitions(queries, table)
    for (const range of findMissingRanges(ranges, window)) {
      if ((await countStrayRows(queries, table, fallback, range)) > maxMovedRows) {
        result.tooLarge.push({ table: table.name, from: new Date(range.from) })
        continue
      }
      const isCreated = await changePartitions(queries, table, async (tx) => {
        // Another process may have created it before this one had the lock.
        const present = findMissingRanges((await selectPartitions(tx, table)).ranges, window)
        if (present.some(({ from: start }) => start === range.from))
          await createPartition(tx, table, fallback, range)
      })
      result.isComplete &&= isCreated
    }
  }
  return result
}

/**
 * Drops the partitions whose every key is before a time. Returns false where one could not be dropped now. A row is kept up to the length
 * of its partition longer than `before` says.
 */
export async function dropPartitionsBefore(
  queries: Queries,
  table: PartitionedTable,
  before: Date,
): Promise<boolean> {
  const { ranges } = await selectPartitions(queries, table)
  for (const { name, to } of ranges) {
    if (to > before.getTime()) return true
    const isDropped = await changePartitions(queries, table, async (tx) => {
      const present = await selectPartitions(tx, table)
      if (present.ranges.some((one) => one.name === name)) await dropPartition(tx, name)
    })
    if (!isDropped) return false
  }
  return true
}

/**
 * Deletes rows with a key before a time where no partition of limited length holds them: in the default partition, and in the one from
 * before the table was partitioned. Deletes `limit` rows of each at most; returns how many.
 */
export async function deleteUnpartitionedBefore(
  queries: Queries,
  table: PartitionedTable,
  before: Date,
  limit: number,
): Promise<number> {
  const { ranges, fallback } = await selectPartitions(queries, table)
  const names = [fallback, ...ranges.flatMap(({ name, isDated }) => (isDated ? [] : [name]))]
  let deleted = 0
  for (const name of names) deleted += await deleteRowsBefore(queries, table, name, before.getTime(), limit)
  return deleted
}
