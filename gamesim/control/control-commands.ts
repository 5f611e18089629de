import { applyFaults } from '../server/faults.ts'
import type { GameServer } from '../server/game-server.ts'

/** What can be asked of a server from outside, by IPC or the control port; `server` is its port. */
export type ControlCommand = { server: number } & Record<string, unknown>

const commands: Record<string, (server: GameServer, order: ControlCommand) => Promise<void> | void> = {
  faults: (server, { faults }) => applyFaults(server.faults, readObject(faults)),
  crash: (server) => server.crash(),
  start: (server) => server.start(),
  flush: (server) => server.flushLog(),
  console: (server, { line }) => void server.runCommandLine(readText(line)),
  map: (server, { map }) => server.changeMap(readText(map)),
  say: (server, { steamId, name, text, toTeam = false }) => {
    if (typeof toTeam !== 'boolean') throw new TypeError('expected true or false')
    const words = readText(text)
    const there = server.game.roster.bySteamId(readSteamId(steamId))
    if (!there && name === undefined) throw new TypeError('no player has this steamId')
    const player = there ?? server.connect({ name: readText(name), steamId: readSteamId(steamId) })
    server.say(player, words, toTeam)
  },
  connect: (server, { name, steamId }) =>
    void server.connect({ name: readText(name), steamId: readSteamId(steamId) }),
  disconnect: (server, { steamId }) => {
    const player = server.game.roster.bySteamId(readText(steamId))
    if (player) server.disconnect(player)
  },
}

/** Does one act; rejects with a TypeError for an unknown act or server and for fields that make no sense. */
export async function runControlCommand(
  servers: readonly GameServer[],
  act: string,
  json: unknown,
): Promise<void> {
  const order = readObject(json)
  const server = findServer(servers, order['server'])
  const known = Object.hasOwn(commands, act) ? commands[act] : undefined
  if (known === undefined) throw new TypeError(`not an act: ${act}`)
  await known(server, { ...order, server: server.port })
}

/** The server of a port; throws a TypeError where there is none. */
export function findServer(servers: readonly GameServer[], port: unknown): GameServer {
  const server = servers.find((one) => one.port === port)
  if (server === undefined) throw new TypeError('no server on this port')
  return server
}

/** Reads an IPC message: `{server, fault: 'crash' | 'start' | {…}}` or `{server, act, …}`. */
export async function runIpcCommand(servers: readonly GameServer[], message: unknown): Promise<void> {
  const { fault, act, ...order } = readObject(message)
  if (typeof act === 'string') return runControlCommand(servers, act, order)
  if (typeof fault === 'string') return runControlCommand(servers, fault, order)
  return runControlCommand(servers, 'faults', { ...order, faults: fault })
}

function readObject(json: unknown): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new TypeError('expected an object')
  return { ...json }
}

function readText(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('expected a text')
  return value
}

function readSteamId(value: unknown): string {
  const text = readText(value)
  if (!/^7656(119|120)\d{10}$/.test(text)) throw new TypeError('not a SteamID64')
  return text
}
