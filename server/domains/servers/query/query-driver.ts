import type { QueryDriver } from './query.types.ts'
import { type AddressPolicy, allowAnyAddress } from '../../../platform/network/outgoing-requests.ts'
import { A2sClient, type A2sOptions, type A2sPlayer, type UdpAddress } from '../a2s/a2s-client.ts'
import { createGamedigDriver } from './gamedig-driver.ts'
import { AddressGuard } from '../addresses/address-guard.ts'

import { QueryFailed } from './query-failed.ts'

export type { QueriedPlayer, QueryResult, QueryTarget, QueryDriver } from './query.types.ts'

/** Asks any registered server, where `may` lets it: Valve's games by our own A2S, every other through gamedig. */
export function createQueryDriver(
  a2s: Partial<A2sOptions> = {},
  may: AddressPolicy = allowAnyAddress,
): QueryDriver {
  const addresses = new AddressGuard(may)
  const valve = createValveDriver(new A2sClient(a2s), addresses)
  const others = createGamedigDriver(addresses)
  return {
    ask: (target, wants) => (target.protocol === 'valve' ? valve : others).ask(target, wants),
    close() {
      valve.close()
      others.close()
    },
  }
}

/** A2S of Valve's games; the player list is queried only for servers with players. */
function createValveDriver(client: A2sClient, addresses: AddressGuard): QueryDriver {
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

/** Returns a row for each counted player, nameless where the server reported fewer. */
function padPlayers(list: A2sPlayer[], players: number): A2sPlayer[] {
  const missing = Math.max(0, players - list.length)
  return [...list, ...Array.from({ length: missing }, () => ({ name: '' }))]
}
