import { randomUUIDv7 } from 'node:crypto'
import type { Body, Query, Reply } from '@clutch/contract/api/call.ts'
import type {
  Evidence,
  Sanction,
  SanctionComment,
  SanctionDetail,
  operatorAddSanction,
  operatorChangeSanction,
  operatorCommentSanction,
  operatorLiftSanction,
  operatorListSanctions,
} from '@clutch/contract/api/moderation/operator-sanctions.ts'
import type { operatorExportSanctions } from '@clutch/contract/api/console/list-exports.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { SanctionServerState } from '@clutch/contract/rules/moderation/enforcement.ts'
import {
  type SanctionKind,
  type SanctionSource,
  getSanctionState,
  mayActOnServers,
} from '@clutch/contract/rules/moderation/sanctions.ts'
import { assertNotOutranked, getPlayerNames } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import { assertRegistered } from '../../servers/index.ts'
import type { AppContext, ReadContext } from '../../../platform/context.ts'
import { type Queries, searchInSteps, withSearchTimeout } from '../../../platform/database/index.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import { type OperatorCaller, responsibleFor } from '../../../platform/http/session/operator-caller.ts'
import { queueSanction, selectSanctionServers } from '../enforcement/sanction-servers.store.ts'
import * as store from './sanctions.store.ts'
import { toDate } from '../../../platform/clock/to-date.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>
type WriteSanctionAudit = (tx: Queries, value?: Sanction) => Promise<void>

/** Every sanction that matches, a page at a time. Throws `search.too_long`. */
export async function listSanctions(
  { database, clock }: Dependencies,
  { page, size, direction, sort, ...filter }: Query<typeof operatorListSanctions>,
): Promise<Reply<typeof operatorListSanctions>> {
  const now = clock.now()
  const { rows, total } = await withSearchTimeout(database, async (tx) => ({
    rows: await store.selectSanctionPage(tx, now, filter, {
      sort,
      direction,
      limit: size,
      offset: (page - 1) * size,
    }),
    total: await store.countSanctions(tx, now, filter),
  }))
  return { rows: rows.map((row) => toSanction(row, now)), total }
}

/** Every sanction that matches, in steps, the last added first. Throws `search.too_long`. */
export async function* exportSanctions(
  { database, clock }: Dependencies,
  filter: Query<typeof operatorExportSanctions>,
): AsyncGenerator<Sanction[]> {
  const now = clock.now()
  const steps = searchInSteps<store.SanctionRow>(database, (tx, after, limit) =>
    store.selectSanctionsAfter(tx, now, filter, { after, limit }),
  )
  for await (const rows of steps) yield rows.map((row) => toSanction(row, now))
}

/** One of them; throws `sanction.not_found`. */
export async function getSanction({ database, clock }: ReadContext, id: string): Promise<Sanction> {
  return toSanction((await store.selectSanction(database, id)) ?? sanctionNotFound(), clock.now())
}

/** The same with its comments, and how it is on each game server. */
export async function getSanctionDetail(context: ReadContext, id: string): Promise<SanctionDetail> {
  const comments = await store.selectComments(context.database, id)
  return {
    ...(await getSanction(context, id)),
    comments: comments.map(({ id: comment, at, by, by_name: byName, text }) => ({
      id: comment,
      at: at.getTime(),
      by,
      byName,
      text,
    })),
    servers: (await selectSanctionServers(context.database, id)).map((row) => ({
      serverId: row.server_id,
      name: row.name,
      steamId: row.steam_id,
      // A column with a check.
      state: row.state as SanctionServerState,
      problem: row.problem === '' ? null : row.problem,
      changed: row.changed_at.getTime(),
      kicks: row.kicks,
      kicked: row.kicked_at?.getTime() ?? null,
    })),
  }
}

/**
 * Makes a sanction. Throws `operator.not_permitted` for servers beyond those that the caller is limited to, `operator.outranked` for
 * an operator who may do more than the caller, `user.own_account`, `server.not_registered`, `sanction.exists` where one of the kind
 * holds for the player on all of these servers already, and `request.invalid` for an end that is past.
 */
export async function addSanction(
  context: Dependencies,
  body: Body<typeof operatorAddSanction>,
  by: OperatorCaller,
  writeAudit: WriteSanctionAudit,
): Promise<Sanction> {
  const { kind, steamId, name = '', address, reason, evidence, serverIds, expires } = body
  const now = context.clock.now()
  assertScope(by, serverIds)
  assertFuture(expires, now)
  const id = randomUUIDv7()
  return context.database.transaction().execute(async (tx) => {
    await assertMayActOn({ ...context, database: tx }, by, steamId)
    await assertAllRegistered(tx, serverIds)
    await store.lockSanctionsOfPlayer(tx, steamId)
    const present = await store.selectActiveSanctions(tx, { steamId, kind }, now)
    const same = present.find(({ server_ids: held }) => mayActOnServers(held, serverIds))
    if (same)
      throw new PortalError('sanction.exists', 'The player has one of this kind there', {
        about: { id: same.id },
      })
    await store.insertSanction(tx, {
      id,
      kind,
      steam_id: steamId,
      address,
      player_name: (await getPlayerNames(tx, [steamId])).get(steamId) ?? name,
      reason,
      evidence: JSON.stringify(evidence),
      server_ids: serverIds,
      source: 'portal',
      created_at: now,
      created_by: responsibleFor(by),
      expires_at: toDate(expires),
    })
    await queueSanction(tx, id, now)
    const added = await getSanction({ ...context, database: tx }, id)
    const fields = { player: added.name || steamId, reason, operator: added.byName ?? added.by }
    if (kind === 'ban') await notify(context, tx, { kind: 'ban.added', subject: steamId, fields })
    await writeAudit(tx, added)
    return added
  })
}

