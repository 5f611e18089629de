import {
  auditLogRetentionMs,
  hourHistoryRetentionMs,
  minuteHistoryRetentionMs,
  trendDays,
} from '@clutch/contract/limits.ts'
import type { PartitionUnit } from './partition-ranges.ts'

/** A table that is partitioned by time. Its partitions are in the schema `partitions`, one of them for keys without another. */
export interface PartitionedTable {
  name: 'event_batches' | 'audit_log' | 'server_history_minutes' | 'server_history_hours' | 'player_days'
  key: string
  keyType: 'timestamptz' | 'date' | 'epoch-ms'
  unit: PartitionUnit
  /** Partitions that exist before their time: the worker may be away for the units between. */
  ahead: number
  /** How long rows are kept. */
  retentionMs: number
  /** Whether the worker drops what is older; otherwise the domain of the table does, which has work to do before. */
  isDroppedByWorker: boolean
  /** The key that each partition has for itself. */
  localKey?: string
}

const dayMs = 24 * 3_600_000
/** Up to this many days of reports, a partition is a day long: a week would keep them for much longer than the setting says. */
const daysInDayPartitions = 14
/** Up to this many days it is a week long, else a month: a statement may look into every partition. */
const daysInWeekPartitions = 180

/** The partitioned tables, where raw reports are kept for some days. */
export function listPartitionedTables({ rawLogDays }: { rawLogDays: number }): PartitionedTable[] {
  const length: Pick<PartitionedTable, 'unit' | 'ahead'> =
    rawLogDays <= daysInDayPartitions
      ? { unit: 'day', ahead: 7 }
      : { unit: rawLogDays <= daysInWeekPartitions ? 'week' : 'month', ahead: 2 }
  return [
    { ...eventBatches, ...length, retentionMs: rawLogDays * dayMs },
    auditLog,
    historyMinutes,
    historyHours,
    playerDays,
  ]
}

/** As long as raw reports are kept by default; `listPartitionedTables` has it as the settings want it. */
export const eventBatches: PartitionedTable = {
  name: 'event_batches',
  // The time of a batch's first line is a part of the key that recognises a repeat; the time of its arrival is not.
  key: 'at',
  keyType: 'epoch-ms',
  unit: 'week',
  ahead: 2,
  retentionMs: 30 * dayMs,
  isDroppedByWorker: false,
  localKey: 'primary key (id)',
}

export const auditLog: PartitionedTable = {
  name: 'audit_log',
  key: 'at',
  keyType: 'timestamptz',
  unit: 'month',
  ahead: 2,
  retentionMs: auditLogRetentionMs,
  isDroppedByWorker: true,
  localKey: 'primary key (id)',
}

export const historyMinutes: PartitionedTable = {
  name: 'server_history_minutes',
  key: 'at',
  keyType: 'timestamptz',
  unit: 'day',
  ahead: 7,
  retentionMs: minuteHistoryRetentionMs,
  isDroppedByWorker: false,
}

export const historyHours: PartitionedTable = {
  name: 'server_history_hours',
  key: 'at',
  keyType: 'timestamptz',
  unit: 'month',
  ahead: 2,
  retentionMs: hourHistoryRetentionMs,
  isDroppedByWorker: true,
}

export const playerDays: PartitionedTable = {
  name: 'player_days',
  key: 'day',
  keyType: 'date',
  unit: 'month',
  ahead: 2,
  // A day of the community ends at another time than one of UTC.
  retentionMs: (trendDays + 1) * dayMs,
  isDroppedByWorker: true,
}
