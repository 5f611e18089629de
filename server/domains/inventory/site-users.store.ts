import { inventoryTimeoutMs } from '@clutch/contract/limits.ts'
import { connectionOptions } from '../../platform/database/connection/database-address.ts'
import { deadlines } from '../../platform/database/connection/database-deadlines.ts'
import { BoundedPool } from '../../platform/database/connection/pool.ts'
import type { AppContext } from '../../platform/context.ts'

/** A user as the inventory site keeps them. */
export interface SiteUser {
  /** SteamID64. */
  id: string
  name: string
  /** The address of the picture, empty for none. */
  avatar: string
  updatedAt: Date
}

/** The site's own table of users. */
export interface SiteUsers {
  save: (user: SiteUser) => Promise<void>
  close: () => Promise<void>
}

/** Opens the site's database where the portal was given it; nothing is connected yet. Null without one. */
export function openSiteUsers({ config, log }: Pick<AppContext, 'config' | 'log'>): SiteUsers | null {
  const { inventoryDatabaseUrl: connectionString } = config
  if (connectionString === undefined) return null
  // Half for the connection, half for the statement.
  const half = inventoryTimeoutMs / 2
  const options = { ...connectionOptions({ connectionString }), connectionTimeoutMillis: half, max: 4 }
  const pool = new BoundedPool(options, { ...deadlines, statementMs: half, silenceMs: half + 500 }, log)
  return {
    async save({ id, name, avatar, updatedAt }) {
      // As text in UTC: the site's column has no time zone, and the session's would be written otherwise.
      await pool.query(
        `insert into "User" (id, name, avatar, "updatedAt") values ($1, $2, $3, $4)
          on conflict (id) do update set name = excluded.name, avatar = excluded.avatar, "updatedAt" = excluded."updatedAt"`,
        [id, name, avatar, updatedAt.toISOString()],
      )
    },
    close: () => pool.end(),
  }
}
