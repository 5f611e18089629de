import { sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { ImportedSanction } from './imported-sanctions.ts'

/**
 * Adds imported sanctions that are not known, and lifts those that were lifted there since. What the portal's own command made in the
 * other system is the portal's own sanction, and is passed over.
 */
export async function saveImported(
  tx: Queries,
  rows: readonly (ImportedSanction & { id: string })[],
): Promise<{ added: number; updated: number }> {
  const values = rows.map(({ lifted, ...row }) => ({
    ...row,
    liftedAt: lifted?.at ?? null,
    liftedBy: lifted?.by ?? null,
    liftReason: lifted?.reason ?? '',
  }))
  const { rows: saved } = await sql<{ added: boolean }>`
    insert into sanctions as known (id, kind, steam_id, address, player_name, reason, source, import_id, created_at,
        created_by, expires_at, lifted_at, lifted_by, lift_reason)
      select distinct on (d."importId") d.id, d.kind, d."steamId", d.address, d.name, d.reason, 'import', d."importId",
          d."createdAt", d."createdBy", d."expiresAt", d."liftedAt", d."liftedBy", d."liftReason"
        from json_to_recordset(${JSON.stringify(values)}::json) as d (id uuid, kind text, "steamId" bigint, address text,
          name text, reason text, "importId" text, "createdAt" timestamptz, "createdBy" text, "expiresAt" timestamptz,
          "liftedAt" timestamptz, "liftedBy" text, "liftReason" text)
        where not exists (select from sanctions own
          where own.steam_id = d."steamId" and own.kind = d.kind and own.source = 'portal'
            and own.created_at <= d."createdAt" + interval '2 minutes'
            and coalesce(least(own.lifted_at, own.expires_at), 'infinity') >= d."createdAt" - interval '2 minutes')
        order by d."importId"
      on conflict (import_id) do update
        set lifted_at = excluded.lifted_at, lifted_by = excluded.lifted_by, lift_reason = excluded.lift_reason
        where known.lifted_at is null and excluded.lifted_at is not null
      returning revision = 1 as added`.execute(tx)
  const added = saved.filter((row) => row.added).length
  return { added, updated: saved.length - added }
}
