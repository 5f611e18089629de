import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { rentalAdminSchema } from '@clutch/contract/api/rentals/rental-admins.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { restartLockMs } from '@clutch/contract/limits.ts'
import { validateAdmins, sanitizeAdminText } from '@clutch/contract/rules/rentals/rental-fields.ts'
import type { RentalAction } from '@clutch/contract/rules/rentals/lifecycle/rental-lifecycle.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { findRentalForPlayer } from '../rental-access.service.ts'
import { assertActionAllowed } from './action-guard.ts'
import { readAdmins } from '../rental-status.ts'
import { type RentalRow, updateRentalAndNotify, lockRental } from '../rentals.store.ts'
import { validatePassword } from '../orders/order-options.schema.ts'
import { selectRegion } from '../regions/regions.store.ts'
import { sealRentalSecret } from '../rental-secrets.ts'

/** Characters of a player's name in the game. */
const adminNameMaxLength = 64

type Admin = z.infer<typeof rentalAdminSchema>

/** A request about a rental by its number, with the player who made it. */
export interface RentalRequest {
  number: string
  /** SteamID64. */
  steamId: string
}

/**
 * Performs an action of a user on a rental while its row is locked: it is judged by the row's state at that
 * moment (G7, G19), and refused for a stranger as for a rental that does not exist.
 */
export async function performRentalAction<T>(
  context: AppContext,
  { number, steamId }: RentalRequest,
  action: RentalAction,
  work: (tx: Queries, rental: RentalRow) => Promise<T>,
): Promise<T> {
  const found = await findRentalForPlayer(context, number, steamId)
  return context.database.transaction().execute(async (tx) => {
    await lockRental(tx, found.rental.id)
    // The previous holder of the lock may have refunded the rental, or removed the caller from its admins.
    const { rental, isOwner } = await findRentalForPlayer(context, number, steamId, tx)
    const region = await selectRegion(tx, rental.region)
    assertActionAllowed(context, { rental, region, isOwner }, action)
    return work(tx, rental)
  })
}

/** G14: gives a server another password, now and after every restart; throws its named errors. Answers the revision that the game is to confirm. */
export function changePassword(context: AppContext, request: RentalRequest, typed: string): Promise<number> {
  return performRentalAction(context, request, 'password', async (tx, { id, rev }) => {
    const password = sealRentalSecret(context.keys, id, 'password', validatePassword(typed))
    const now = context.clock.now()
    const revision = rev + 1
    const change = { password, rev: revision, password_rev: revision, password_at: now }
    await updateRentalAndNotify(tx, id, change, now)
    return revision
  })
}

/** G15: the admins of a server, for its owner and for each of them. */
export async function listAdmins(
  context: AppContext,
  { number, steamId }: RentalRequest,
): Promise<{ admins: Admin[]; isOwner: boolean }> {
  const { rental, isOwner } = await findRentalForPlayer(context, number, steamId)
  return { admins: readAdmins(rental), isOwner }
}

/**
 * G15: replaces the admins of a server, on the game server too; throws the named errors of the list. Returns
 * them as stored, and the revision that the game has to confirm.
 */
export function replaceAdmins(
  context: AppContext,
  request: RentalRequest,
  newAdmins: readonly Admin[],
): Promise<{ admins: Admin[]; revision: number }> {
  return performRentalAction(context, request, 'admins', async (tx, rental) => {
    if (rental.owner !== request.steamId)
      throw new PortalError('rental.owner_only', 'Only owner can perform this action')
    const admins = newAdmins.map(normalizeAdmin)
    const current = [rental.owner, ...readAdmins(rental).map(({ steamid }) => steamid)]
    const problem = validateAdmins(admins, current)
    if (problem !== null) throw new PortalError(problem, 'This list of admins cannot be applied')
    const now = context.clock.now()
    const revision = rental.rev + 1
    const change = { admins: JSON.stringify(admins), rev: revision, admins_rev: revision, admins_at: now }
    await updateRentalAndNotify(tx, rental.id, change, now)
    return { admins, revision }
  })
}

function normalizeAdmin({ steamid, name, servername }: Admin): Admin {
  return {
    steamid: steamid.trim(),
    name: sanitizeAdminText(name),
    servername: sanitizeAdminText(servername, adminNameMaxLength),
  }
}

/** G8: restarts a server; until the time it answers (ms since 1970) everything is locked. */
export function restartRental(context: AppContext, request: RentalRequest): Promise<number> {
  return performRentalAction(context, request, 'restart', (tx, rental) => requestRestart(context, tx, rental))
}

/** Has the reconciler restart a rental's server, which is held. */
export async function requestRestart(context: AppContext, tx: Queries, { id }: RentalRow): Promise<number> {
  const now = context.clock.now()
  const change = { restart_op: randomUUID(), restart_at: now, state: 'restarting', state_at: now }
  await updateRentalAndNotify(tx, id, change, now)
  return now.getTime() + restartLockMs
}

/** G24: has a server's files verified. */
export function verifyRental(context: AppContext, request: RentalRequest): Promise<void> {
  return performRentalAction(context, request, 'verify', async (tx, { id }) => {
    const now = context.clock.now()
    const change = { verify_op: randomUUID(), verify_at: now, state: 'verifying', state_at: now }
    await updateRentalAndNotify(tx, id, change, now)
  })
}
