import type { Happening } from '../happenings.ts'
import type { Game } from './game.ts'
import type { Player } from './player.ts'
import type { Population } from './population.ts'

/** Game ms. */
const firstVisitMs = 120_000
const arrivalMs = 30_000
const goodbyeMs = 12_000
const longestStayMs = 3_600_000
const betweenVisitsMs = 1_200_000

/** Regulars who come together to a server of their own, play one match, go, and come again after a while. */
export class Visits {
  readonly #game: Game
  readonly #population: Population
  readonly #size: number
  readonly #welcome: (player: Player) => void
  #isOpen = true
  /** Who is on this visit. */
  #here: Player[] = []
  #visit = 0

  /** `welcome` brings somebody who connected into the game. */
  constructor(game: Game, population: Population, size: number, welcome: (player: Player) => void) {
    this.#game = game
    this.#population = population
    this.#size = size
    this.#welcome = welcome
  }

  open(): void {
    this.#after(firstVisitMs, () => this.#begin())
  }

  close(): void {
    this.#isOpen = false
  }

  react(happening: Happening): void {
    if (happening.kind === 'game-over') this.#endSoon(goodbyeMs)
  }

  #begin(): void {
    this.#visit += 1
    for (let i = 0; i < this.#size; i++)
      this.#after(this.#game.random.next() * arrivalMs, () => this.#arrive())
    this.#endSoon(longestStayMs)
  }

  #arrive(): void {
    if (this.#game.roster.all.length >= this.#game.rules.maxPlayers) return
    const visitor = this.#population.pick(this.#game.random)
    if (this.#game.bans.has(visitor.steamId)) return this.#population.release(visitor.steamId ?? '')
    const player = this.#game.connect(visitor)
    this.#here.push(player)
    this.#welcome(player)
  }

  #endSoon(ms: number): void {
    const visit = this.#visit
    this.#after(ms, () => {
      if (visit !== this.#visit || this.#here.length === 0) return
      for (const player of this.#here.splice(0)) {
        this.#population.release(player.steamId ?? '')
        this.#game.leave(player)
      }
      this.#after(betweenVisitsMs, () => this.#begin())
    })
  }

  #after(ms: number, task: () => void): void {
    this.#game.agenda.after(ms, () => {
      if (this.#isOpen) task()
    })
  }
}
