import { A2s } from './a2s/answer.ts'
import { type Faults, noFaults } from './faults.ts'
import { ServerFolder } from './folder.ts'
import type { Side } from './happenings.ts'
import { Instance } from './instance.ts'
import type { Entry } from './log/book.ts'
import type { Demos } from './matchzy/demos.ts'
import { installMatchzy } from './matchzy/plugin.ts'
import type { Game, KillDetails } from './play/game.ts'
import type { Player, Visitor } from './play/player.ts'
import { seatCrowd } from './play/seats.ts'
import { GamePort } from './port.ts'
import { hash } from './random.ts'
import { Bans } from './rcon/bans.ts'
import { runConsole } from './rcon/console.ts'
import type { Records } from './rcon/console-host.ts'
import { dialects } from './rcon/dialect.ts'
import type { RconHost } from './rcon/listener.ts'
import { readAdmins } from './rcon/plugin-commands.ts'
import type { ServerSettings } from './settings.ts'
import { Tally } from './tally.ts'
import { type World, secretOf } from './world.ts'

/** One simulated server: it can be asked, played on, broken and started again on its port. */
export class GameServer {
  readonly index: number
  readonly settings: ServerSettings
  readonly faults: Faults = noFaults()
  /** What truly happened, over all starts. */
  readonly tally: Tally
  /** What stood in log batches that never reached a destination; its times mean nothing. */
  readonly lost: Tally
  readonly records: Records = newRecords()
  /** Whether A2S_PLAYER tells the names. */
  names: 'visible' | 'blank'
  /** Called when the console was told to quit. */
  onQuit: () => void = () => undefined
  readonly #world: World
  readonly #firstRconPassword: string
  readonly #folder: ServerFolder
  readonly #bans: Bans
  readonly #demos: Demos[] = []
  readonly #lostEntries = new Set<string>()
  #port: number
  #open: GamePort | null = null
  #instance: Instance | null = null
  #starts = 0
  #silentUntil = 0

  constructor(index: number, settings: ServerSettings, world: World) {
    this.index = index
    this.settings = settings
    this.names = settings.names
    this.#firstRconPassword = settings.rconPassword || secretOf(world, `rcon ${index}`)
    this.tally = new Tally(() => world.agenda.now)
    this.lost = new Tally(() => world.agenda.now)
    this.#world = world
    this.#port = settings.port
    this.#folder = new ServerFolder(settings.dataDir)
    this.#bans = new Bans(settings.rconFailures, settings.rconBanMs, world.wall)
  }

  get host(): string {
    return this.#world.host
  }

  get port(): number {
    return this.#port
  }

  get name(): string {
    return this.#instance?.cvars.get('hostname') ?? this.settings.name
  }

  /** What opens the console: that of the settings unless `cfg/server.cfg` or the console itself set another. */
  get rconPassword(): string {
    return this.#instance?.cvars.get('rcon_password') ?? this.#firstRconPassword
  }

