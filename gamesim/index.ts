import { idleServerPreset, serverPreset } from './cast.ts'
import { GameClock } from './game/game-clock.ts'
import { Population } from './players/population.ts'
import { ClockDriver } from './pacemaker.ts'
import { createRandom } from './random.ts'
import { GameServer } from './server/game-server.ts'
import { type ServerConfig, defaultServerConfig } from './server/server-config.ts'
import type { SimulationContext } from './simulation-context.ts'

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
