import type { Info, PlayerRow } from './a2s/packets.ts'
import type { Subject } from './a2s/answer.ts'
import type { LogContext } from './log/batch.ts'
import { type Entry, LogBook } from './log/book.ts'
import { Destination } from './log/destination.ts'
import { HttpLog } from './log/http-log.ts'
import type { Faults } from './faults.ts'
import { Director } from './play/director.ts'
import { Game } from './play/game.ts'
import { announceRestart, canRestore, restore } from './play/replay.ts'
import { Trifles } from './play/trifles.ts'
import { Vacancy } from './play/vacancy.ts'
import { hash } from './random.ts'
import type { ConsoleHost, Records } from './rcon/console-host.ts'
import { freshCvars } from './rcon/cvars.ts'
import { type StatusView, version } from './rcon/status.ts'
import type { ServerFolder } from './folder.ts'
import type { ServerSettings } from './settings.ts'
import type { World } from './world.ts'

export interface InstanceOptions {
  world: World
  settings: ServerSettings
  /** Until the console sets another. */
  rconPassword: string
  /** Different for every start, the same for the same seed: what is played follows from it. */
  label: string
  /** What the server calls this start of it in its log: never the same twice, whatever the seed. */
  token: string
  steamId: bigint
  faults: Faults
  records: Records
  folder: ServerFolder
  names: () => 'visible' | 'blank'
  port: () => number
  /** The map of the server was changed. */
  mapChanged: () => void
  quit: () => void
  lost: (entries: readonly Entry[]) => void
}

/** Of the console variables that the log lists whenever a map loads. */
const toldOfEveryMap = ['sv_password', 'sv_cheats', 'mp_friendlyfire', 'mp_teammates_are_enemies']

/** One run of a server, from start to crash: what a crash wipes out is here, what survives it is not. */
export class Instance implements ConsoleHost, Subject {
  readonly game: Game
  readonly cvars: Map<string, string>
  readonly log: HttpLog
  readonly records: Records
  readonly #options: InstanceOptions
  readonly #startedAt: number
  #mapAt: number
  readonly #director: Director | null

  constructor(options: InstanceOptions) {
    const { world, settings } = options
    this.#options = options
    this.#startedAt = world.agenda.now
    this.#mapAt = world.agenda.now
    this.records = options.records
    this.cvars = freshCvars(settings, options.rconPassword)
    this.game = new Game(settings, world.agenda, world.random.fork(`${options.label} play`))
    this.game.name = () => this.cvars.get('hostname') ?? ''
    this.#director = settings.autoplay ? new Director(this.game, settings, world.population) : null
    this.log = this.#makeLog()
  }

  /** The first map, and the people. */
  open(): void {
    for (const url of this.#options.settings.logUrls) this.log.add(url)
    this.game.listeners.push((happening) => {
      this.log.write(happening)
      if (happening.kind === 'map-loading') this.#mapLoads()
    })
    const vacancy = new Vacancy(this.game)
    this.game.listeners.push((happening) => vacancy.react(happening))
    if (this.#director) {
      const director = this.#director
      const trifles = new Trifles(this.game, () => Number(this.cvars.get('mp_logdetail')))
      this.game.listeners.push((happening) => director.react(happening))
      this.game.listeners.push((happening) => trifles.react(happening))
      director.open()
    } else this.#playMap(this.#options.settings.maps[0] ?? 'de_dust2')
  }

  /** Everything stops where it is. */
  close(): void {
    this.log.removeAll()
    this.#director?.close()
    this.game.abandon()
  }

  maps(): readonly string[] {
    return this.#options.settings.maps
  }

  changeMap(map: string): void {
    this.#options.mapChanged()
    if (this.#director) this.#director.changeMap(map)
    else this.#playMap(map)
  }

  restart(seconds: number): void {
    if (this.#director) this.#director.restart(seconds)
    else announceRestart(this.game, seconds)
  }

  restore(played: number): boolean {
    if (this.#director) return this.#director.restore(played)
    if (!canRestore(this.game, played)) return false
    restore(this.game, played)
    return true
  }

  quit(): void {
    this.#options.quit()
  }

  readFile(path: string): string | null {
    return this.#options.folder.read(path)
  }

  status(): StatusView {
    return {
      hostname: this.cvars.get('hostname') ?? '',
      map: this.game.map,
      port: this.#options.port(),
      maxPlayers: this.#options.settings.maxPlayers,
      hibernating: this.game.roster.humans.length === 0,
      players: this.game.roster.all,
      now: this.#options.world.agenda.now,
      startedAt: this.#startedAt,
      steamId: this.#options.steamId,
    }
  }

  info(): Info {
    const { roster } = this.game
    const bots = roster.bots.length
    return {
      name: this.cvars.get('hostname') ?? '',
      map: this.game.map,
      players: roster.all.length,
      bots,
      maxPlayers: this.#options.settings.maxPlayers,
      password: (this.cvars.get('sv_password') ?? '') !== '',
      version,
      port: this.#options.port(),
      steamId: this.#options.steamId,
      keywords: roster.all.length === bots ? 'empty,secure' : 'secure',
    }
  }

  players(): PlayerRow[] | null {
    const { all } = this.game.roster
    if (all.length === 0 && !this.#options.settings.answersEmpty) return null
    const isBlank = this.#options.names() === 'blank'
    const { now } = this.#options.world.agenda
    return all.map((player) => ({
      name: isBlank ? '' : player.name,
      score: player.score,
      seconds: (now - player.connectedAt) / 1000,
    }))
  }

  rules(): ReadonlyMap<string, string> {
    return new Map([...this.cvars].filter(([name]) => /^(mp_|sv_(?!password|rcon))/.test(name)))
  }

  #playMap(map: string): void {
    this.game.loadMap(map)
    this.game.startMap()
    for (const player of this.game.roster.all) this.game.enter(player)
  }

  /** The ticks begin anew, and the log tells how the server is set. */
  #mapLoads(): void {
    this.#mapAt = this.#options.world.agenda.now
    this.game.note(['server cvars start'])
    for (const name of toldOfEveryMap) {
      this.game.happen({ kind: 'cvar', name, value: this.cvars.get(name) ?? '' })
    }
    this.game.note(['server cvars end'])
  }

  #makeLog(): HttpLog {
    const { world, settings, label, faults, lost } = this.#options
    const book = new LogBook()
    const random = world.random.fork(`${label} log`)
    const timing = { timeoutMs: settings.logTimeoutMs, retryMs: settings.logRetryMs }
    const context = () => this.#logContext()
    return new HttpLog({
      book,
      now: () => world.epoch + world.agenda.now,
      perMap: settings.logPerMap,
      open: (url) => new Destination({ url, book, context, faults, random, ...timing, lost }),
      afterBatch: (task) => world.agenda.after(settings.logBatchMs * (world.pace || 1), task),
    })
  }

  #logContext(): LogContext {
    const { world, token, steamId, port } = this.#options
    const { map, phase, score } = this.game
    const at = world.epoch + world.agenda.now
    const gameMs = world.agenda.now - this.#mapAt
    const secret = this.cvars.get('logaddress_token_secret') ?? ''
    return {
      token,
      uniqueToken: secret === '' ? '' : `${hex(`1${secret}`)}${hex(`2${secret}`)}`,
      address: `${world.host}:${port()}`,
      steamId: String(steamId),
      map,
      phase,
      score,
      at,
      gameMs,
    }
  }
}

function hex(text: string): string {
  return hash(text).toString(16).padStart(8, '0')
}
