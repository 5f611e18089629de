import { A2sResponder } from '../a2s/a2s-responder.ts'
import { type Faults, noFaults } from './faults.ts'
import { ServerFolder } from './server-folder.ts'
import type { KillDetails, Side } from '../game-events.ts'
import { ServerInstance } from './server-instance.ts'
import type { LogEntry } from '../log/log-buffer.ts'
import type { DemoRecorder } from '../matchzy/demos.ts'
import { handleGrenadeChat } from '../matchzy/saved-grenades.ts'
import { firstMatchId, installMatchzy } from '../matchzy/matchzy-plugin.ts'
import type { Game } from '../game/game.ts'
import type { Player, Visitor } from '../game/player.ts'
import { addIdlePlayers } from '../players/idle-players.ts'
import { GamePort } from './game-port.ts'
import { hashText } from '../random.ts'
import { AddressBans } from '../rcon/address-bans.ts'
import { runCommandLine } from '../rcon/command-line.ts'
import { type PluginRecords, createRecords } from '../rcon/command-host.ts'
import { SimpleAdmin } from '../plugins/simple-admin.ts'
import { VipPlugin } from '../plugins/vip-plugin.ts'
import { dialects } from '../rcon/rcon-dialects.ts'
import type { RconHost } from '../rcon/rcon-listener.ts'
import { readAdmins } from '../rcon/plugin-commands.ts'
import type { ServerConfig } from './server-config.ts'
import { Tally } from '../tally/tally.ts'
import { type SimulationContext, deriveSecret } from '../simulation-context.ts'

/** One simulated server: it can be asked, played on, broken and started again on its port. */
export class GameServer {
  readonly index: number
  readonly config: ServerConfig
  readonly faults: Faults = noFaults()
  /** What truly happened, over all starts. */
  readonly tally: Tally
  /** What stood in log batches that never reached a destination; its times mean nothing. */
  readonly lostTally: Tally
  readonly records: PluginRecords = createRecords()
  readonly simpleAdmin: SimpleAdmin
  /** Whether A2S_PLAYER tells the names. */
  nameVisibility: 'visible' | 'blank'
  /** Called when the console receives quit. */
  onQuit: () => void = () => undefined
  readonly #context: SimulationContext
  readonly #firstRconPassword: string
  readonly #folder: ServerFolder
  readonly #bans: AddressBans
  readonly #vipPlugin: VipPlugin
  readonly #demoRecorders: DemoRecorder[] = []
  readonly #lostEntries = new Set<string>()
  #portNumber: number
  #openPort: GamePort | null = null
  #instance: ServerInstance | null = null
  #starts = 0
  #silentUntil = 0

  constructor(index: number, settings: ServerConfig, world: SimulationContext) {
    this.index = index
    this.config = settings
    this.nameVisibility = settings.names
    this.#firstRconPassword = settings.rconPassword || deriveSecret(world, `rcon ${index}`)
    this.tally = new Tally(() => world.clock.now)
    this.lostTally = new Tally(() => world.clock.now)
    this.#context = world
    this.#portNumber = settings.port
    this.#folder = new ServerFolder(settings.dataDir)
    this.#vipPlugin = createVipPlugin(settings, this.records)
    this.simpleAdmin = new SimpleAdmin(settings.adminPlugin, () => world.clock.now)
    this.#bans = new AddressBans(settings.rconFailures, settings.rconBanMs, world.wallClock)
  }

  get host(): string {
    return this.#context.host
  }

  get port(): number {
    return this.#portNumber
  }

  get name(): string {
    return this.#instance?.cvars.get('hostname') ?? this.config.name
  }

  /** What opens the console: that of the settings unless `cfg/server.cfg` or the console itself set another. */
  get rconPassword(): string {
    return this.#instance?.cvars.get('rcon_password') ?? this.#firstRconPassword
  }

  get isRunning(): boolean {
    return this.#openPort !== null
  }

  /** The running game; throws while the server is down. */
  get game(): Game {
    return this.#running.game
  }

  get cvars(): ReadonlyMap<string, string> {
    return this.#running.cvars
  }

  /** The server's folder with `cfg/` and `MatchZy/`. */
  get dataDir(): string {
    return this.#folder.path
  }

