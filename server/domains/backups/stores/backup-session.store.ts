import pg from 'pg'
import { connectionOptions } from '../../../platform/database/connection/database-address.ts'
import { closeWithin } from '../../../platform/database/connection/close-connection.ts'
import type { DatabaseAddress } from '../../../platform/database/index.ts'

/** One connection, on which everything of a backup or a restore is done. */
export type Session = pg.Client

const closeWithinMs = 2_000

/**
 * The same text for the same row wherever it is read, and no time limits: no request waits for this
 * connection.
 */
const manners = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set xmloption = 'content'; set synchronize_seqscans = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s'`

/** Opens the connection, under a name that distinguishes it from a portal's. */
export async function openSession(address: DatabaseAddress, name: string): Promise<Session> {
  const client = new pg.Client({ ...connectionOptions(address), application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(manners)
  return client
}

export async function closeSession(session: Session): Promise<void> {
  await closeWithin(session, closeWithinMs)
}

/** The version of PostgreSQL, as it tells it. */
export async function postgresVersion(session: Session): Promise<string> {
  const answer = await session.query<{ server_version: string }>('show server_version')
  return answer.rows[0]?.server_version ?? ''
}

/** How many connections of running portals this database has. */
export async function countPortals(session: Session): Promise<number> {
  const answer = await session.query<{ portals: number }>(
    `select count(*)::integer as portals from pg_stat_activity
     where datname = current_database() and application_name = 'clutch' and pid <> pg_backend_pid()`,
  )
  return answer.rows[0]?.portals ?? 0
}
