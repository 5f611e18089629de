import { type RawBuilder, sql } from 'kysely'
import { creationTimeoutMs } from '@clutch/contract/limits.ts'
import { type Queries, prepared } from '../../../platform/database/index.ts'
import type { Claim } from './facts/rental-facts.store.ts'
import { addMs } from '../../../platform/clock/add-ms.ts'
import { claimMs, hostLostMs } from './timing.ts'

/** What a reconciler can do something about: the machines of its driver, and the regions that they serve (`*`: all). */
export interface ReconcilerReach {
  hosts: readonly string[]
  regions: readonly string[]
}

/**
 * Claims up to `limit` due rentals, until they are released or the claim expires. Instances on hosts of
 * another driver are left to that driver, unless their host has been unreachable for long.
 */
export async function claimRentals(
  queries: Queries,
  reach: ReconcilerReach,
  now: Date,
  limit: number,
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`${prepared} with due as (
      select id from rentals where due_at <= ${now} and (held_until is null or held_until <= ${now}) and ${isInReach(reach, now)}
      order by due_at, id limit ${limit} for no key update skip locked)
    update rentals set held_until = ${addMs(now, claimMs)}, epoch = rentals.epoch + 1
    where id in (select due.id from due) returning id, epoch, request_id as "requestId"`.execute(queries)
  return rows
}

/**
 * Returns when the next rental is due whose claim is free or expired; null if there is none. Reads what is due, which others have claimed,
 * and the first that is due later: every worker asks this after every notification, so it must not read every rental.
 */
export async function selectNextDue(
  queries: Queries,
  reach: ReconcilerReach,
  now: Date,
): Promise<Date | null> {
  const inReach = (when: RawBuilder<boolean>) =>
    sql`select greatest(due_at, coalesce(held_until, due_at)) as due from rentals where ${when} and ${isInReach(reach, now)}`
  const { rows } = await sql<{ due: Date | null }>`${prepared} select least(
    (${inReach(sql<boolean>`due_at <= ${now}`)} order by due limit 1),
    (${inReach(sql<boolean>`due_at > ${now}`)} order by due_at, id limit 1)) as due`.execute(queries)
  return rows[0]?.due ?? null
}

/** `offset 0` keeps PostgreSQL from hashing the instances of all rentals to look at the few that a limit leaves. */
function isInReach({ hosts, regions }: ReconcilerReach, now: Date) {
  const presentInstances = sql`from rental_instances as one where one.rental_id = rentals.id and one.removed_at is null`
  const isLost = sql`coalesce(one.unreached_at <= ${addMs(now, -hostLostMs)}, false)`
  return sql<boolean>`not exists (select ${presentInstances} and one.host_name <> all (${hosts}::text[]) and not ${isLost} offset 0)
    and (exists (select ${presentInstances} and one.host_name = any (${hosts}::text[]) offset 0)
      or rentals.region = any (${regions}::text[]) or '*' = any (${regions}::text[])
      or rentals.expires_at <= ${now} or rentals.revoked_at is not null
      or (rentals.ready_at is null and rentals.created_at <= ${addMs(now, -creationTimeoutMs)}))`
}

/** Releases a claim so that the rental is due again at that time; does nothing if another worker holds it. */
export async function releaseClaim(queries: Queries, { id, epoch }: Claim, due: Date): Promise<void> {
  await queries
    .updateTable('rentals')
    .set({ held_until: null, due_at: due })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .execute()
}
