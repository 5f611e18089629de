import pg from 'pg'
import { type DatabaseAddress, connectionOptions } from '../connection/database-address.ts'

type PortalRole = { user: string; database: string; password: string }

/**
 * Makes the portal's role, no superuser, and the database it owns, where they are missing, and gives the role its new password. It may
 * create databases: the weekly test of backups restores into one.
 */
export async function preparePortalDatabase(owner: DatabaseAddress, portal: PortalRole): Promise<void> {
  const client = new pg.Client(connectionOptions(owner))
  await client.connect()
  const missing = async (query: string, name: string) => (await client.query(query, [name])).rowCount === 0
  const role = client.escapeIdentifier(portal.user)
  const database = client.escapeIdentifier(portal.database)
  try {
    if (await missing('select 1 from pg_roles where rolname = $1', portal.user))
      await client.query(`create role ${role}`)
    await client.query(
      `alter role ${role} login nosuperuser createdb nocreaterole noreplication password ${client.escapeLiteral(portal.password)}`,
    )
    if (await missing('select 1 from pg_database where datname = $1', portal.database)) {
      await client.query(`create database ${database} owner ${role}`)
    }
  } finally {
    await client.end()
  }
}
