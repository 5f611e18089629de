import { join } from 'node:path'
import {
  type EmbeddedDatabase,
  EmbeddedRefused,
  startEmbedded,
} from '@clutch/server/platform/database/embedded.ts'
import { createLog } from '@clutch/server/platform/logging/logger.ts'

/**
 * The PostgreSQL of what stands in for the inventory: one of its own in the data directory. The portal’s is the portal’s, as in
 * the world, and its password is nobody else’s.
 */
export class InventoryDatabase {
  readonly #print: (line: string) => void
  #starting: Promise<EmbeddedDatabase> | undefined

  constructor(say: (line: string) => void) {
    this.#print = say
  }

  /** Its address; null where no embedded PostgreSQL runs here, which is said. */
  async start(dataDir: string): Promise<string | null> {
    this.#starting = startEmbedded(join(dataDir, 'inventory'), createLog('silent'))
    try {
      return databaseUrl(await this.#starting)
    } catch (error) {
      if (!(error instanceof EmbeddedRefused)) throw error
      this.#print(`No inventory: ${error.message}`)
      return null
    }
  }

  async stop(): Promise<void> {
    const running = await this.#starting?.catch(() => undefined)
    this.#starting = undefined
    await running?.stop()
  }
}

function databaseUrl({ address }: EmbeddedDatabase): string | null {
  if ('connectionString' in address) return address.connectionString
  const { host, port, user, password, database } = address
  const query = new URLSearchParams({ host, port: String(port) })
  return `postgres://${user}:${password}@localhost/${database}?${query.toString()}`
}
