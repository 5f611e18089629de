import type { Side } from '../../log-parser/log-parser.ts'
import type { MatchCounts } from './match-counts.ts'
import type { PlayerTracker } from '../players/player-tracker.ts'
import { type TrackedPlayer, isHuman, isOnSide } from '../players/tracked-player.ts'
import type { RoundState, StreamState } from '../stream-state.ts'

const sides: readonly Side[] = ['CT', 'TERRORIST']

/** The notices that mean that a whole side is dead. */
const eliminatedSides: Readonly<Record<string, Side>> = {
  SFUI_Notice_CTs_Win: 'TERRORIST',
  SFUI_Notice_Terrorists_Win: 'CT',
}

/**
 * Rounds won and lost, and clutches: a side that began with two or more has one player left alive while an
 * enemy lives, once per side and round; bots count as teammates and enemies (docs/gamesim.md, The tally). A
 * clutch is counted only where every player in the round is known, so that there is never one too many.
 */
export class RoundTracker {
  #round: RoundState | null
  #unsure: readonly Side[]
  #nameless: boolean
  readonly #players: PlayerTracker

  constructor({ round, unsure, nameless }: StreamState, people: PlayerTracker) {
    this.#round = round && { ...round, last: { ...round.last } }
    this.#unsure = unsure
    this.#nameless = nameless
    this.#players = people
  }

  get round(): RoundState | null {
    return this.#round
  }

  /** The sides that may include a player whom no line has named. */
  get unsure(): Side[] {
    return [...this.#unsure]
  }

  get nameless(): boolean {
    return this.#nameless
  }

  /**
   * A player's lines cannot be read: until the next map no player can be identified as the last one alive.
   */
  meetNameless(): void {
    this.#round = null
    this.#nameless = true
  }

  /** Lines are missing. */
  miss(): void {
    this.#round = null
    this.#unsure = sides
  }

  /** Every player enters the map with a line. */
  loadMap(): void {
    this.#round = null
    this.#unsure = []
    this.#nameless = false
  }

  abandon(): void {
    this.#round = null
  }

  start(): void {
    const began = { CT: 0, TERRORIST: 0 }
    for (const seat of this.#players.all) {
      if (isOnSide(seat)) {
        seat.is = 'alive'
        began[seat.team] += 1
      } else if (seat.is === 'alive') seat.is = 'here'
    }
    const isKnown = !this.#nameless && this.#unsure.length === 0
    this.#round = { sure: isKnown && !this.#players.isAnybodyMissed, began, last: {} }
  }

  /**
   * A player was killed. A victim not alive in this round spawned unseen, so the other living players are
   * unknown too.
   */
  killed(victim: TrackedPlayer | undefined): void {
    if (victim?.is !== 'alive') this.#round = null
    else this.died(victim)
  }

  died(seat: TrackedPlayer): void {
    if (seat.is === 'alive') seat.is = 'here'
    this.look()
  }

  /** Checks whether a side has one player left alive. */
  look(): void {
    const round = this.#round
    if (!round?.sure) return
    const alive: Record<Side, TrackedPlayer[]> = { CT: [], TERRORIST: [] }
    for (const seat of this.#players.all)
      if (seat.is === 'alive' && isOnSide(seat)) alive[seat.team].push(seat)
    if (alive.CT.length === 0 || alive.TERRORIST.length === 0) return
    for (const side of sides) {
      const [last, ...more] = alive[side]
      if (!last || more.length > 0 || round.began[side] < 2 || round.last[side]) continue
      round.last[side] = { steamId: last.steamId, name: last.name }
    }
  }

  /** Comrades who change sides may be those who were counted as known there. */
  switched(from: TrackedPlayer['team'], to: TrackedPlayer['team']): void {
    if (this.#unsure.length > 0 && from !== to && isSide(from) && isSide(to)) this.#unsure = sides
  }

  /** The round goes to a side: all of those in the game on a side have won or lost it. */
  won(side: Side, notice: string, credits: MatchCounts): void {
    for (const seat of this.#players.all) {
      if (!isHuman(seat) || !isOnSide(seat) || seat.doubt) continue
      credits.addInMatch(seat.steamId, seat.name, seat.team === side ? { wins: 1 } : { losses: 1 })
    }
    for (const one of sides) {
      const last = this.#round?.sure ? this.#round.last[one] : undefined
      if (!last || last.steamId === null) continue
      credits.addInMatch(last.steamId, last.name, { clutches: 1, clutchWins: one === side ? 1 : 0 })
    }
    if (this.#round) this.#unsure = this.#unsure.filter((one) => one !== eliminatedSides[notice])
    this.#round = null
  }
}

function isSide(team: TrackedPlayer['team']): team is Side {
  return team === 'CT' || team === 'TERRORIST'
}
