import type { PlayerIdentity, Position, Team } from '../game-events.ts'
import type { Random } from '../random.ts'

/** A person who may join a server. */
export interface Visitor {
  name: string
  /** SteamID64, null for a bot. */
  steamId: string | null
  /** `IPv4:port`; made up when missing. */
  address?: string
  /** 0..1. */
  skill?: number
}

/** A player on a server. */
export interface Player {
  readonly userId: number
  readonly name: string
  readonly steamId: string | null
  readonly address: string
  readonly skill: number
  readonly ping: number
  /** Game ms. */
  connectedAt: number
  team: Team
  hasEntered: boolean
  isAlive: boolean
  score: number
  position: Position
}

/** A copy of who the player is now. */
export function copyIdentity(player: Player): PlayerIdentity {
  return { name: player.name, userId: player.userId, steamId: player.steamId, team: player.team }
}

/** SteamID64 of `[U:1:account]`. */
export function toSteamId64(account: number): string {
  return String(76561197960265728n + BigInt(account))
}

/** The SteamID64 of `[U:1:Z]`, `STEAM_1:Y:Z` or itself; null for anything else. */
export function parseSteamId(text: string): string | null {
  if (/^7656\d{13}$/.test(text)) return text
  const [, account] = /^\[U:1:(\d{1,10})\]$/.exec(text) ?? []
  if (account !== undefined) return toSteamId64(Number(account))
  const [, odd, half] = /^STEAM_[01]:([01]):(\d{1,10})$/.exec(text) ?? []
  return half === undefined ? null : toSteamId64(Number(half) * 2 + Number(odd))
}

/** `[U:1:Z]` of a SteamID64, `BOT` for null. */
export function toSteamTag(steamId: string | null): string {
  return steamId === null ? 'BOT' : `[U:1:${BigInt(steamId) - 76561197960265728n}]`
}

/** An address of the documentation ranges. */
export function randomAddress(random: Random): string {
  const net = random.pick(['192.0.2', '198.51.100', '203.0.113'])
  return `${net}.${random.int(1, 254)}:${random.int(27005, 62000)}`
}
