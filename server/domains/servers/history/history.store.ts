import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import { historyHours, historyMinutes } from '../../../platform/database/partitions/partitioned-tables.ts'
import {
  deleteUnpartitionedBefore,
  dropPartitionsBefore,
} from '../../../platform/database/partitions/partitions.service.ts'

const maxDeleted = 10_000
const hourMs = 3_600_000

/** What one server showed in one minute. */
export interface MinuteCount {
  server_id: string
  /** Start of the minute. */
  at: Date
  players_sum: number
  samples: number
  peak: number
}

/**
 * Adds counts to their minutes, passing over servers removed meanwhile, and sets how many players all servers together had in those
 * minutes. One statement does both: counts that are written again after an error are counted once.
 */
export async function addMinutes(queries: Queries, counts: readonly MinuteCount[]): Promise<void> {
  await sql`
    with written as (
      insert into server_history_minutes as existing (server_id, at, players_sum, samples, peak)
      select c.server_id, c.at, c.players_sum, c.samples, c.peak
        from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c (
          server_id uuid, at timestamptz, players_sum integer, samples integer, peak integer)
        join servers on servers.id = c.server_id
        order by c.server_id, c.at
        for key share of servers
      on conflict (server_id, at) do update set players_sum = existing.players_sum + excluded.players_sum,
        samples = existing.samples + excluded.samples, peak = greatest(existing.peak, excluded.peak)
      returning server_id, at, players_sum, samples),
    others as (
      select former.at, former.players_sum, former.samples from server_history_minutes as former
        where former.at in (select at from written)
          and (former.server_id, former.at) not in (select server_id, at from written))
    insert into player_counts (at, players)
    select at, sum(players_sum::double precision / samples)
      from (select at, players_sum, samples from written union all select * from others) as counted
      group by at order by at
    on conflict (at) do update set players = excluded.players`.execute(queries)
}

/** Players on all servers together: the average of a step, by the step's beginning. */
export interface PlayerCountStep {
  at: Date
  players: number
}

/** Selects the steps from `from` to before `to` that have data, the earliest first. */
export async function selectPlayerCountSteps(
  queries: Queries,
  { from, to, stepMs }: { from: Date; to: Date; stepMs: number },
): Promise<PlayerCountStep[]> {
  const { rows } = await sql<PlayerCountStep>`
    select date_bin(make_interval(secs => ${stepMs / 1_000}), at, ${from}::timestamptz) as at, avg(players) as players
      from player_counts where at >= ${from} and at < ${to}
      group by 1 order by 1`.execute(queries)
  return rows
}

/** The first minute in [from, to) that any server has; null where none has one. */
export async function selectFirstMinute(queries: Queries, from: Date, to: Date): Promise<Date | null> {
  const row = await queries
    .selectFrom('server_history_minutes')
    .select('at')
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/**
 * Makes the rows of one hour from its minutes: those that are missing or, without `isMissingOnly`, all again, unless fewer minutes are
 * left. Reads the minutes by server, so that a server with a row costs one lookup.
 */
export async function rollUpHour(
  queries: Queries,
  hour: Date,
  { isMissingOnly }: { isMissingOnly: boolean },
): Promise<void> {
  const end = new Date(hour.getTime() + hourMs)
  const isMissing = isMissingOnly
    ? sql`not exists (select from server_history_hours as made where made.server_id = servers.id and made.at = ${hour})`
    : sql`true`
  await sql`
    with due as materialized (select id from servers where ${isMissing} order by id for key share)
    insert into server_history_hours as existing (server_id, at, players_sum, samples, peak)
    select due.id, ${hour}, sums.players, sums.samples, sums.peak
      from due cross join lateral (
        select sum(players_sum) as players, sum(samples) as samples, max(peak) as peak
          from server_history_minutes as m where m.server_id = due.id and m.at >= ${hour} and m.at < ${end}
      ) as sums
      where sums.samples is not null
      order by due.id
    on conflict (server_id, at) do update set
      players_sum = excluded.players_sum, samples = excluded.samples, peak = excluded.peak
      where excluded.samples >= existing.samples`.execute(queries)
}

/**
 * Deletes minutes and hours that began before these times, and counts of all servers as old as hours; those in a partition are deleted with it, up to a day or a month later. The
 * partitions worker drops those of hours.
 */
export async function deleteHistoryBefore(
  queries: Queries,
  minutesBefore: Date,
  hoursBefore: Date,
): Promise<void> {
  await dropPartitionsBefore(queries, historyMinutes, minutesBefore)
  while ((await deleteUnpartitionedBefore(queries, historyMinutes, minutesBefore, maxDeleted)) > 0);
  while ((await deleteUnpartitionedBefore(queries, historyHours, hoursBefore, maxDeleted)) > 0);
  await queries.deleteFrom('player_counts').where('at', '<', hoursBefore).execute()
}

/** The minutes of a server since `from`, oldest first. */
export function selectMinutes(queries: Queries, id: string, from: Date) {
  return queries
    .selectFrom('server_history_minutes')
    .select(['at', 'players_sum', 'samples', 'peak'])
    .where('server_id', '=', id)
    .where('at', '>=', from)
    .orderBy('at')
    .execute()
}

/** The hours of a server in [from, to), oldest first. */
export function selectHours(queries: Queries, id: string, from: Date, to: Date) {
  return queries
    .selectFrom('server_history_hours')
    .select(['at', 'players_sum', 'samples', 'peak'])
    .where('server_id', '=', id)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('at')
    .execute()
}
