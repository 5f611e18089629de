import { randomUUIDv7 } from 'node:crypto'
import type { Body, Query, Reply } from '@clutch/contract/api/call.ts'
import type * as calls from '@clutch/contract/api/moderation/operator-cases.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { isSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type Queries, isUniqueViolation, withSearchTimeout } from '../../../platform/database/index.ts'
import { assertRevision } from '../../../platform/http/calls/revision.ts'
import type { WriteAudit } from '../../../platform/http/calls/write-audit.ts'
import { type OperatorCaller, responsibleFor } from '../../../platform/http/session/operator-caller.ts'
import { isOperator } from '../../accounts/index.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import { readCaseDetail, toCase } from './case-detail.service.ts'
import * as store from './cases.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>
/** A case whose row is locked. */
export type CaseRow = NonNullable<Awaited<ReturnType<typeof store.lockCase>>>

/** One page of the queue, without the cases of the caller (`assertMaySee`). Throws `search.too_long`. */
export function listCases(
  { database }: Dependencies,
  {
    state,
    assigned,
    kind,
    server,
    steamId,
    find,
    sort,
    direction,
    page,
    size,
  }: Query<typeof calls.operatorListCases>,
  by: OperatorCaller,
): Promise<Reply<typeof calls.operatorListCases>> {
  const assignee = assigned === 'me' ? (steamIdOf(by) ?? '0') : assigned === 'none' ? null : undefined
  const filter = { state, assignee, kind, server, steamId, find, except: steamIdOf(by) }
  const listPage = { sort, direction, limit: size, offset: (page - 1) * size }
  return withSearchTimeout(database, async (tx) => ({
    rows: (await store.selectCasePage(tx, filter, listPage)).map(toCase),
    total: await store.countCases(tx, filter),
  }))
}

/** One case as its caller may see it. Throws `case.not_found`, `operator.not_permitted`, `user.own_account`. */
export async function getCase(
  { database }: Pick<AppContext, 'database'>,
  id: string,
  by: OperatorCaller,
): Promise<calls.CaseDetail> {
  const detail = await readCaseDetail(database, id)
  await assertMaySee(database, { id, steam_id: detail.steamId }, by)
  return detail
}

/** Whose change it is, which revision they saw, and the audit entry that belongs to it. */
export interface CaseChange {
  id: string
  by: OperatorCaller
  revision?: number | undefined
  writeAudit: WriteAudit
}

/** Assigns a case to the caller. Throws `case.taken` with `steamId` and `name` of the operator who has it. */
export function takeCase(
  context: Dependencies,
  { takeOver, revision }: Body<typeof calls.operatorTakeCase>,
  change: Omit<CaseChange, 'revision'>,
): Promise<calls.CaseDetail> {
  return changeCase(context, { ...change, revision }, async (tx, row) => {
    assertOpen(row)
    const own = steamIdOf(change.by)
    if (own === null)
      throw new PortalError('operator.not_permitted', 'Only an operator with a SteamID takes a case')
    if (!takeOver) await assertNotTaken(tx, row, own, context.clock.now())
    if (row.assignee !== own) await store.updateCase(tx, row.id, { assignee: own })
  })
}

/** Gives a case back to the queue. Throws `case.taken` where another operator has it. */
export function releaseCase(context: Dependencies, change: CaseChange): Promise<calls.CaseDetail> {
  return changeCase(context, change, async (tx, row) => {
    assertOpen(row)
    await assertNotTaken(tx, row, steamIdOf(change.by), context.clock.now())
    if (row.assignee !== null) await store.updateCase(tx, row.id, { assignee: null })
  })
}

/** Adds a comment for operators; also to a closed case, and to one that another operator has. */
export function commentCase(
  context: Dependencies,
  text: string,
  change: Omit<CaseChange, 'revision'>,
): Promise<calls.CaseDetail> {
  const at = context.clock.now()
  return changeCase(context, change, (tx, { id: case_id }) =>
    store.insertComment(tx, { id: randomUUIDv7(), case_id, author: responsibleFor(change.by), text, at }),
  )
}

