import { randomUUIDv7 } from 'node:crypto'
import type { Body } from '@clutch/contract/api/call.ts'
import type * as calls from '@clutch/contract/api/moderation/operator-cases.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { hasRight } from '@clutch/contract/rules/accounts/operator-rights.ts'
import { type CaseKind, isOutcomeOf } from '@clutch/contract/rules/moderation/cases.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { type OperatorCaller, responsibleFor } from '../../../platform/http/session/operator-caller.ts'
import { insertMessage } from '../appeals/appeals.store.ts'
import { addSanction, liftSanction } from '../sanctions/sanctions.service.ts'
import { readCaseDetail } from './case-detail.service.ts'
import {
  type CaseChange,
  type CaseRow,
  assertNotTaken,
  assertOpen,
  caseNotFound,
  changeCase,
  changeCaseIn,
  steamIdOf,
} from './cases.service.ts'
import * as store from './cases.store.ts'
import { notifyAppellant, notifyReporters } from './decided-case-messages.service.ts'
import { dismissFlagsOfCase } from './flag-cases.store.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock' | 'keys' | 'jobs' | 'config'>
type Change = Omit<CaseChange, 'revision'>
type Decision = Pick<Body<typeof calls.operatorCloseCase>, 'outcome' | 'note'> &
  Partial<Pick<Body<typeof calls.operatorCloseCase>, 'duplicateOf' | 'sanctionId'>>

/**
 * Closes a case and dismisses its flags; `lifted` lifts the sanction in the same transaction. Throws `case.taken`, `case.closed`,
 * `case.other_outcome`, and as `liftSanction`.
 */
export async function closeCase(
  context: Dependencies,
  { revision, ...decision }: Body<typeof calls.operatorCloseCase>,
  change: Change,
): Promise<calls.CaseDetail> {
  const close = (tx: Queries, row: CaseRow) => decide(context, tx, row, decision, change.by)
  if (decision.outcome !== 'lifted') return changeCase(context, { ...change, revision }, close)
  const { sanction_id: sanctionId, kind } = await findCase(context.database, change.id)
  if (kind !== 'appeal' || sanctionId === null) throw otherOutcome()
  return withSanction(context, { ...change, revision }, close, (writeAudit) =>
    liftSanction(context, sanctionId, { reason: decision.note, revision: undefined }, change.by, writeAudit),
  )
}

/** Sanctions the player of a case and closes it, in one transaction. Throws as `closeCase` and `addSanction`. */
export async function sanctionCase(
  context: Dependencies,
  { note, revision, ...sanction }: Body<typeof calls.operatorSanctionCase>,
  change: Change,
): Promise<calls.CaseDetail> {
  const { steam_id: steamId } = await findCase(context.database, change.id)
  return withSanction(
    context,
    { ...change, revision },
    (tx, row, sanctionId) => decide(context, tx, row, { outcome: 'sanction', note, sanctionId }, change.by),
    (writeAudit) => addSanction(context, { ...sanction, steamId }, change.by, writeAudit),
  )
}

/** Answers the player of an open appeal. Throws `case.no_appeal`, `case.taken`, `case.closed`. */
export function answerAppeal(
  context: Dependencies,
  { text, revision }: Body<typeof calls.operatorAnswerAppeal>,
  change: Change,
): Promise<calls.CaseDetail> {
  const at = context.clock.now()
  return changeCase(context, { ...change, revision }, async (tx, row) => {
    if (row.kind !== 'appeal') throw new PortalError('case.no_appeal', 'This case is no appeal')
    assertOpen(row)
    const own = steamIdOf(change.by)
    await assertNotTaken(tx, row, own, at)
    const author = responsibleFor(change.by)
    await insertMessage(tx, { id: randomUUIDv7(), case_id: row.id, by: 'operator', author, text, at })
    await store.updateCase(tx, row.id, { ...(row.assignee === null && { assignee: own }) })
    await notifyAppellant(context, tx, row, { outcome: 'answer', text })
  })
}

/** Changes a sanction and its case in the transaction of the sanction, which ends with the case and the audit entry. */
async function withSanction(
  context: Dependencies,
  change: CaseChange,
  close: (tx: Queries, row: CaseRow, sanctionId: string) => Promise<void>,
  changeSanction: (writeAudit: (tx: Queries, sanction?: { id: string }) => Promise<void>) => Promise<unknown>,
): Promise<calls.CaseDetail> {
  if (!hasRight(change.by.permissions.rights, 'players', 'change'))
    throw new PortalError('operator.not_permitted', 'Your role does not permit sanctions')
  await changeSanction((tx, sanction) =>
    changeCaseIn(tx, change, (row) => close(tx, row, sanction?.id ?? row.sanction_id ?? '')).then(
      () => undefined,
    ),
  )
  return readCaseDetail(context.database, change.id)
}

async function decide(
  context: Dependencies,
  tx: Queries,
  row: CaseRow,
  { outcome, note, duplicateOf = null, sanctionId = null }: Decision,
  by: OperatorCaller,
): Promise<void> {
  const now = context.clock.now()
  assertOpen(row)
  const own = steamIdOf(by)
  await assertNotTaken(tx, row, own, now)
  if (!isOutcomeOf(row.kind as CaseKind, outcome) || (outcome === 'duplicate') !== (duplicateOf !== null))
    throw otherOutcome()
  if (duplicateOf !== null) await assertRemains(tx, row.id, duplicateOf)
  await store.updateCase(tx, row.id, {
    closed_at: now,
    closed_by: responsibleFor(by),
    outcome,
    note,
    duplicate_of: duplicateOf,
    ...(sanctionId !== null && { sanction_id: sanctionId }),
    ...(row.assignee === null && { assignee: own }),
  })
  await dismissFlagsOfCase(tx, row.id, now)
  if (row.kind === 'appeal') await notifyAppellant(context, tx, row, { outcome, text: note })
  else await notifyReporters(context, tx, row.id)
}

/** The case that remains is another one, and no duplicate itself: a reporter's outcome is found in one step. */
async function assertRemains(tx: Queries, id: string, duplicateOf: string): Promise<void> {
  const remaining = duplicateOf === id ? undefined : await store.selectCase(tx, duplicateOf)
  if (!remaining) throw caseNotFound()
  if (remaining.kind === 'appeal' || remaining.outcome === 'duplicate')
    throw new PortalError('case.other_outcome', 'That case is an appeal or a duplicate itself')
}

async function findCase(queries: Queries, id: string): Promise<store.NamedCase> {
  const row = await store.selectCase(queries, id)
  if (!row) throw caseNotFound()
  return row
}

function otherOutcome(): PortalError {
  return new PortalError('case.other_outcome', 'This case cannot end so')
}