/**
 * Changes the given fields of a sanction. Throws as `addSanction`, `sanction.not_found`, `sanction.lifted`, and `edit.conflict` if
 * another operator changed it since.
 */
export async function changeSanction(
  context: Dependencies,
  id: string,
  { revision, ...change }: Body<typeof operatorChangeSanction>,
  by: OperatorCaller,
  writeAudit: WriteSanctionAudit,
): Promise<Sanction> {
  const { reason, evidence, serverIds, expires, address } = change
  return context.database.transaction().execute(async (tx) => {
    const before = await lockForChange(context, tx, { id, revision, by })
    if (serverIds !== undefined) assertScope(by, serverIds)
    if (expires !== undefined) assertFuture(expires, context.clock.now())
    if (address && before.kind !== 'ban')
      throw new PortalError('request.invalid', 'address: only a ban has one')
    await assertAllRegistered(tx, serverIds ?? null)
    await store.updateSanction(tx, id, {
      ...(reason !== undefined && { reason }),
      ...(evidence !== undefined && { evidence: JSON.stringify(evidence) }),
      ...(serverIds !== undefined && { server_ids: serverIds }),
      ...(expires !== undefined && { expires_at: toDate(expires) }),
      ...(address !== undefined && { address }),
    })
    await queueSanction(tx, id, context.clock.now())
    await writeAudit(tx)
    return getSanction({ ...context, database: tx }, id)
  })
}

/** Lifts a sanction. Throws as `changeSanction`. */
export async function liftSanction(
  context: Dependencies,
  id: string,
  { reason, revision }: Body<typeof operatorLiftSanction>,
  by: OperatorCaller,
  writeAudit: WriteSanctionAudit,
): Promise<Sanction> {
  return context.database.transaction().execute(async (tx) => {
    await lockForChange(context, tx, { id, revision, by })
    await store.updateSanction(tx, id, {
      lifted_at: context.clock.now(),
      lifted_by: responsibleFor(by),
      lift_reason: reason,
    })
    await queueSanction(tx, id, context.clock.now())
    await writeAudit(tx)
    return getSanction({ ...context, database: tx }, id)
  })
}

/** Adds a comment; throws `sanction.not_found` and, for one of other servers than the caller's, `operator.not_permitted`. */
export async function commentSanction(
  { database, clock }: Dependencies,
  sanctionId: string,
  { text }: Body<typeof operatorCommentSanction>,
  by: OperatorCaller,
  writeAudit: (tx: Queries, value?: SanctionComment) => Promise<void>,
): Promise<SanctionComment> {
  const id = randomUUIDv7()
  return database.transaction().execute(async (tx) => {
    const { server_ids: serverIds } = (await store.lockSanction(tx, sanctionId)) ?? sanctionNotFound()
    assertScope(by, serverIds)
    await store.insertComment(tx, {
      id,
      sanction_id: sanctionId,
      at: clock.now(),
      by: responsibleFor(by),
      text,
    })
    const { comments } = await getSanctionDetail({ database: tx, clock }, sanctionId)
    const added = comments.find((comment) => comment.id === id) ?? sanctionNotFound()
    await writeAudit(tx, added)
    return added
  })
}

async function lockForChange(
  context: Dependencies,
  tx: Queries,
  { id, revision, by }: { id: string; revision: number | undefined; by: OperatorCaller },
) {
  const row = (await store.lockSanction(tx, id)) ?? sanctionNotFound()
  assertScope(by, row.server_ids)
  await assertMayActOn({ ...context, database: tx }, by, row.steam_id)
  if (row.lifted_at !== null) throw new PortalError('sanction.lifted', 'It was lifted')
  assertRevision(row, revision)
  return row
}

function assertScope({ permissions }: OperatorCaller, serverIds: readonly string[] | null): void {
  if (!mayActOnServers(permissions.serverIds, serverIds))
    throw new PortalError('operator.not_permitted', 'Your role is limited to other servers')
}

/** No operator sanctions, or frees, themselves or one who may do more. */
async function assertMayActOn(
  context: { database: Queries } & Pick<AppContext, 'clock'>,
  by: OperatorCaller,
  steamId: string,
): Promise<void> {
  if (responsibleFor(by) === steamId)
    throw new PortalError('user.own_account', 'Another operator decides about you')
  await assertNotOutranked(context, by.permissions, steamId)
}

async function assertAllRegistered(tx: Queries, serverIds: readonly string[] | null): Promise<void> {
  for (const id of serverIds ?? []) await assertRegistered(tx, id)
}

function assertFuture(expires: number | null, now: Date): void {
  if (expires !== null && expires <= now.getTime())
    throw new PortalError('request.invalid', 'expires: in the future')
}

function sanctionNotFound(): never {
  throw new PortalError('sanction.not_found', 'There is no such sanction')
}

/** A sanction as operators see it at a time. */
function toSanction(row: store.SanctionRow, now: Date): Sanction {
  const { lifted_at: liftedAt, lifted_by: liftedBy } = row
  const expires = row.expires_at?.getTime() ?? null
  const lifted = liftedAt && { at: liftedAt.getTime(), by: liftedBy ?? '', reason: row.lift_reason }
  return {
    id: row.id,
    // Columns with checks, and JSON that this domain wrote.
    kind: row.kind as SanctionKind,
    source: row.source as SanctionSource,
    evidence: row.evidence as unknown as Evidence[],
    steamId: row.steam_id,
    name: row.known_name ?? row.player_name,
    address: row.address,
    reason: row.reason,
    serverIds: row.server_ids,
    created: row.created_at.getTime(),
    by: row.created_by,
    byName: row.by_name,
    expires,
    lifted,
    state: getSanctionState({ expires, lifted }, now.getTime()),
    revision: row.revision,
  }
}
