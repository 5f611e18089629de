import { pino } from 'pino'

import { type Database, openDatabase } from '../platform/database/index.ts'
import { type TemporaryDatabase, copyDatabase } from '../platform/database/embedded/temporary-cluster.ts'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

/** A database of its own for a test file: migrated and empty, with a pool of `connections`. `destroy` closes and removes it. */
export async function createTestDatabase(connections = 5): Promise<Database> {
  const { address, drop } = await copyDatabase(await getTestCluster())
  const database = openDatabase(address, pino({ level: 'silent' }), connections)
  const close = database.destroy.bind(database)
  database.destroy = async () => {
    await close()
    await drop()
  }
  return database
}

/** Creates a database without tables, for tests that create them. */
export async function createEmptyDatabase(): Promise<TemporaryDatabase> {
  return copyDatabase(await getTestCluster(), 'template0')
}
