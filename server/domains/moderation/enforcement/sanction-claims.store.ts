import { type RawBuilder, sql } from 'kysely'
import { type Queries, notify } from '../../../platform/database/index.ts'
import { sanctionsChannel } from './sanction-servers.store.ts'

/** A sanction that is due on a server, claimed. */
export interface ClaimedRow {
  sanctionId: string
  serverId: string
  /** Who is kept out; another account than the sanction's where that is by address. */
  steamId: string
  ofSteamId: string
  kind: 'ban' | 'mute' | 'gag'
  reason: string
  wanted: 'applied' | 'lifted'
  expiresAt: Date | null
  liftedAt: Date | null
  sentAt: Date | null
  resend: boolean
  tries: number
  isHeldByAnother: boolean
}

/** Claims what is due on a server until a time; rows that another worker claims are passed over. */
export async function claimRows(
  queries: Queries,
  { serverId, claimId, limit }: { serverId: string; claimId: string; limit: number },
  now: Date,
  until: Date,
): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select sanction_id, server_id, steam_id from sanction_servers
        where server_id = ${serverId} and due_at <= ${now} order by due_at limit ${limit} for update skip locked
    ), claimed as (
      update sanction_servers known set claim_id = ${claimId}, due_at = ${until} from due
        where (known.sanction_id, known.server_id, known.steam_id) = (due.sanction_id, due.server_id, due.steam_id)
        returning known.*
    )
    select ${claimedColumns(now)} from claimed join sanctions s on s.id = claimed.sanction_id`.execute(
    queries,
  )
  return rows
}

/** A row as it is now; undefined where it became due again meanwhile or another worker claimed it. */
export async function readClaimedRow(
  queries: Queries,
  { sanctionId, serverId, steamId, claimId }: ClaimedKey,
  now: Date,
): Promise<ClaimedRow | undefined> {
  const { rows } = await sql<ClaimedRow>`
    select ${claimedColumns(now)} from sanction_servers claimed join sanctions s on s.id = claimed.sanction_id
      where claimed.sanction_id = ${sanctionId} and claimed.server_id = ${serverId} and claimed.steam_id = ${steamId}
        and claimed.claim_id = ${claimId}`.execute(queries)
  return rows[0]
}

function claimedColumns(now: Date): RawBuilder<unknown> {
  return sql`claimed.sanction_id as "sanctionId", claimed.server_id as "serverId", claimed.steam_id as "steamId",
    s.steam_id as "ofSteamId", s.kind, s.reason, claimed.wanted, s.expires_at as "expiresAt",
    s.lifted_at as "liftedAt", claimed.sent_at as "sentAt", claimed.resend, claimed.tries,
    exists (select from sanctions o where o.steam_id = s.steam_id and o.kind = s.kind and o.id <> s.id
      and o.lifted_at is null and (o.expires_at is null or o.expires_at > ${now})
      and (o.server_ids is null or claimed.server_id = any(o.server_ids))) as "isHeldByAnother"`
}

type RowKey = Pick<ClaimedRow, 'sanctionId' | 'serverId' | 'steamId'>
type ClaimedKey = RowKey & { claimId: string }

/**
 * Notes before a command is sent that the server may have taken it, whatever it answers. False where the claim is over: the command is
 * not to be sent.
 */
export async function markSent(
  queries: Queries,
  { claimId, ...key }: ClaimedKey,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await rowOf(queries, key)
    .set({ sent_at: now })
    .where('claim_id', '=', claimId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Counts a kick; also where the row became due again meanwhile. */
export async function markKicked(queries: Queries, key: RowKey, now: Date): Promise<void> {
  await rowOf(queries, key)
    .set({ kicked_at: now, kicks: sql`kicks + 1` })
    .execute()
}

/** What one try left. */
export interface RowResult {
  state: string
  problem: string
  tries: number
  dueAt: Date | null
  isSent: boolean
}

/** Stores the result of a try; false where the row became due again meanwhile or another worker claimed it. */
export async function saveResult(
  queries: Queries,
  { claimId, ...key }: ClaimedKey,
  { state, problem, tries, dueAt, isSent }: RowResult,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await rowOf(queries, key)
    .set({ state, problem, tries, due_at: dueAt, changed_at: now, claim_id: null })
    .$if(isSent, (query) => query.set({ resend: false }))
    .where('claim_id', '=', claimId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Makes a row due after a command was sent for what it was before: the server may have taken that command last. Does nothing where the
 * sanction is the same. Returns whether it did.
 */
export async function queueStale(
  queries: Queries,
  { sanctionId, serverId, steamId, wanted, liftedAt, expiresAt }: ClaimedRow,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update sanction_servers known set state = 'waiting', resend = true, due_at = ${now}, claim_id = null, tries = 0
      from sanctions s where s.id = known.sanction_id
        and known.sanction_id = ${sanctionId} and known.server_id = ${serverId} and known.steam_id = ${steamId}
        and (known.wanted, s.lifted_at is null, s.expires_at)
          is distinct from (${wanted}::text, ${liftedAt === null}::boolean, ${expiresAt}::timestamptz)`.execute(
    queries,
  )
  if (numAffectedRows > 0n) await notify(queries, sanctionsChannel)
  return numAffectedRows > 0n
}

/** Makes the rows that a claim still holds due at once, for any worker. */
export async function releaseClaimed(queries: Queries, claim: ServerClaim, now: Date): Promise<void> {
  const { numAffectedRows = 0n } = await sql`${lockedRowsOf(claim)}
    update sanction_servers known set due_at = ${now}, claim_id = null from locked ${isLocked}`.execute(
    queries,
  )
  if (numAffectedRows > 0n) await notify(queries, sanctionsChannel)
}

/** Postpones what a claim still holds, each row for twice as long as the last time. */
export async function postponeClaimed(
  queries: Queries,
  claim: ServerClaim,
  { problem, rest }: { problem: string; rest: { firstMs: number; longestMs: number } },
  now: Date,
): Promise<void> {
  const restMs = sql`least(${rest.longestMs}::float8, ${rest.firstMs}::float8 * 2 ^ least(known.tries + 1, 20))`
  await sql`${lockedRowsOf(claim)}
    update sanction_servers known set state = 'waiting', problem = ${problem}, tries = known.tries + 1, claim_id = null,
      changed_at = ${now}, due_at = ${now}::timestamptz + ${restMs} * interval '1 ms' from locked ${isLocked}`.execute(
    queries,
  )
}

type ServerClaim = Pick<ClaimedKey, 'serverId' | 'claimId'>

function lockedRowsOf({ serverId, claimId }: ServerClaim): RawBuilder<unknown> {
  return sql`with locked as materialized (
    select sanction_id, server_id, steam_id from sanction_servers
      where server_id = ${serverId} and claim_id = ${claimId} and due_at is not null
      order by sanction_id, server_id, steam_id for update)`
}

const isLocked = sql`where (known.sanction_id, known.server_id, known.steam_id)
  = (locked.sanction_id, locked.server_id, locked.steam_id)`

function rowOf(queries: Queries, { sanctionId, serverId, steamId }: RowKey) {
  return queries
    .updateTable('sanction_servers')
    .where('sanction_id', '=', sanctionId)
    .where('server_id', '=', serverId)
    .where('steam_id', '=', steamId)
}
