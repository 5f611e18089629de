import type { Body, Reply } from '@clutch/contract/api/call.ts'
import type { operatorBlockUser } from '@clutch/contract/api/accounts/operator-users.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { type OperatorCaller, responsibleFor } from '../../../platform/http/session/operator-caller.ts'
import { deleteBindingsOfUser, lockUser } from './users.store.ts'
import { deleteBlock, saveBlock } from './user-blocks.store.ts'
import { assertNotOwnAccount } from './not-own-account.ts'
import { deleteSession, deleteSessions } from '../sessions/sessions.store.ts'
import { deleteLinkTickets } from '../steam/tickets.store.ts'
import { getUserListRow } from './users.service.ts'
import { toDate } from '../../../platform/clock/to-date.ts'

type Dependencies = Pick<AppContext, 'database' | 'clock'>

/** Whom an operator's act is about, and who acts. */
interface UserAction {
  id: string
  by: OperatorCaller
}

/** Ends one session of a user; throws 404 `user.not_found`, `session.not_found`. */
export async function endUserSession(
  context: Dependencies,
  id: string,
  session: string,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  const { id: userId } = await getUserListRow(context, id)
  await context.database.transaction().execute(async (tx) => {
    if (!(await deleteSession(tx, userId, session)))
      throw new PortalError('session.not_found', 'There is no such session')
    await writeAudit(tx)
  })
}

/** Ends every session of a user, and the bindings and links that would begin another. */
export async function endUserSessions(
  context: Dependencies,
  id: string,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  const user = await getUserListRow(context, id)
  await context.database.transaction().execute(async (tx) => {
    await lockUserOrThrow(tx, user.id)
    await deleteSessions(tx, user.id)
    await deleteBindingsOfUser(tx, user.id)
    if (user.steam_id !== null) await deleteLinkTickets(tx, user.steam_id)
    await writeAudit(tx)
  })
}

/**
 * Blocks a user until `expires` (ms since 1970, UTC) or permanently: their sessions end, and none can begin
 * while the block is in force. Purchases and rentals are unaffected. An operator cannot block themselves: 409
 * `user.own_account`.
 */
export async function blockUser(
  context: Dependencies,
  { id, by }: UserAction,
  { reason, expires }: Body<typeof operatorBlockUser>,
  writeAudit: WriteAudit = noAudit,
): Promise<Reply<typeof operatorBlockUser>> {
  const user = await getUserListRow(context, id)
  assertNotOwnAccount(by, user.steam_id)
  const since = context.clock.now()
  const blockedBy = responsibleFor(by)
  await context.database.transaction().execute(async (tx) => {
    await lockUserOrThrow(tx, user.id)
    await saveBlock(tx, {
      user_id: user.id,
      reason,
      blocked_at: since,
      blocked_until: toDate(expires),
      blocked_by: blockedBy,
    })
    await deleteSessions(tx, user.id)
    await deleteBindingsOfUser(tx, user.id)
    if (user.steam_id !== null) await deleteLinkTickets(tx, user.steam_id)
    await writeAudit(tx)
  })
  return { reason, expires, since: since.getTime(), by: blockedBy }
}

/** Holds an account; throws 404 `user.not_found` for one that became part of another since it was found. */
async function lockUserOrThrow(tx: Queries, id: string): Promise<void> {
  if (!(await lockUser(tx, id))) throw new PortalError('user.not_found', 'User not found')
}

/** Unblocks a user. */
export async function unblockUser(
  context: Dependencies,
  id: string,
  writeAudit: WriteAudit = noAudit,
): Promise<void> {
  const user = await getUserListRow(context, id)
  await context.database.transaction().execute(async (tx) => {
    await deleteBlock(tx, user.id)
    await writeAudit(tx)
  })
}
