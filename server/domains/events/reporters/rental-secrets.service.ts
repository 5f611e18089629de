import { eventSecretSchema } from '@clutch/contract/api/events/game-reports.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { Reporter } from './reporter.ts'
import * as store from './report-secrets.store.ts'
import { hashToken } from '../../../platform/keys/tokens.ts'

/**
 * Lets a rented server report by this secret and by no other (I10), also once it was dismissed; again is the same. Its reports feed
 * its roster, past teammates and demos, never a board.
 */
export async function allowRentalReports(
  tx: Queries,
  now: Date,
  rentalId: string,
  secret: string,
): Promise<void> {
  const hash = hashToken(secret)
  if (await store.isActiveRentalSecret(tx, hash, rentalId)) return
  await store.revokeOtherRentalSecrets(tx, rentalId, hash, now)
  await store.upsertRentalSecret(tx, hash, rentalId, now)
}

/** Revokes a rental's reports: later ones are answered 410. Earlier ones are processed. */
export async function revokeRentalReports(tx: Queries, rentalId: string, now: Date): Promise<void> {
  await store.revokeOtherRentalSecrets(tx, rentalId, null, now)
}

/** Deletes a rental's secrets, with the other data of an ended rental (G21): later reports are those of a stranger. */
export async function forgetRentalReports(tx: Queries, rentalId: string): Promise<void> {
  await store.deleteRentalSecrets(tx, rentalId)
}

/** Whose secret it is, by the database, for calls that are rare; throws `event.revoked` or `event.unknown_secret`. */
export async function findReporterBySecret(queries: Queries, secret: string): Promise<Reporter> {
  const isOne = eventSecretSchema.safeParse(secret).success
  const row = isOne ? await store.selectSecretOwner(queries, hashToken(secret)) : undefined
  if (!row) throw new PortalError('event.unknown_secret', 'This secret belongs to no server')
  const { server_id: serverId, rental_id: rentalId } = row
  if (row.revoked_at === null) {
    if (rentalId !== null) return { serverId: null, rentalId }
    if (serverId !== null) return { serverId, rentalId: null }
  }
  throw new PortalError('event.revoked', 'This secret was revoked: stop sending')
}
