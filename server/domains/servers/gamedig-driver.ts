import type { GamedigPlayer, GamedigResult } from 'gamedig'
import { mapName } from '@clutch/contract/rules/maps.ts'
import { AddressClosed, type OpenAddresses } from './open-addresses.ts'
import { ServerSilent } from './silent.ts'
import { cleanText, textMax } from './text.ts'
import type { Answer, AnswerPlayer, Driver } from './query.ts'

/** gamedig reads one default-sized socket buffer: more at once and answers are lost. */
const atOnce = 64
const playersMax = 255

/** Loaded when the first game asks for it: a portal of Valve's games alone starts without, a tenth sooner. */
const loadGamedig = () => import('gamedig')

/** Whether gamedig knows a game by this id. */
export async function isGamedigGame(protocol: string): Promise<boolean> {
  const { games } = await loadGamedig()
  return Object.hasOwn(games, protocol)
}

/** Ways of asking that go over HTTP, where an answer may send the asker elsewhere, also inside the context. */
const overHttp =
  /^(?:altvmp|assettocorsa|beammp\w*|brokeprotocol\w*|buildandshoot|discord|eco|eldewrito|epic|factorio|farmingsimulator|fivem|geneshift|hawakening\w*|hytale|kspdmp|minetest|palworld|ragemp|renegadex|satisfactory|scpsl|terraria|vintagestory\w*)$/

/** Whether a game of gamedig is asked over HTTP. */
export async function isAskedOverHttp(game: string): Promise<boolean> {
  const { games } = await loadGamedig()
  const known = games[game]
  return overHttp.test(known?.options.protocol ?? game)
}

/**
 * Every game that is not asked by our own A2S. Its values come as strings or numbers, its lists as they like. Over HTTP it asks
 * only where every address may be called: it follows wherever an answer sends it.
 */
export function gamedigDriver(addresses: OpenAddresses): Driver {
  const gamedig = () => loadGamedig().then(({ GameDig }) => new GameDig())
  let asker: ReturnType<typeof gamedig> | undefined
  const waiting: (() => void)[] = []
  let busy = 0
  return {
    async ask({ protocol, ip, port }) {
      if (!addresses.areAllOpen && (await isAskedOverHttp(protocol)))
        throw new AddressClosed('a game asked over HTTP')
      const host = await addresses.resolve(ip)
      if (busy >= atOnce) await new Promise<void>((wake) => waiting.push(wake))
      busy += 1
      try {
        // A fresh object each time: gamedig writes into its options.
        const options = { givenPortOnly: true, maxRetries: 2, socketTimeout: 1_500, requestPlayers: true }
        asker ??= gamedig()
        return readResult(await (await asker).query({ type: protocol, host, port, ...options }))
      } catch (cause) {
        throw new ServerSilent('no answer', { cause })
      } finally {
        busy -= 1
        waiting.shift()?.()
      }
    },
    close: () => undefined,
  }
}

/** gamedig's result as an answer; whatever is missing or makes no sense counts as 0 or empty. */
export function readResult(result: GamedigResult): Answer {
  const bots = readList(result.bots)
  const list = [...readList(result.players), ...bots]
  return {
    name: readText(result.name, textMax.server),
    map: mapName(readText(result.map, textMax.map)),
    players: Math.min(playersMax, Math.max(list.length, readCount(result.numplayers))),
    max: readCount(result.maxplayers),
    bots: bots.length,
    locked: result.password === true,
    list: list.slice(0, playersMax),
  }
}

function readList(players: unknown): AnswerPlayer[] {
  return Array.isArray(players) ? players.slice(0, playersMax).map(readPlayer) : []
}

function readPlayer(player: GamedigPlayer | null): AnswerPlayer {
  const seconds = Number(player?.raw?.time)
  const name = readText(player?.name, textMax.player)
  return Number.isFinite(seconds) && seconds >= 0 ? { name, seconds: Math.floor(seconds) } : { name }
}

function readText(value: unknown, max: number): string {
  return typeof value === 'string' ? cleanText(value, max) : ''
}

function readCount(value: unknown): number {
  const count = typeof value === 'string' ? Number.parseInt(value, 10) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? Math.min(count, 1_000) : 0
}
