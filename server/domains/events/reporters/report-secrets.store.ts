import { sql } from 'kysely'
import { type Queries, notify } from '../../../platform/database/index.ts'

/** NOTIFY after a known secret changed: every process that takes events reads those it has in memory again. */
export const secretsChannel = 'event_secrets'

/** Locks a registered server until the end of the transaction; returns false where there is none. */
export async function lockServer(tx: Queries, serverId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('servers')
    .select('id')
    .where('id', '=', serverId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSecret(tx: Queries, hash: Buffer, serverId: string, now: Date): Promise<void> {
  await tx.insertInto('event_secrets').values({ hash, server_id: serverId, created_at: now }).execute()
}

/** Revokes every secret of a server but one. */
export async function revokeOtherSecrets(
  tx: Queries,
  serverId: string,
  except: Buffer | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('event_secrets')
    .set({ revoked_at: now })
    .where('server_id', '=', serverId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`hash is distinct from ${except}`)
    .execute()
  await notify(tx, secretsChannel)
}

/** Deletes a secret that was never sent. */
export async function deleteSecret(tx: Queries, hash: Buffer): Promise<void> {
  await tx.deleteFrom('event_secrets').where('hash', '=', hash).execute()
  await notify(tx, secretsChannel)
}

/** Makes a secret good for a rental, whatever it was before. A new one is in no memory yet. */
export async function upsertRentalSecret(
  tx: Queries,
  hash: Buffer,
  rentalId: string,
  now: Date,
): Promise<void> {
  const row = await tx
    .insertInto('event_secrets')
    .values({ hash, rental_id: rentalId, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({ revoked_at: null })
        .where('event_secrets.rental_id', '=', rentalId),
    )
    .returning(sql<boolean>`xmax <> 0`.as('existed'))
    .executeTakeFirst()
  if (row?.existed === true) await notify(tx, secretsChannel)
}

/** Deletes every secret of a rental. */
export async function deleteRentalSecrets(tx: Queries, rentalId: string): Promise<void> {
  await tx.deleteFrom('event_secrets').where('rental_id', '=', rentalId).execute()
  await notify(tx, secretsChannel)
}

/** Revokes every secret of a rental but one. */
export async function revokeOtherRentalSecrets(
  tx: Queries,
  rentalId: string,
  except: Buffer | null,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('event_secrets')
    .set({ revoked_at: now })
    .where('rental_id', '=', rentalId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`hash is distinct from ${except}`)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await notify(tx, secretsChannel)
}

/** Whether a rental reports by this secret already. */
export async function isActiveRentalSecret(tx: Queries, hash: Buffer, rentalId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('event_secrets')
    .select('hash')
    .where('hash', '=', hash)
    .where('rental_id', '=', rentalId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whose secret it is; undefined for one that never was. */
export function selectSecretOwner(queries: Queries, hash: Buffer) {
  return queries
    .selectFrom('event_secrets')
    .select(['server_id', 'rental_id', 'revoked_at'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** The given secrets that exist, with the rental or the rules of the server; without them where it is revoked or the server gone. */
export function selectSources(queries: Queries, hashes: readonly Buffer[]) {
  return queries
    .selectFrom('event_secrets as secret')
    .leftJoin('servers', (join) =>
      join.onRef('servers.id', '=', 'secret.server_id').on('secret.revoked_at', 'is', null),
    )
    .select(['secret.hash', 'servers.id', 'servers.board', 'servers.free_for_all', 'servers.min_humans'])
    .select(sql<string | null>`case when secret.revoked_at is null then secret.rental_id end`.as('rental_id'))
    .where(sql<boolean>`secret.hash = any(${hashes}::bytea[])`)
    .execute()
}
