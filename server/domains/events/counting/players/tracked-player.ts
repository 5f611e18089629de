import type { LogPlayer, Side, Team } from '../../log-parser/log-parser.ts'
import type { PresenceDoubt, StoredPlayer } from '../stream-state.ts'
import { sanitizeText, maxNameLength } from '../sanitize-text.ts'

/** A player on the server while a batch is counted; times are those of its clock. */
export interface TrackedPlayer {
  key: string
  steamId: string | null
  name: string
  userId: number
  team: Team
  is: StoredPlayer['is']
  playedMs: number
  /** Up to when their time is credited. */
  creditedTo: number
  doubt: { cause: PresenceDoubt['cause']; rounds: number } | null
}

export function playerKey({ steamId, userId }: LogPlayer): string {
  return steamId ?? `bot${userId}`
}

export function isHuman(seat: TrackedPlayer): seat is TrackedPlayer & { steamId: string } {
  return seat.steamId !== null
}

export function isInGame(seat: TrackedPlayer): boolean {
  return seat.is === 'here' || seat.is === 'alive'
}

export function isOnSide(seat: TrackedPlayer): seat is TrackedPlayer & { team: Side } {
  return isInGame(seat) && (seat.team === 'CT' || seat.team === 'TERRORIST')
}

export function createTrackedPlayer(player: LogPlayer, is: TrackedPlayer['is'], now: number): TrackedPlayer {
  const { steamId, userId, team } = player
  const name = sanitizeText(player.name, maxNameLength)
  return {
    key: playerKey(player),
    steamId,
    name,
    userId,
    team,
    is,
    playedMs: 0,
    creditedTo: now,
    doubt: null,
  }
}

export function toTrackedPlayer(key: string, person: StoredPlayer): TrackedPlayer {
  const { name, userId, team, is, playedMs, doubt } = person
  return {
    key,
    steamId: steamIdFromKey(key),
    name,
    userId,
    team,
    is,
    playedMs,
    creditedTo: 0 - (doubt?.openMs ?? 0),
    doubt: doubt ? { cause: doubt.cause, rounds: doubt.rounds } : null,
  }
}

/** Returns the stored form after a batch whose clock is at `now`. */
export function toStoredPlayer(
  { name, userId, team, is, playedMs, creditedTo, doubt }: TrackedPlayer,
  now: number,
): StoredPlayer {
  const person = { name, userId, team, is, playedMs }
  return doubt ? { ...person, doubt: { ...doubt, openMs: now - creditedTo } } : person
}

export function steamIdFromKey(key: string): string | null {
  return key.startsWith('bot') ? null : key
}
