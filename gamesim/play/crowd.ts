import type { Game } from './game.ts'
import { botNames, forgingNames, smallTalk } from './names.ts'
import type { Player, Visitor } from './player.ts'
import type { Population } from './population.ts'

export interface CrowdOptions {
  busy: number
  bots: number
  stayMinutes: number
  chatCommands: readonly string[]
  forgers: boolean
}

const chatGapMs = 240_000
const forgerShare = 0.2
const reasons = ['Disconnect', 'Disconnect', 'Disconnect', 'Timed out', 'Kicked by Console']

/** The people who come, talk and go, and the bots that fill up. */
export class Crowd {
  readonly #game: Game
  readonly #population: Population
  readonly #options: CrowdOptions
  #isOpen = true

  constructor(game: Game, population: Population, options: CrowdOptions) {
    this.#game = game
    this.#population = population
    this.#options = options
  }

  open(): void {
    const target = this.#target()
    if (target === 0) return
    for (let i = 0; i < target; i++) this.#after(this.#game.random.next() * 60_000, () => this.#arrive())
    this.#expect()
  }

  close(): void {
    this.#isOpen = false
    for (const player of this.#game.roster.humans) this.#population.release(player.steamId ?? '')
  }

  /** Connects, loads the map and picks a side, as far as the map is there. */
  welcome(player: Player): void {
    const { random } = this.#game
    this.#after(2000 + random.next() * 10_000, () => {
      if (!this.#game.roster.has(player) || player.entered || this.#game.phase === 'loading') return
      this.#game.enter(player)
      this.#after(500 + random.next() * 2500, () => {
        if (this.#game.roster.has(player) && player.entered && player.team === 'Unassigned')
          this.#game.join(player)
      })
    })
  }

  /** As many bots as the quota wants beside the humans; none without humans. */
  fillUp(): void {
    this.#after(300, () => this.#fillUpNow())
  }

  #fillUpNow(): void {
    const { roster, rules } = this.#game
    const wanted =
      roster.humans.length === 0 ? 0 : Math.min(this.#options.bots, rules.maxPlayers) - roster.humans.length
    const bots = roster.bots
    for (const bot of bots.slice(Math.max(0, wanted))) this.#game.leave(bot, 'Kicked by Console')
    for (let i = bots.length; i < wanted; i++) this.#addBot()
  }

  #addBot(): void {
    const taken = new Set(this.#game.roster.all.map((player) => player.name))
    const name = this.#game.random.pick(botNames.filter((one) => !taken.has(one)))
    const bot = this.#game.connect({ name, steamId: null, skill: this.#game.random.next() / 2 })
    if (this.#game.phase === 'loading') return this.welcome(bot)
    this.#game.enter(bot)
    this.#game.join(bot)
  }

  #target(): number {
    return Math.round(this.#options.busy * this.#game.rules.maxPlayers)
  }

  #expect(): void {
    const gap = (this.#options.stayMinutes * 60_000) / this.#target()
    this.#after(this.#game.random.wait(gap), () => {
      this.#arrive()
      this.#expect()
    })
  }

  #arrive(): void {
    const { roster, rules, random } = this.#game
    if (roster.humans.length >= rules.maxPlayers) return
    const visitor = this.#visitor()
    if (this.#game.bans.has(visitor.steamId)) return this.#population.release(visitor.steamId ?? '')
    const [bot] = roster.all.length >= rules.maxPlayers ? roster.bots : []
    if (bot) this.#game.leave(bot, 'Kicked by Console')
    const player = this.#game.connect(visitor)
    this.welcome(player)
    this.#chat(player)
    const stay = 60_000 + random.wait(this.#options.stayMinutes * 60_000)
    this.#after(stay, () => this.#depart(player))
  }

  #visitor(): Visitor {
    const { random } = this.#game
    const visitor = this.#population.pick(random)
    if (!this.#options.forgers || !random.chance(forgerShare)) return visitor
    return { ...visitor, name: random.pick(forgingNames) }
  }

  #depart(player: Player): void {
    this.#population.release(player.steamId ?? '')
    this.#game.leave(player, this.#game.random.pick(reasons))
  }

  #chat(player: Player): void {
    const { random, roster } = this.#game
    this.#after(random.wait(chatGapMs), () => {
      if (!roster.has(player)) return
      const { chatCommands } = this.#options
      const isCommand = chatCommands.length > 0 && random.chance(0.2)
      if (player.entered)
        this.#game.say(player, random.pick(isCommand ? chatCommands : smallTalk), random.chance(0.2))
      this.#chat(player)
    })
  }

  #after(ms: number, task: () => void): void {
    this.#game.agenda.after(ms, () => {
      if (this.#isOpen) task()
    })
  }
}
