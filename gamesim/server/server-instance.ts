import type { A2sInfo, A2sPlayerRow } from '../a2s/a2s-packets.ts'
import type { A2sSource } from '../a2s/a2s-responder.ts'
import type { LogContext } from '../log/log-batch.ts'
import { type LogEntry, LogBuffer } from '../log/log-buffer.ts'
import { LogDestination } from '../log/log-destination.ts'
import { HttpLog } from '../log/http-log.ts'
import { type Faults, isOlderVersion } from './faults.ts'
import { MatchDirector } from '../modes/match-director.ts'
import { Game } from '../game/game.ts'
import { announceRestart, canRestore, restoreRound } from '../game/match-restore.ts'
import { AmbientEvents } from '../players/ambient-events.ts'
import { SlotRelease } from '../game/slot-release.ts'
import { hashText } from '../random.ts'
import { runCommandLine } from '../rcon/command-line.ts'
import type { CommandHost, PluginRecords } from '../rcon/command-host.ts'
import { initialCvars } from '../rcon/console-variables.ts'
import type { SimpleAdmin } from '../plugins/simple-admin.ts'
import type { VipPlugin } from '../plugins/vip-plugin.ts'
import { scheduleDownload } from '../rcon/map-commands.ts'
import { startMapMode } from '../matchzy/matchzy-modes.ts'
import type { StatusView } from '../rcon/status-text.ts'
import type { ServerFolder } from './server-folder.ts'
import type { ServerConfig } from './server-config.ts'
import type { SimulationContext } from '../simulation-context.ts'

export interface ServerInstanceOptions {
  context: SimulationContext
  config: ServerConfig
  /** Until the console sets another. */
  rconPassword: string
  /** Different for every start, the same for the same seed: what is played follows from it. */
  label: string
  /** What the server calls this start of it in its log: never the same twice, whatever the seed. */
  token: string
  steamId: bigint
  faults: Faults
  records: PluginRecords
  vipPlugin: VipPlugin
  simpleAdmin: SimpleAdmin
  folder: ServerFolder
  nameVisibility: () => 'visible' | 'blank'
  port: () => number
  /** The map of the server was changed. */
  onMapChanged: () => void
  onQuit: () => void
  onLost: (entries: readonly LogEntry[]) => void
}

/** Of the console variables that the log lists whenever a map loads. */
const loggedCvars = ['sv_password', 'sv_cheats', 'mp_friendlyfire', 'mp_teammates_are_enemies']

/** One run of a server, from start to crash: what a crash wipes out is here, what survives it is not. */
export class ServerInstance implements CommandHost, A2sSource {
  readonly game: Game
  readonly cvars: Map<string, string>
  readonly log: HttpLog
  readonly records: PluginRecords
  readonly vipPlugin: VipPlugin
  readonly simpleAdmin: SimpleAdmin
  readonly #options: ServerInstanceOptions
  readonly #startedAt: number
  #mapLoadedAt: number
  readonly #director: MatchDirector | null

  constructor(options: ServerInstanceOptions) {
    const { context, config } = options
    this.#options = options
    this.#startedAt = context.clock.now
    this.#mapLoadedAt = context.clock.now
    this.records = options.records
    this.vipPlugin = options.vipPlugin
    this.simpleAdmin = options.simpleAdmin
    this.cvars = initialCvars(config, options.rconPassword)
    this.game = new Game(config, context.clock, context.random.fork(`${options.label} play`))
    this.game.name = () => this.cvars.get('hostname') ?? ''
    this.game.bans.isOutdated = () => isOlderVersion(config.version, options.faults.clientVersion)
    this.game.bans.isBannedByPlugin = (steamId) => this.simpleAdmin.has('ban', steamId)
    this.#director = config.autoplay ? new MatchDirector(this.game, config, context.population) : null
    this.log = this.#createLog()
  }

