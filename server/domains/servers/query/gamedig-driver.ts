import type { GamedigPlayer, GamedigResult } from 'gamedig'
import { mapName } from '@clutch/contract/rules/servers/map-name.ts'
import { ServerAddressBlocked, type AddressGuard } from '../addresses/address-guard.ts'
import { QueryFailed } from './query-failed.ts'
import { cleanText, maxTextLength } from './clean-text.ts'
import type { QueryResult, QueriedPlayer, QueryDriver } from './query.types.ts'

/** gamedig reads one default-sized socket buffer: more at once and answers are lost. */
const maxConcurrent = 64
const maxPlayers = 255

/** Loaded when the first game asks for it: a portal of Valve's games alone starts without, a tenth sooner. */
const loadGamedig = () => import('gamedig')

/** Whether gamedig knows a game by this id. */
export async function isGamedigGame(protocol: string): Promise<boolean> {
  const { games } = await loadGamedig()
  return Object.hasOwn(games, protocol)
}

/** Ways of asking that go over HTTP, where an answer may send the asker elsewhere, also inside the context. */
const httpProtocols =
  /^(?:altvmp|assettocorsa|beammp\w*|brokeprotocol\w*|buildandshoot|discord|eco|eldewrito|epic|factorio|farmingsimulator|fivem|geneshift|hawakening\w*|hytale|kspdmp|minetest|palworld|ragemp|renegadex|satisfactory|scpsl|terraria|vintagestory\w*)$/

/** Whether a game of gamedig is asked over HTTP. */
export async function usesHttp(game: string): Promise<boolean> {
  const { games } = await loadGamedig()
  const known = games[game]
  return httpProtocols.test(known?.options.protocol ?? game)
}

/**
 * Every game that is not asked by our own A2S. Its values come as strings or numbers, its lists as they like. Over HTTP it asks
 * only where every address may be called: it follows wherever an answer sends it.
 */
export function createGamedigDriver(addresses: AddressGuard): QueryDriver {
  const gamedig = () => loadGamedig().then(({ GameDig }) => new GameDig())
  let asker: ReturnType<typeof gamedig> | undefined
  const waiting: (() => void)[] = []
  let busy = 0
  return {
    async ask({ protocol, ip, port }) {
      if (!addresses.areAllOpen && (await usesHttp(protocol)))
        throw new ServerAddressBlocked('a game asked over HTTP')
      const host = await addresses.resolve(ip)
      if (busy >= maxConcurrent) await new Promise<void>((wake) => waiting.push(wake))
      busy += 1
      try {
        // A fresh object each time: gamedig writes into its options.
        const options = { givenPortOnly: true, maxRetries: 2, socketTimeout: 1_500, requestPlayers: true }
        asker ??= gamedig()
        return readResult(await (await asker).query({ type: protocol, host, port, ...options }))
      } catch (cause) {
        throw new QueryFailed('no answer', { cause })
      } finally {
        busy -= 1
        waiting.shift()?.()
      }
    },
    close: () => undefined,
  }
}

/** gamedig's result as an answer; whatever is missing or makes no sense counts as 0 or empty. */
export function readResult(result: GamedigResult): QueryResult {
  const bots = readPlayers(result.bots)
  const list = [...readPlayers(result.players), ...bots]
  return {
    name: readText(result.name, maxTextLength.server),
    map: mapName(readText(result.map, maxTextLength.map)),
    players: Math.min(maxPlayers, Math.max(list.length, readCount(result.numplayers))),
    max: readCount(result.maxplayers),
    bots: bots.length,
    locked: result.password === true,
    gameVersion: null,
    list: list.slice(0, maxPlayers),
  }
}

function readPlayers(players: unknown): QueriedPlayer[] {
  return Array.isArray(players) ? players.slice(0, maxPlayers).map(readPlayer) : []
}

function readPlayer(player: GamedigPlayer | null): QueriedPlayer {
  const seconds = Number(player?.raw?.time)
  const name = readText(player?.name, maxTextLength.player)
  return Number.isFinite(seconds) && seconds >= 0 ? { name, seconds: Math.floor(seconds) } : { name }
}

function readText(value: unknown, max: number): string {
  return typeof value === 'string' ? cleanText(value, max) : ''
}

function readCount(value: unknown): number {
  const count = typeof value === 'string' ? Number.parseInt(value, 10) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? Math.min(count, 1_000) : 0
}
