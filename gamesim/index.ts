import { GameClock } from './game/game-clock.ts'
import { Population } from './players/population.ts'
import { type Random, createRandom } from './random.ts'
import { GameServer } from './server/game-server.ts'
import { type ServerConfig, defaultServerConfig } from './server/server-config.ts'
import type { SimulationContext } from './simulation-context.ts'

const tickMs = 50
/** After a stop of the whole process (a suspended machine) the game does not hurry after. */
const maxTickMs = 1000

/** Moves the game clock by the wall clock, `pace` times as fast. */
class ClockDriver {
  readonly #context: SimulationContext
  #timer: NodeJS.Timeout | null = null
  #last = 0

  constructor(world: SimulationContext) {
    this.#context = world
  }

  /** Does nothing at pace 0. */
  start(): void {
    if (this.#context.pace === 0 || this.#timer) return
    this.#last = this.#context.wallClock()
    this.#timer = setInterval(() => this.#tick(), tickMs)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  #tick(): void {
    const now = this.#context.wallClock()
    const passed = Math.min(maxTickMs, now - this.#last)
    this.#last = now
    this.#context.clock.advance(Math.round(passed * this.#context.pace))
  }
}

const serverPresets: readonly Partial<ServerConfig>[] = [
  { name: 'Clutch | 混战 DM #1', mode: 'dm', maxPlayers: 20, bots: 6, freeForAll: false, names: 'blank' },
  { name: 'Clutch | Retakes 回防 #1', mode: 'retakes', maxPlayers: 10, busy: 0.8, names: 'visible' },
  {
    name: 'Clutch | Solo 1v1 #1',
    mode: 'solo',
    maxPlayers: 12,
    maps: ['aim_map', 'am_anubis'],
    names: 'blank',
  },
  { name: 'Clutch | Pistol DM 手枪 #1', mode: 'dm-pistol', maxPlayers: 16, bots: 4, names: 'visible' },
  { name: 'Clutch | Competitive 5v5 #1', mode: 'competitive', maxPlayers: 10, busy: 0.95, stayMinutes: 40 },
  { name: 'Clutch | Public 休闲 #1', mode: 'public', maxPlayers: 24, bots: 10, busy: 0.4, names: 'visible' },
]

/** The default settings of the n-th server: one of each mode in turn. */
function serverPreset(index: number): Partial<ServerConfig> {
  const role = serverPresets[index % serverPresets.length] ?? {}
  const round = 1 + Math.floor(index / serverPresets.length)
  return { ...role, name: (role.name ?? '').replace('#1', `#${round}`) }
}

/** An idle server: static people, every tenth with 64 of them, and no RCON. */
function idleServerPreset(index: number, random: Random): Partial<ServerConfig> {
  const isFull = index % 10 === 9
  return {
    ...serverPreset(index),
    autoplay: false,
    rcon: false,
    maxPlayers: isFull ? 64 : 24,
    crowd: isFull ? 64 : random.int(0, 20),
    names: index % 2 === 0 ? 'visible' : 'blank',
  }
}

export type { Faults } from './server/faults.ts'
export type { Player, Visitor } from './game/player.ts'
export type { ServerConfig } from './server/server-config.ts'
export type { FightCounts, PlayerTally } from './tally/player-tally.ts'
export type { TallySnapshot } from './tally/tally.ts'
export { GameServer } from './server/game-server.ts'
export { toSteamId64 } from './game/player.ts'

export interface GamesimOptions {
  /** How many servers of the usual cast, or the settings of each. */
  servers: number | readonly Partial<ServerConfig>[]
  /** Applies to every server that does not say otherwise. */
  defaults?: Partial<ServerConfig>
  host?: string
  /** Port of the first server, the others follow; 0 takes free ones. */
  port?: number
  /** Static people, no play, no timers, no RCON. */
  idle?: boolean
  /** Game seconds per second; 0 (the default): the game moves only by `step`. */
  pace?: number
  seed?: string
  /** Epoch ms of game time 0, now by default. */
  epoch?: number
  /** A clock in wall ms. */
  wallClock?: () => number
}

/** A running simulation. */
export interface Gamesim {
  servers: GameServer[]
  /** Game ms since the start. */
  now(): number
  /** Moves the game of every server on, without any waiting. */
  advance(ms: number): void
  /** Sends everything written to the logs; resolves when it is settled everywhere. */
  flushLogs(): Promise<void>
  close(): Promise<void>
}

const startBatchSize = 100

/** Starts simulated servers; rejects, with everything closed again, when one of them cannot start. */
export async function startGamesim(options: GamesimOptions): Promise<Gamesim> {
  const world = createContext(options)
  const servers = buildServerConfigs(options, world).map(
    (settings, index) => new GameServer(index, settings, world),
  )
  const close = async () => {
    pacemaker.stop()
    await Promise.all(servers.map((server) => server.close()))
  }
  const pacemaker = new ClockDriver(world)
  try {
    for (let first = 0; first < servers.length; first += startBatchSize) {
      await Promise.all(servers.slice(first, first + startBatchSize).map((server) => server.start()))
    }
  } catch (error) {
    await close()
    throw error
  }
  if (options.idle !== true) pacemaker.start()
  return {
    servers,
    now: () => world.clock.now,
    advance: (ms) => world.clock.advance(ms),
    flushLogs: async () => void (await Promise.all(servers.map((server) => server.flushLog()))),
    close,
  }
}

function createContext(options: GamesimOptions): SimulationContext {
  return {
    host: options.host ?? '127.0.0.1',
    clock: new GameClock(),
    population: new Population(),
    random: createRandom(options.seed ?? crypto.randomUUID()),
    epoch: options.epoch ?? Date.now(),
    pace: options.pace ?? 0,
    wallClock: options.wallClock ?? (() => performance.now()),
  }
}

function buildServerConfigs(
  { servers, defaults, port = 0, idle }: GamesimOptions,
  world: SimulationContext,
): ServerConfig[] {
  const random = world.random.fork('cast')
  const roles =
    typeof servers === 'number'
      ? Array.from({ length: servers }, (_, index) =>
          idle === true ? idleServerPreset(index, random) : serverPreset(index),
        )
      : servers.map((server) => (idle === true ? { autoplay: false, rcon: false, ...server } : server))
  return roles.map((role, index) => ({
    ...defaultServerConfig,
    port: port === 0 ? 0 : port + index,
    ...defaults,
    ...role,
  }))
}
