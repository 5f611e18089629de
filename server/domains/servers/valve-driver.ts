import type { A2sClient, Address, PlayerRow } from './a2s/client.ts'
import type { Driver } from './query.ts'
import type { OpenAddresses } from './open-addresses.ts'
import { ServerSilent } from './silent.ts'

/** A2S of Valve's games; the list is asked only where somebody plays. */
export function valveDriver(client: A2sClient, addresses: OpenAddresses): Driver {
  return {
    async ask({ ip, port }, wants) {
      const server = { address: await addresses.resolve(ip), port }
      const info = await client.info(server)
      if (!wants.list) return info
      const list = info.players > 0 ? await playersOf(client, server) : []
      return { ...info, list: fill(list, info.players) }
    },
    close: () => client.close(),
  }
}

/** Some servers keep quiet about their players (empty, or with a password): they are there all the same. */
async function playersOf(client: A2sClient, server: Address): Promise<PlayerRow[]> {
  try {
    return await client.players(server)
  } catch (error) {
    if (error instanceof ServerSilent) return []
    throw error
  }
}

/** A row for each player the server counts, nameless where it told of fewer. */
function fill(list: PlayerRow[], players: number): PlayerRow[] {
  const missing = Math.max(0, players - list.length)
  return [...list, ...Array.from({ length: missing }, () => ({ name: '' }))]
}
