import type { LogPlayer, Side, Team } from '../log/parse.ts'
import type { Doubt, Person } from './state.ts'
import { keptText, nameMax } from './text.ts'

/** Somebody on the server while a batch is counted; times are those of its clock. */
export interface Seat {
  key: string
  steamId: string | null
  name: string
  userId: number
  team: Team
  is: Person['is']
  playedMs: number
  /** Up to when their time is credited. */
  creditedTo: number
  doubt: { cause: Doubt['cause']; rounds: number } | null
}

export function keyOf({ steamId, userId }: LogPlayer): string {
  return steamId ?? `bot${userId}`
}

export function isHuman(seat: Seat): seat is Seat & { steamId: string } {
  return seat.steamId !== null
}

export function isInGame(seat: Seat): boolean {
  return seat.is === 'here' || seat.is === 'alive'
}

export function isOnSide(seat: Seat): seat is Seat & { team: Side } {
  return isInGame(seat) && (seat.team === 'CT' || seat.team === 'TERRORIST')
}

export function newSeat(player: LogPlayer, is: Seat['is'], now: number): Seat {
  const { steamId, userId, team } = player
  const name = keptText(player.name, nameMax)
  return { key: keyOf(player), steamId, name, userId, team, is, playedMs: 0, creditedTo: now, doubt: null }
}

export function seatOf(key: string, person: Person): Seat {
  const { name, userId, team, is, playedMs, doubt } = person
  return {
    key,
    steamId: steamIdOf(key),
    name,
    userId,
    team,
    is,
    playedMs,
    creditedTo: 0 - (doubt?.openMs ?? 0),
    doubt: doubt ? { cause: doubt.cause, rounds: doubt.rounds } : null,
  }
}

/** As it is kept behind a batch whose clock stands at `now`. */
export function personOf({ name, userId, team, is, playedMs, creditedTo, doubt }: Seat, now: number): Person {
  const person = { name, userId, team, is, playedMs }
  return doubt ? { ...person, doubt: { ...doubt, openMs: now - creditedTo } } : person
}

export function steamIdOf(key: string): string | null {
  return key.startsWith('bot') ? null : key
}