  get isRunning(): boolean {
    return this.#open !== null
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
    if (this.#open) return
    this.#starts += 1
    const label = secretOf(this.#world, `start ${this.index} ${this.#starts}`)
    const token = secretOf(this.#world, `${label} ${this.#world.epoch}`)
    const instance = this.#makeInstance(label, token)
    this.#listen(instance)
    this.#configure(instance)
    this.#open = await this.#openPort(instance, label).catch((error: unknown) => {
      instance.close()
      throw error
    })
    this.#port = this.#open.number
    this.#instance = instance
    instance.open()
    seatCrowd(instance.game, this.settings.crowd, this.index)
  }

  /** The process is gone from one moment to the next: no line is written, nothing is sent any more. */
  async crash(): Promise<void> {
    const [open, instance] = [this.#open, this.#instance]
    if (!open || !instance) return
    instance.game.happen({ kind: 'crashed' })
    this.#instance = null
    this.#open = null
    instance.close()
    await open.close()
  }

  /** An orderly end: everybody leaves, the log is sent for at most a second. */
  async quit(): Promise<void> {
    const instance = this.#instance
    if (!instance) return
    for (const player of instance.game.roster.all) instance.game.leave(player, 'Server shutting down')
    await Promise.race([instance.log.flush(), new Promise((resolve) => setTimeout(resolve, 1000))])
    await this.#end(instance)
  }

  /** Frees everything, the temporary folder too. */
  async close(): Promise<void> {
    if (this.#instance) await this.#end(this.#instance)
    this.#folder.remove()
  }

  /** Puts somebody into the game at once, on the smaller side if none is given. Names and SteamID are the caller's. */
  connect(visitor: Visitor & { side?: Side }): Player {
    const { game } = this
    if (visitor.steamId !== null) this.#world.population.hold(visitor.steamId)
    const player = game.connect(visitor)
    game.enter(player)
    game.join(player, visitor.side)
    game.spawn(player)
    return player
  }

  disconnect(player: Player, reason?: string): void {
    this.game.leave(player, reason)
    if (player.steamId !== null) this.#world.population.release(player.steamId)
  }

  kill(killer: Player, victim: Player, details?: KillDetails): void {
    this.game.kill(killer, victim, details)
  }

  say(player: Player, text: string, toTeam = false): void {
    this.game.say(player, text, toTeam)
  }

  changeMap(map: string): void {
    this.#running.changeMap(map)
  }

  /** Runs a console line as if typed on the machine itself. */
  console(line: string): string {
    return runConsole(this.#running, line)
  }

  /** Sends the log written so far; resolves when each destination took it, refused it or it was lost. */
  async flushLog(): Promise<void> {
    await this.#instance?.log.flush()
  }

  /** Resolves when demos whose writing began are written and uploaded. */
  async demosSettled(): Promise<void> {
    await Promise.all(this.#demos.map((demos) => demos.settled()))
  }

  get #running(): Instance {
    if (!this.#instance) throw new Error('the server is down')
    return this.#instance
  }

  async #end(instance: Instance): Promise<void> {
    const open = this.#open
    this.#open = null
    this.#instance = null
    instance.close()
    await open?.close()
  }

  #makeInstance(label: string, token: string): Instance {
    return new Instance({
      world: this.#world,
      settings: this.settings,
      rconPassword: this.#firstRconPassword,
      label,
      token,
      steamId: 90_200_000_000_000_000n + BigInt(hash(label)),
      faults: this.faults,
      records: this.records,
      folder: this.#folder,
      names: () => this.names,
      port: () => this.#port,
      mapChanged: () => {
        this.#silentUntil = this.#world.wall() + this.faults.mapChangeSilenceMs
      },
      quit: () => void this.quit().then(() => this.onQuit()),
      lost: (entries) => this.#countLost(token, entries),
    })
  }

  /** Before the port is open: nobody meets another password or name than those of the folder. */
  #configure(instance: Instance): void {
    if (this.#folder.read('cfg/server.cfg') !== null) runConsole(instance, 'exec server.cfg')
    this.records.admins = readAdmins(instance)
  }

  #openPort(instance: Instance, label: string): Promise<GamePort> {
    return GamePort.open({
      host: this.#world.host,
      port: this.#port,
      a2s: new A2s(instance, label),
      rcon: this.settings.rcon ? this.#rconHost(instance) : null,
      faults: this.faults,
      random: this.#world.random.fork(`${label} network`),
      isSilent: () => this.#world.wall() < this.#silentUntil,
    })
  }

  #rconHost(instance: Instance): RconHost {
    return {
      password: () => instance.cvars.get('rcon_password') ?? '',
      dialect: dialects[this.settings.rconMode],
      bans: this.#bans,
      faults: this.faults,
      run: (command, from) => {
        instance.game.happen({ kind: 'rcon', from, command })
        return runConsole(instance, command)
      },
    }
  }

  #listen(instance: Instance): void {
    const { game, cvars } = instance
    game.listeners.push((happening) => this.tally.count(happening))
    if (this.settings.mode !== 'competitive') return
    const { agenda, epoch } = this.#world
    const demos = installMatchzy(game, {
      firstId: firstMatchId(epoch, this.#starts),
      maps: this.settings.maps,
      cvars,
      folder: () => this.#folder.path,
      now: () => epoch + agenda.now,
      after: (ms, task) => agenda.after(ms, task),
      bytes: this.settings.demoBytes,
      kept: this.settings.demosKept,
    })
    this.#demos.push(demos)
  }

  #countLost(token: string, entries: readonly Entry[]): void {
    for (const { index, happening } of entries) {
      const key = `${token} ${index}`
      if (this.#lostEntries.has(key)) continue
      this.#lostEntries.add(key)
      this.lost.count(happening)
    }
  }
}

/** Other ids for every start and every run: whoever keeps events tells matches apart by them. */
function firstMatchId(epoch: number, starts: number): number {
  return 1000 * (Math.floor((epoch - Date.UTC(2026, 0, 1)) / 1000) + starts)
}

function newRecords(): Records {
  return { vips: new Map(), admins: [], adminReloads: 0, privateMessages: [], announcements: [] }
}
