import { join } from 'node:path'
import {
  type EmbeddedDatabase,
  EmbeddedRefused,
  startEmbedded,
} from '@clutch/server/platform/database/embedded.ts'
import { createLog } from '@clutch/server/platform/logging/logger.ts'

/**
 * The PostgreSQL of the inventory emulator: its own, in the data directory. Neither shares the portal's
 * database nor its password.
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
