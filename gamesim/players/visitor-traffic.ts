import type { Game } from '../game/game.ts'
import { botNames, forgingNames, chatMessages } from './nicknames.ts'
import type { Player, Visitor } from '../game/player.ts'
import type { Population } from './population.ts'

export interface VisitorTrafficOptions {
  busy: number
  bots: number
  stayMinutes: number
  chatCommands: readonly string[]
  forgers: boolean
}

const chatGapMs = 240_000
const forgedNameShare = 0.2
const leaveReasons = ['Disconnect', 'Disconnect', 'Disconnect', 'Timed out', 'Kicked by Console']

/** The people who come, talk and go, and the bots that fill up. */
export class VisitorTraffic {
  readonly #game: Game
  readonly #population: Population
  readonly #options: VisitorTrafficOptions
  #isOpen = true

  constructor(game: Game, population: Population, options: VisitorTrafficOptions) {
    this.#game = game
    this.#population = population
    this.#options = options
  }

  start(): void {
    const target = this.#targetPlayers()
    if (target === 0) return
    for (let i = 0; i < target; i++)
      this.#schedule(this.#game.random.next() * 60_000, () => this.#connectVisitor())
    this.#scheduleArrival()
  }

  stop(): void {
    this.#isOpen = false
    for (const player of this.#game.roster.humans) this.#population.release(player.steamId ?? '')
  }

  /** Connects, loads the map and picks a side, as far as the map is there. */
  scheduleStay(player: Player): void {
    const { random } = this.#game
    this.#schedule(2000 + random.next() * 10_000, () => {
      if (!this.#game.roster.has(player) || player.hasEntered || this.#game.phase === 'loading') return
      this.#game.enter(player)
      this.#schedule(500 + random.next() * 2500, () => {
        if (this.#game.roster.has(player) && player.hasEntered && player.team === 'Unassigned')
          this.#game.join(player)
      })
    })
  }

  /** As many bots as the quota allows next to the humans; none without humans. */
  adjustBots(): void {
    this.#schedule(300, () => this.#adjustBotsNow())
  }

  #adjustBotsNow(): void {
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
    if (this.#game.phase === 'loading') return this.scheduleStay(bot)
    this.#game.enter(bot)
    this.#game.join(bot)
  }

  #targetPlayers(): number {
    return Math.round(this.#options.busy * this.#game.rules.maxPlayers)
  }

  #scheduleArrival(): void {
    const gap = (this.#options.stayMinutes * 60_000) / this.#targetPlayers()
    this.#schedule(this.#game.random.exponential(gap), () => {
      this.#connectVisitor()
      this.#scheduleArrival()
    })
  }

  #connectVisitor(): void {
    const { roster, rules, random } = this.#game
    if (roster.humans.length >= rules.maxPlayers) return
    const visitor = this.#pickVisitor()
    if (this.#game.bans.refuses(visitor.steamId)) return this.#population.release(visitor.steamId ?? '')
    const [bot] = roster.all.length >= rules.maxPlayers ? roster.bots : []
    if (bot) this.#game.leave(bot, 'Kicked by Console')
    const player = this.#game.connect(visitor)
    this.scheduleStay(player)
    this.#scheduleChat(player)
    const stay = 60_000 + random.exponential(this.#options.stayMinutes * 60_000)
    this.#schedule(stay, () => this.#scheduleDeparture(player))
  }

  #pickVisitor(): Visitor {
    const { random } = this.#game
    const visitor = this.#population.pick(random)
    if (!this.#options.forgers || !random.chance(forgedNameShare)) return visitor
    return { ...visitor, name: random.pick(forgingNames) }
  }

  #scheduleDeparture(player: Player): void {
    this.#population.release(player.steamId ?? '')
    this.#game.leave(player, this.#game.random.pick(leaveReasons))
  }

  #scheduleChat(player: Player): void {
    const { random, roster } = this.#game
    this.#schedule(random.exponential(chatGapMs), () => {
      if (!roster.has(player)) return
      const { chatCommands } = this.#options
      const isCommand = chatCommands.length > 0 && random.chance(0.2)
      if (player.hasEntered)
        this.#game.say(player, random.pick(isCommand ? chatCommands : chatMessages), random.chance(0.2))
      this.#scheduleChat(player)
    })
  }

  #schedule(ms: number, task: () => void): void {
    this.#game.clock.schedule(ms, () => {
      if (this.#isOpen) task()
    })
  }
}
