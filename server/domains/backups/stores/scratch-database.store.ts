import { sql } from 'kysely'
import pg from 'pg'
import { connectionOptions } from '../../../platform/database/connection/database-address.ts'
import type { DatabaseAddress, Queries } from '../../../platform/database/index.ts'
import { BackupRefused } from '../backup-errors.ts'

/** Bytes of the portal's database on disk. */
export async function readDatabaseSize(queries: Queries): Promise<number> {
  const answer = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(
    queries,
  )
  return Number(answer.rows[0]?.size ?? 0)
}

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
  const client = await connect(address)
  try {
    const name = await nameScratch(client)
    await drop(client, name)
    await client
      .query(`create database ${pg.escapeIdentifier(name)} template template0`)
      .catch((cause: unknown) => {
        const why = cause instanceof Error ? cause.message : String(cause)
        throw new BackupRefused(`no scratch database for the test: ${why}`, { cause })
      })
    try {
      return await work(withDatabase(address, name))
    } finally {
      await drop(client, name)
    }
  } finally {
    await client.end()
  }
}

/** Drops the database that an interrupted test left: a copy of the portal's data. Only the holder of the lock may call it. */
export async function dropScratchDatabase(address: DatabaseAddress): Promise<void> {
  const client = await connect(address)
  try {
    await drop(client, await nameScratch(client))
  } finally {
    await client.end()
  }
}

async function connect(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client(connectionOptions(address))
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function nameScratch(client: pg.Client): Promise<string> {
  const current = await client.query<{ name: string }>('select current_database() as name')
  return `${(current.rows[0]?.name ?? '').slice(0, longestName - ending.length)}${ending}`
}

async function drop(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('connectionString' in address) || address.connectionString === undefined)
    return { ...address, database }
  const url = new URL(address.connectionString)
  url.pathname = `/${encodeURIComponent(database)}`
  return { connectionString: url.toString() }
}
