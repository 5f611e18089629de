import { type AddressPolicy, allowAnyAddress } from '../../../platform/network/outgoing-requests.ts'
import { A2sClient, type A2sOptions, type A2sPlayer, type UdpAddress } from '../a2s/a2s-client.ts'
import { createGamedigDriver } from './gamedig-driver.ts'
import { AddressGuard } from '../addresses/address-guard.ts'

import { QueryFailed } from './query-failed.ts'

/** A player as reported by a server: the name may be empty, the time (s) missing. */
export interface QueriedPlayer {
  name: string
  seconds?: number
  /** SteamID64, where the source knows it; null for a bot. */
  steamId?: string | null
}

/** What a game server says of itself. `players` counts bots too; `list` is there where it was asked for. */
export interface QueryResult {
  name: string
  map: string
  players: number
  max: number
  bots: number
  locked: boolean
  list?: QueriedPlayer[]
}

/** A registered server as it is asked: `protocol` chooses the driver, `ip` may be a host name. */
export interface QueryTarget {
  protocol: string
  ip: string
  port: number
}

/** One way of asking. Both throw ServerSilent when there is no answer, AddressClosed where they may not ask. */
export interface QueryDriver {
  ask(target: QueryTarget, wants: { list: boolean }): Promise<QueryResult>
  close(): void
}

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