/** Opens a closed case again. Throws `case.not_closed`, `case.other_open`. */
export async function reopenCase(context: Dependencies, change: CaseChange): Promise<calls.CaseDetail> {
  const otherOpen = () => new PortalError('case.other_open', 'Another case of this player is open')
  const reopening = changeCase(context, change, async (tx, row) => {
    if (row.closed_at === null) throw new PortalError('case.not_closed', 'This case is open')
    if (await store.hasOtherOpenCase(tx, row)) throw otherOpen()
    await store.updateCase(tx, row.id, {
      closed_at: null,
      closed_by: null,
      outcome: null,
      note: '',
      duplicate_of: null,
      updated_at: context.clock.now(),
    })
  })
  // One that was opened at the same moment: the index decides.
  return reopening.catch((error: unknown) => {
    throw isUniqueViolation(error) ? otherOpen() : error
  })
}

/** Changes a case under its lock, with its audit entry. Throws as `changeCaseIn`. */
export async function changeCase(
  { database }: Pick<AppContext, 'database'>,
  change: CaseChange,
  apply: (tx: Queries, row: CaseRow) => Promise<void>,
): Promise<calls.CaseDetail> {
  return database.transaction().execute((tx) => changeCaseIn(tx, change, (row) => apply(tx, row)))
}

/**
 * The same in a transaction. Throws `case.not_found`, `operator.not_permitted`, `user.own_account` for a case of the caller,
 * `edit.conflict`.
 */
export async function changeCaseIn(
  tx: Queries,
  { id, by, revision, writeAudit }: CaseChange,
  apply: (row: CaseRow) => Promise<void>,
): Promise<calls.CaseDetail> {
  const row = await store.lockCase(tx, id)
  if (!row) throw caseNotFound()
  await assertMaySee(tx, row, by)
  await apply(row)
  assertRevision(row, revision)
  const detail = await readCaseDetail(tx, id)
  await writeAudit(tx)
  return detail
}

/** What the audit log records of a case. Throws `case.not_found`. */
export async function getCaseForAudit(queries: Queries, id: string) {
  const row = await store.selectCase(queries, id)
  if (!row) throw caseNotFound()
  const {
    steam_id: steamId,
    assignee,
    outcome,
    note,
    duplicate_of: duplicateOf,
    sanction_id: sanctionId,
  } = row
  const comments = (await store.selectComments(queries, id)).length
  return { steamId, assignee, outcome, note, duplicateOf, sanctionId, comments }
}

/**
 * How many cases are open, with the one that has waited longest without an operator; without those of the caller (`assertMaySee`).
 */
export async function getOpenCaseSummary(
  queries: Queries,
  by: OperatorCaller,
): Promise<{ count: number; first: { id: string; name: string } | null }> {
  const { count, first } = await store.selectOpenCaseSummary(queries, steamIdOf(by))
  return { count, first: first ? { id: first.id, name: first.player_name ?? first.steam_id } : null }
}

export function caseNotFound(): PortalError {
  return new PortalError('case.not_found', 'There is no such case')
}

export function assertOpen({ closed_at }: Pick<CaseRow, 'closed_at'>): void {
  if (closed_at !== null) throw new PortalError('case.closed', 'This case is closed')
}

/** One operator works on a case, until they give it back or are made no operator. */
export async function assertNotTaken(
  tx: Queries,
  { assignee }: Pick<CaseRow, 'assignee'>,
  own: string | null,
  now: Date,
): Promise<void> {
  if (assignee === null || assignee === own || !(await isOperator(tx, assignee, now))) return
  const name = (await findPlayerNames(tx, [assignee])).get(assignee) ?? ''
  throw new PortalError('case.taken', 'Another operator has this case', {
    about: { steamId: assignee, name },
  })
}

/** The SteamID64 of the operator who acts; null for the operator's token and service tokens. */
export function steamIdOf(by: OperatorCaller): string | null {
  const who = responsibleFor(by)
  return isSteamId(who) ? who : null
}

/**
 * An operator who is limited to some servers sees and changes the cases of these. None sees a case of their own: a reported player
 * never learns who reported.
 */
async function assertMaySee(
  queries: Queries,
  { id, steam_id: steamId }: Pick<CaseRow, 'id' | 'steam_id'>,
  by: OperatorCaller,
): Promise<void> {
  if (steamIdOf(by) === steamId)
    throw new PortalError('user.own_account', 'Another operator decides about you')
  const { serverIds } = by.permissions
  if (serverIds === null || (await store.isOnServers(queries, id, serverIds))) return
  throw new PortalError('operator.not_permitted', 'This case is of other servers')
}
