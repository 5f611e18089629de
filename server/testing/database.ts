import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openDatabase } from '../database/index.ts'
import type { Database, DatabaseAddress } from '../database/index.ts'
import { templateDatabase } from '../database/embedded/throwaway.ts'

/** A database of its own for a test file: migrated and empty. `destroy` closes and removes it. */
export async function createTestDatabase(): Promise<Database> {
  const { address, drop } = await createDatabaseFrom(templateDatabase)
  const database = openDatabase(address, pino({ level: 'silent' }), 5)
  const close = database.destroy.bind(database)
  database.destroy = async () => {
    await close()
    await drop()
  }
  return database
}

/** A database without any table, for what has to make them itself. */
export function createEmptyDatabase(): Promise<{
  address: DatabaseAddress
  url: string
  drop(): Promise<void>
}> {
  return createDatabaseFrom('template0')
}

async function createDatabaseFrom(template: string) {
  const cluster = inject('cluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner(`create database ${name} template ${template} strategy file_copy`)
  const query = new URLSearchParams({ host: cluster.host, port: String(cluster.port) })
  return {
    address: { ...cluster, database: name },
    url: `postgres://${cluster.user}@localhost/${name}?${query.toString()}`,
    drop: () => asOwner(`drop database ${name} with (force)`),
  }
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('cluster'), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
