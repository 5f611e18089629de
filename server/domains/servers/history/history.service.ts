import type { ServerHistory } from '@clutch/contract/api/servers/servers.ts'
import { hourHistoryRetentionMs, minuteHistoryRetentionMs } from '@clutch/contract/limits.ts'
import type { Queries } from '../../../platform/database/index.ts'
import {
  type MinuteCount,
  addMinutes,
  deleteHistoryBefore,
  rollUpHour,
  selectFirstMinute,
  selectHours,
  selectMinutes,
} from './history.store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type HistoryCount = Omit<MinuteCount, 'server_id'>

/** Player counts of the running minute, until they are written (D16). */
export class HistoryCounter {
  #counts = new Map<string, MinuteCount>()

  add(serverId: string, players: number, now: Date): void {
    const at = new Date(floorTime(now, minuteMs))
    const key = `${serverId} ${at.getTime()}`
    const count = this.#counts.get(key) ?? { server_id: serverId, at, players_sum: 0, samples: 0, peak: 0 }
    count.players_sum += players
    count.samples += 1
    count.peak = Math.max(count.peak, players)
    this.#counts.set(key, count)
  }

  /**
   * Writes the counts of minutes that ended by `now`, all of them without `now`; a failed write is counted
   * again.
   */
  async write(queries: Queries, now?: Date): Promise<void> {
    const before = now ? floorTime(now, minuteMs) : Infinity
    const due = [...this.#counts].filter(([, count]) => count.at.getTime() < before)
    if (due.length === 0) return
    await addMinutes(
      queries,
      due.map(([, count]) => count),
    )
    for (const [key] of due) this.#counts.delete(key)
  }
}

/**
 * Aggregates the ended hours from their minutes and deletes old history. The last two hours are made again, because their last minutes
 * may have been written since; of the others, only rows that are missing. A statement reads one hour, so that its duration does not
 * depend on how much was missed. May run any number of times; `stop` ends it between two hours.
 */
export async function rollUpHistory(queries: Queries, now: Date, stop?: AbortSignal): Promise<void> {
  const hoursBack = (ms: number) => new Date(floorTime(new Date(now.getTime() - ms), hourMs))
  const end = hoursBack(0)
  const remadeFrom = hoursBack(2 * hourMs)
  let minute = await selectFirstMinute(queries, new Date(0), end)
  while (minute && !stop?.aborted) {
    const hour = new Date(floorTime(minute, hourMs))
    await rollUpHour(queries, hour, { isMissingOnly: hour < remadeFrom })
    minute = await selectFirstMinute(queries, new Date(hour.getTime() + hourMs), end)
  }
  if (stop?.aborted) return
  const minutesKeptFrom = hoursBack(minuteHistoryRetentionMs + hourMs)
  await deleteHistoryBefore(queries, minutesKeptFrom, new Date(now.getTime() - hourHistoryRetentionMs))
}

/** D16: the last day by the minute, or the last week by the hour with the running hour made of its minutes. */
export async function readHistory(
  queries: Queries,
  id: string,
  range: ServerHistory['range'],
  now: Date,
): Promise<ServerHistory> {
  if (range === '24h') {
    const minutes = await selectMinutes(queries, id, new Date(now.getTime() - dayMs))
    return { range, points: minutes.map(toPoint) }
  }
  const hour = new Date(floorTime(now, hourMs))
  const hours = await selectHours(queries, id, new Date(now.getTime() - 7 * dayMs), hour)
  const minutes = await selectMinutes(queries, id, hour)
  return { range, points: [...hours, ...sumMinutes(minutes, hour)].map(toPoint) }
}

function sumMinutes(minutes: readonly HistoryCount[], at: Date): HistoryCount[] {
  if (minutes.length === 0) return []
  const sum = (of: (minute: HistoryCount) => number) =>
    minutes.reduce((total, minute) => total + of(minute), 0)
  const peak = Math.max(...minutes.map((minute) => minute.peak))
  return [
    { at, players_sum: sum((minute) => minute.players_sum), samples: sum((minute) => minute.samples), peak },
  ]
}

function toPoint({ at, players_sum, samples, peak }: HistoryCount) {
  return { at: at.getTime(), players: Math.round(players_sum / samples), peak }
}

function floorTime(time: Date, unitMs: number): number {
  return Math.floor(time.getTime() / unitMs) * unitMs
}
