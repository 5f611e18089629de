import pg from 'pg'
import { connectionOptions } from '../../../platform/database/connection/database-address.ts'
import type { DatabaseAddress } from '../../../platform/database/index.ts'
import { BackupRefused } from '../backup-errors.ts'

const longestName = 63
const ending = '_backup_test'

/**
 * Runs `work` with an empty database beside the portal's, on the same server, and drops it then; one that an interrupted test left is
 * dropped first. One caller at a time. Throws BackupRefused where the user may not create databases.
 */
export async function withScratchDatabase<T>(
  address: DatabaseAddress,
  work: (scratch: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionOptions(address))
  client.on('error', () => undefined)
  await client.connect()
  try {
    const current = await client.query<{ name: string }>('select current_database() as name')
    const name = `${(current.rows[0]?.name ?? '').slice(0, longestName - ending.length)}${ending}`
    const drop = () => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await drop()
    await client
      .query(`create database ${pg.escapeIdentifier(name)} template template0`)
      .catch((cause: unknown) => {
        const why = cause instanceof Error ? cause.message : String(cause)
        throw new BackupRefused(`no scratch database for the test: ${why}`, { cause })
      })
    try {
      return await work(withDatabase(address, name))
    } finally {
      await drop()
    }
  } finally {
    await client.end()
  }
}

function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('connectionString' in address) || address.connectionString === undefined)
    return { ...address, database }
  const url = new URL(address.connectionString)
  url.pathname = `/${encodeURIComponent(database)}`
  return { connectionString: url.toString() }
}