  /** The first map, and the people. */
  open(): void {
    for (const url of this.#options.config.logUrls) this.log.addDestination(url)
    this.game.listeners.push((gameEvent) => {
      this.log.write(gameEvent)
      if (gameEvent.kind !== 'map-loading') return
      // As CS2 does at every map: what was set by RCON alone is lost.
      if (this.readFile('cfg/server.cfg') !== null) runCommandLine(this, 'exec server.cfg')
      startMapMode(this)
      this.#logMapLoad()
    })
    const vacancy = new SlotRelease(this.game)
    this.game.listeners.push((gameEvent) => vacancy.handleEvent(gameEvent))
    if (this.#director) {
      const director = this.#director
      const trifles = new AmbientEvents(this.game, () => Number(this.cvars.get('mp_logdetail')))
      this.game.listeners.push((gameEvent) => director.handleEvent(gameEvent))
      this.game.listeners.push((gameEvent) => trifles.handleEvent(gameEvent))
      director.start()
    } else this.#startMap(this.#options.config.maps[0] ?? 'de_dust2')
  }

  /** Everything stops where it is. */
  close(): void {
    this.log.removeDestinations()
    this.#director?.stop()
    this.game.cancelScheduled()
  }

  listMaps(): readonly string[] {
    return this.#options.config.maps
  }

  changeMap(map: string): void {
    this.#options.onMapChanged()
    if (this.#director) this.#director.changeMap(map)
    else this.#startMap(map)
  }

  downloadMap(map: string): void {
    scheduleDownload(this, map, this.#options.faults.downloadMs)
  }

  restart(seconds: number): void {
    if (this.#director) this.#director.restart(seconds)
    else announceRestart(this.game, seconds)
  }

  restore(played: number): boolean {
    if (this.#director) return this.#director.restore(played)
    if (!canRestore(this.game, played)) return false
    restoreRound(this.game, played)
    return true
  }

  ignoresKick(): boolean {
    const { faults } = this.#options
    if (faults.ignoredKicks === 0) return false
    faults.ignoredKicks -= 1
    return true
  }

  quit(): void {
    this.#options.onQuit()
  }

  readFile(path: string): string | null {
    return this.#options.folder.read(path)
  }

  writeFile(path: string, text: string): void {
    this.#options.folder.write(path, text)
  }

  status(): StatusView {
    return {
      hostname: this.cvars.get('hostname') ?? '',
      map: this.game.map,
      version: this.#options.config.version,
      port: this.#options.port(),
      maxPlayers: this.#options.config.maxPlayers,
      hibernating: this.game.roster.humans.length === 0,
      getPlayers: this.game.roster.all,
      now: this.#options.context.clock.now,
      startedAt: this.#startedAt,
      steamId: this.#options.steamId,
    }
  }

  getInfo(): A2sInfo {
    const { roster } = this.game
    const bots = roster.bots.length
    return {
      name: this.cvars.get('hostname') ?? '',
      map: this.game.map,
      players: roster.all.length,
      bots,
      maxPlayers: this.#options.config.maxPlayers,
      password: (this.cvars.get('sv_password') ?? '') !== '',
      version: this.#options.config.version,
      port: this.#options.port(),
      steamId: this.#options.steamId,
      keywords: roster.all.length === bots ? 'empty,secure' : 'secure',
    }
  }

  players(): A2sPlayerRow[] | null {
    const { all } = this.game.roster
    if (all.length === 0 && !this.#options.config.answersEmpty) return null
    const isBlank = this.#options.nameVisibility() === 'blank'
    const { now } = this.#options.context.clock
    return all.map((player) => ({
      name: isBlank ? '' : player.name,
      score: player.score,
      seconds: (now - player.connectedAt) / 1000,
    }))
  }

  getRules(): ReadonlyMap<string, string> {
    return new Map([...this.cvars].filter(([name]) => /^(mp_|sv_(?!password|rcon))/.test(name)))
  }

  #startMap(map: string): void {
    this.game.loadMap(map)
    this.game.startMap()
    for (const player of this.game.roster.all) this.game.enter(player)
  }

  /** The ticks start over, and the log reports the server's settings. */
  #logMapLoad(): void {
    this.#mapLoadedAt = this.#options.context.clock.now
    this.game.log(['server cvars start'])
    for (const name of loggedCvars) {
      this.game.emit({ kind: 'cvar', name, value: this.cvars.get(name) ?? '' })
    }
    this.game.log(['server cvars end'])
  }

  #createLog(): HttpLog {
    const { context: world, config, label, faults, onLost } = this.#options
    const book = new LogBuffer()
    const random = world.random.fork(`${label} log`)
    const timing = { timeoutMs: config.logTimeoutMs, retryMs: config.logRetryMs }
    const context = () => this.#logContext()
    return new HttpLog({
      buffer: book,
      now: () => world.epoch + world.clock.now,
      newLogPerMap: config.logPerMap,
      openDestination: (url) =>
        new LogDestination({ url, buffer: book, context, faults, random, ...timing, onLost: onLost }),
      scheduleBatch: (task) => world.clock.schedule(config.logBatchMs * (world.pace || 1), task),
    })
  }

  #logContext(): LogContext {
    const { context, token, steamId, port } = this.#options
    const { map, phase, score } = this.game
    const at = context.epoch + context.clock.now
    const gameMs = context.clock.now - this.#mapLoadedAt
    const secret = this.cvars.get('logaddress_token_secret') ?? ''
    return {
      token,
      uniqueToken: secret === '' ? '' : `${toHex(`1${secret}`)}${toHex(`2${secret}`)}`,
      address: `${context.host}:${port()}`,
      steamId: String(steamId),
      map,
      phase,
      score,
      at,
      gameMs,
    }
  }
}

function toHex(text: string): string {
  return hashText(text).toString(16).padStart(8, '0')
}
