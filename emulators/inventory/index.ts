import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FaultMode } from './faults.ts'
import type { InventoryOptions } from './options.ts'
import { InventorySite } from './request-handler.ts'
import { UserStore } from './users.ts'

/** A running inventory emulator. */
export interface InventoryEmulator {
  /** What `INVENTORY_URL` is set to. */
  url: string
  /** How often a token was asked for. */
  readonly requestCount: number
  setMode: (mode: FaultMode) => void
  stop: () => Promise<void>
}

/**
 * Starts the inventory emulator on this machine; rejects if its port is in use or its database unreachable.
 */
export async function startInventoryEmulator(options: InventoryOptions): Promise<InventoryEmulator> {
  const users = await UserStore.open(options.databaseUrl)
  const site = new InventorySite(options, users)
  const server = createServer((request, response) => {
    site.handle(request, response).catch((error: Error) => response.destroy(error))
  })
  try {
    server.listen(options.port ?? 0, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    await users.close()
    throw error
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requestCount() {
      return site.asked
    },
    setMode: (mode) => (site.mode = mode),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await users.close()
    },
  }
}
