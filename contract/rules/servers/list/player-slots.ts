import type { Server } from '../../../api/servers/servers.ts'

type ServerPlayerCounts = Pick<Server, 'players' | 'players_max'>

interface PlayerCounts {
  readonly current: number
  readonly max: number
}

/** A list of 5,000 servers is read several times for each key a visitor types, and has a few hundred different texts. */
const parsedCounts = new Map<string, PlayerCounts>()
const maxCachedTexts = 10_000

/** The two numbers of "current/max"; a part that is no number counts as 0. */
export function parsePlayers(players: string): PlayerCounts {
  const known = parsedCounts.get(players)
  if (known !== undefined) return known
  const [current, max] = players.split('/').map((part) => Number.parseInt(part, 10))
  const counts = { current: toCount(current), max: toCount(max) }
  if (parsedCounts.size >= maxCachedTexts) parsedCounts.clear()
  parsedCounts.set(players, counts)
  return counts
}

function toCount(value: number | undefined): number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** Players on the server, bots among them. */
export function currentPlayers(server: ServerPlayerCounts): number {
  return parsePlayers(server.players).current
}

/** D12, E4: `players_max` where it is set, else the max in the string (0 when it is not known). */
export function maxPlayers(server: ServerPlayerCounts): number {
  return server.players_max ?? parsePlayers(server.players).max
}

/** E4: max minus current, never negative. */
export function freeSlots(server: ServerPlayerCounts): number {
  return Math.max(0, maxPlayers(server) - currentPlayers(server))
}

/** D12: full when the current players reach the max, unless no max is known. */
export function isFull(server: ServerPlayerCounts): boolean {
  const max = maxPlayers(server)
  return max > 0 && currentPlayers(server) >= max
}
