import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'

/** A registered server, and a hash of its address and stored password. */
interface RefusingTarget {
  server: string
  target: string
}

/** Until when a password that a server refused is not sent; undefined where it refused none since it took one. */
export async function selectPause(
  queries: Queries,
  { server, target }: RefusingTarget,
): Promise<Date | undefined> {
  const row = await queries
    .selectFrom('rcon_refusals')
    .select('paused_until')
    .where('server_id', '=', server)
    .where('target', '=', target)
    .executeTakeFirst()
  return row?.paused_until
}

/** Claims the attempt after a pause until a time; false if another process has it. */
export async function claimAttempt(
  queries: Queries,
  { server, target }: RefusingTarget,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('rcon_refusals')
    .set({ paused_until: until })
    .where('server_id', '=', server)
    .where('target', '=', target)
    .where('paused_until', '<=', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Counts a refusal and begins its pause, the last of `pausesMs` repeated. One of an attempt that began before the last one is not counted. */
export async function saveRefusal(
  queries: Queries,
  { server, target }: RefusingTarget,
  { beganAt, now, pausesMs }: { beganAt: Date; now: Date; pausesMs: readonly number[] },
): Promise<void> {
  const count = sql`case when known.target <> excluded.target then 1
    when known.refused_at < ${beganAt}::timestamptz then known.refusals + 1 else known.refusals end`
  const pausedUntil = (refusals: unknown) =>
    sql`${now}::timestamptz + (${pausesMs}::float8[])[least(${refusals}, ${pausesMs.length}::integer)] * interval '1 ms'`
  await sql`
    insert into rcon_refusals as known (server_id, target, refusals, refused_at, paused_until)
      select id, ${target}, 1, ${now}::timestamptz, ${pausedUntil(sql`1`)} from servers where id = ${server}
      on conflict (server_id) do update set target = excluded.target, refusals = ${count}, refused_at = excluded.refused_at,
        paused_until = ${pausedUntil(count)}`.execute(queries)
}

/** The server took its password. */
export async function forgetRefusals(queries: Queries, server: string): Promise<void> {
  await queries.deleteFrom('rcon_refusals').where('server_id', '=', server).execute()
}
