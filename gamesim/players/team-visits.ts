import type { GameEvent } from '../game-events.ts'
import type { Game } from '../game/game.ts'
import type { Player } from '../game/player.ts'
import type { Population } from './population.ts'

/** Game ms. */
const firstVisitMs = 120_000
const arrivalMs = 30_000
const leaveDelayMs = 12_000
const maxStayMs = 3_600_000
const visitIntervalMs = 1_200_000

/** Regulars who come together to a server of their own, play one match, go, and come again after a while. */
export class TeamVisits {
  readonly #game: Game
  readonly #population: Population
  readonly #size: number
  readonly #onArrival: (player: Player) => void
  #isOpen = true
  /** Who is on this visit. */
  #visitors: Player[] = []
  #visit = 0

  /** `welcome` brings a connected player into the game. */
  constructor(game: Game, population: Population, size: number, welcome: (player: Player) => void) {
    this.#game = game
    this.#population = population
    this.#size = size
    this.#onArrival = welcome
  }

  start(): void {
    this.#schedule(firstVisitMs, () => this.#startVisit())
  }

  stop(): void {
    this.#isOpen = false
  }

  handleEvent(gameEvent: GameEvent): void {
    if (gameEvent.kind === 'game-over') this.#scheduleLeave(leaveDelayMs)
  }

  #startVisit(): void {
    this.#visit += 1
    for (let i = 0; i < this.#size; i++)
      this.#schedule(this.#game.random.next() * arrivalMs, () => this.#connectNext())
    this.#scheduleLeave(maxStayMs)
  }

  #connectNext(): void {
    if (this.#game.roster.all.length >= this.#game.rules.maxPlayers) return
    const visitor = this.#population.pick(this.#game.random)
    if (this.#game.bans.refuses(visitor.steamId)) return this.#population.release(visitor.steamId ?? '')
    const player = this.#game.connect(visitor)
    this.#visitors.push(player)
    this.#onArrival(player)
  }

  #scheduleLeave(ms: number): void {
    const visit = this.#visit
    this.#schedule(ms, () => {
      if (visit !== this.#visit || this.#visitors.length === 0) return
      for (const player of this.#visitors.splice(0)) {
        this.#population.release(player.steamId ?? '')
        this.#game.leave(player)
      }
      this.#schedule(visitIntervalMs, () => this.#startVisit())
    })
  }

  #schedule(ms: number, task: () => void): void {
    this.#game.clock.schedule(ms, () => {
      if (this.#isOpen) task()
    })
  }
}