  /** Starts on the port it had before, else on that of its settings. Rejects with EADDRINUSE when that is taken. */
  async start(): Promise<void> {
    if (this.#openPort) return
    this.#starts += 1
    const label = deriveSecret(this.#context, `start ${this.index} ${this.#starts}`)
    const token = deriveSecret(this.#context, `${label} ${this.#context.epoch}`)
    const instance = this.#createInstance(label, token)
    this.#subscribe(instance)
    this.#configure(instance)
    this.#openPort = await this.#listenOnPort(instance, label).catch((error: unknown) => {
      instance.close()
      throw error
    })
    this.#portNumber = this.#openPort.port
    this.#instance = instance
    instance.open()
    addIdlePlayers(instance.game, this.config.crowd, this.index)
  }

  /** The process is gone from one moment to the next: no line is written, nothing is sent any more. */
  async crash(): Promise<void> {
    const [open, instance] = [this.#openPort, this.#instance]
    if (!open || !instance) return
    instance.game.emit({ kind: 'crashed' })
    this.#instance = null
    this.#openPort = null
    instance.close()
    await open.close()
  }

  /** An orderly end: everyone leaves, the log is sent for at most a second. */
  async quit(): Promise<void> {
    const instance = this.#instance
    if (!instance) return
    for (const player of instance.game.roster.all) instance.game.leave(player, 'Server shutting down')
    await Promise.race([instance.log.flush(), new Promise((resolve) => setTimeout(resolve, 1000))])
    await this.#endInstance(instance)
  }

  /** Frees everything, the temporary folder too. */
  async close(): Promise<void> {
    if (this.#instance) await this.#endInstance(this.#instance)
    await this.#vipPlugin.close()
    this.#folder.remove()
  }

  /** Connects a player at once, on the smaller side if none is given. Names and SteamID are the caller's. */
  connect(visitor: Visitor & { side?: Side }): Player {
    const { game } = this
    if (visitor.steamId !== null) this.#context.population.reserve(visitor.steamId)
    const player = game.connect(visitor)
    game.enter(player)
    game.join(player, visitor.side)
    game.spawn(player)
    return player
  }

  disconnect(player: Player, reason?: string): void {
    this.game.leave(player, reason)
    if (player.steamId !== null) this.#context.population.release(player.steamId)
  }

  kill(killer: Player, victim: Player, details?: KillDetails): void {
    this.game.kill(killer, victim, details)
  }

  say(player: Player, text: string, toTeam = false): void {
    if (!this.simpleAdmin.has('gag', player.steamId)) this.game.say(player, text, toTeam)
  }

  changeMap(map: string): void {
    this.#running.changeMap(map)
  }

  /** Runs a console line as if typed on the machine itself. */
  runCommandLine(line: string): string {
    return runCommandLine(this.#running, line)
  }

  /** Sends the log written so far; resolves when each destination took it, refused it or it was lost. */
  async flushLog(): Promise<void> {
    await this.#instance?.log.flush()
  }

  /** Resolves when demos whose writing began are written and uploaded. */
  async waitForDemos(): Promise<void> {
    await Promise.all(this.#demoRecorders.map((demos) => demos.waitUntilIdle()))
  }

  get #running(): ServerInstance {
    if (!this.#instance) throw new Error('the server is down')
    return this.#instance
  }

  async #endInstance(instance: ServerInstance): Promise<void> {
    const open = this.#openPort
    this.#openPort = null
    this.#instance = null
    instance.close()
    await open?.close()
  }

  #createInstance(label: string, token: string): ServerInstance {
    return new ServerInstance({
      context: this.#context,
      config: this.config,
      rconPassword: this.#firstRconPassword,
      label,
      token,
      steamId: 90_200_000_000_000_000n + BigInt(hashText(label)),
      faults: this.faults,
      records: this.records,
      vipPlugin: this.#vipPlugin,
      simpleAdmin: this.simpleAdmin,
      folder: this.#folder,
      nameVisibility: () => this.nameVisibility,
      port: () => this.#portNumber,
      onMapChanged: () => {
        this.#silentUntil = this.#context.wallClock() + this.faults.mapChangeSilenceMs
      },
      onQuit: () => void this.quit().then(() => this.onQuit()),
      onLost: (entries) => this.#countLost(token, entries),
    })
  }

  /** Before the port is open, so that no client meets another password or name than those of the folder. */
  #configure(instance: ServerInstance): void {
    if (this.#folder.read('cfg/server.cfg') !== null) runCommandLine(instance, 'exec server.cfg')
    this.records.admins = readAdmins(instance)
  }

  #listenOnPort(instance: ServerInstance, label: string): Promise<GamePort> {
    return GamePort.open({
      host: this.#context.host,
      port: this.#portNumber,
      a2s: new A2sResponder(instance, label),
      rcon: this.config.rcon ? this.#createRconHost(instance) : null,
      faults: this.faults,
      random: this.#context.random.fork(`${label} network`),
      isSilent: () => this.#context.wallClock() < this.#silentUntil,
    })
  }

  #createRconHost(instance: ServerInstance): RconHost {
    return {
      password: () => instance.cvars.get('rcon_password') ?? '',
      dialect: dialects[this.config.rconMode],
      bans: this.#bans,
      faults: this.faults,
      isSilent: () => this.faults.mapChangeRconSilence && this.#context.wallClock() < this.#silentUntil,
      run: (command, from) => {
        instance.game.emit({ kind: 'rcon', from, command })
        return runCommandLine(instance, command)
      },
    }
  }

  #subscribe(instance: ServerInstance): void {
    const { game, cvars } = instance
    game.listeners.push((gameEvent) => this.tally.handleEvent(gameEvent))
    if (this.config.mode !== 'competitive') return
    const { clock, epoch } = this.#context
    const demos = installMatchzy(game, {
      firstMatchId: firstMatchId(epoch, this.#starts),
      maps: this.config.maps,
      cvars,
      folder: () => this.#folder.path,
      now: () => epoch + clock.now,
      schedule: (ms, task) => clock.schedule(ms, task),
      isLost: () => this.faults.demoLoss > 0 && this.#context.random.chance(this.faults.demoLoss),
      bytes: this.config.demoBytes,
      maxDemos: this.config.demosKept,
    })
    this.#demoRecorders.push(demos)
    game.listeners.push((gameEvent) => handleGrenadeChat(instance, gameEvent))
  }

  #countLost(token: string, entries: readonly LogEntry[]): void {
    for (const { index, event } of entries) {
      const key = `${token} ${index}`
      if (this.#lostEntries.has(key)) continue
      this.#lostEntries.add(key)
      this.lostTally.handleEvent(event)
    }
  }
}

function createVipPlugin(
  { vipPlugin: kind, vipGroups: groups, vipDatabase: database, vipServerId: serverId }: ServerConfig,
  { vips }: PluginRecords,
): VipPlugin {
  return new VipPlugin({ kind, groups, database, serverId, vips })
}
