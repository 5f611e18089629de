import { idleRoleOf, roleOf } from './cast.ts'
import { Agenda } from './play/agenda.ts'
import { Population } from './play/population.ts'
import { Pacemaker } from './pacemaker.ts'
import { randomFrom } from './random.ts'
import { GameServer } from './server.ts'
import { type ServerSettings, defaultSettings } from './settings.ts'
import type { World } from './world.ts'

export type { Faults } from './faults.ts'
export type { Player, Visitor } from './play/player.ts'
export type { ServerSettings } from './settings.ts'
export type { Fights, PlayerTally } from './tally-player.ts'
export type { TallySnapshot } from './tally.ts'
export { GameServer } from './server.ts'
export { steamId64 } from './play/player.ts'

export interface GamesimOptions {
  /** How many servers of the usual cast, or the settings of each. */
  servers: number | readonly Partial<ServerSettings>[]
  /** Applies to every server that does not say otherwise. */
  defaults?: Partial<ServerSettings>
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
  wall?: () => number
}

/** A running simulation. */
export interface Gamesim {
  servers: GameServer[]
  /** Game ms since the start. */
  now(): number
  /** Moves the game of every server on, without any waiting. */
  step(ms: number): void
  /** Sends everything written to the logs; resolves when it is settled everywhere. */
  flushLogs(): Promise<void>
  close(): Promise<void>
}

const openAtOnce = 100

/** Starts simulated servers; rejects, with everything closed again, when one of them cannot start. */
export async function startGamesim(options: GamesimOptions): Promise<Gamesim> {
  const world = worldOf(options)
  const servers = settingsOf(options, world).map((settings, index) => new GameServer(index, settings, world))
  const close = async () => {
    pacemaker.stop()
    await Promise.all(servers.map((server) => server.close()))
  }
  const pacemaker = new Pacemaker(world)
  try {
    for (let first = 0; first < servers.length; first += openAtOnce) {
      await Promise.all(servers.slice(first, first + openAtOnce).map((server) => server.start()))
    }
  } catch (error) {
    await close()
    throw error
  }
  if (options.idle !== true) pacemaker.start()
  return {
    servers,
    now: () => world.agenda.now,
    step: (ms) => world.agenda.step(ms),
    flushLogs: async () => void (await Promise.all(servers.map((server) => server.flushLog()))),
    close,
  }
}

function worldOf(options: GamesimOptions): World {
  return {
    host: options.host ?? '127.0.0.1',
    agenda: new Agenda(),
    population: new Population(),
    random: randomFrom(options.seed ?? crypto.randomUUID()),
    epoch: options.epoch ?? Date.now(),
    pace: options.pace ?? 0,
    wall: options.wall ?? (() => performance.now()),
  }
}

function settingsOf({ servers, defaults, port = 0, idle }: GamesimOptions, world: World): ServerSettings[] {
  const random = world.random.fork('cast')
  const roles =
    typeof servers === 'number'
      ? Array.from({ length: servers }, (_, index) =>
          idle === true ? idleRoleOf(index, random) : roleOf(index),
        )
      : servers.map((server) => (idle === true ? { autoplay: false, rcon: false, ...server } : server))
  return roles.map((role, index) => ({
    ...defaultSettings,
    port: port === 0 ? 0 : port + index,
    ...defaults,
    ...role,
  }))
}
