import type { A2sClient, UdpAddress, A2sPlayer } from '../a2s/a2s-client.ts'
import type { QueryDriver } from './query-driver.ts'
import type { AddressGuard } from '../addresses/address-guard.ts'
import { QueryFailed } from './query-failed.ts'

/** A2S of Valve's games; the list is asked only where somebody plays. */
export function createValveDriver(client: A2sClient, addresses: AddressGuard): QueryDriver {
  return {
    async ask({ ip, port }, wants) {
      const server = { address: await addresses.resolve(ip), port }
      const info = await client.info(server)
      if (!wants.list) return info
      const list = info.players > 0 ? await queryPlayers(client, server) : []
      return { ...info, list: padPlayers(list, info.players) }
    },
    close: () => client.close(),
  }
}

/** Some servers keep quiet about their players (empty, or with a password): they are there all the same. */
async function queryPlayers(client: A2sClient, server: UdpAddress): Promise<A2sPlayer[]> {
  try {
    return await client.players(server)
  } catch (error) {
    if (error instanceof QueryFailed) return []
    throw error
  }
}

/** A row for each player the server counts, nameless where it told of fewer. */
function padPlayers(list: A2sPlayer[], players: number): A2sPlayer[] {
  const missing = Math.max(0, players - list.length)
  return [...list, ...Array.from({ length: missing }, () => ({ name: '' }))]
}
