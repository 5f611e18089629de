import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { GamesimOptions } from './index.ts'
import { type ServerConfig, readServerConfig } from './server/server-config.ts'

export interface ProgramOptions extends GamesimOptions {
  /** Port of the control calls, null for none. */
  control: number | null
  /** UDP port of the game's TV, null for none. */
  tvPort: number | null
  /** Whether lines of the standard input are console commands of the first server. */
  hasConsole: boolean
}

export const usage = `node gamesim/main.ts [--servers N] [--port 27115] [--host 127.0.0.1] [--idle] [--pace 1] [--seed TEXT]
    [--log-url URL ...] [--rcon-password-file FILE] [--mode cs2|source1] [--data DIR] [--config FILE.json] [--control PORT]
    [--rented [--visitors N]] [--tv-port P] [--console] [--install DIR]`

/** Reads the command line; throws an Error whose message says what is wrong with it. */
export function readProgramOptions(args: readonly string[]): ProgramOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      servers: { type: 'string', default: '5' },
      port: { type: 'string', default: '27115' },
      host: { type: 'string', default: '127.0.0.1' },
      idle: { type: 'boolean', default: false },
      pace: { type: 'string', default: '1' },
      seed: { type: 'string' },
      'log-url': { type: 'string', multiple: true },
      'rcon-password-file': { type: 'string' },
      mode: { type: 'string' },
      data: { type: 'string' },
      config: { type: 'string' },
      control: { type: 'string' },
      rented: { type: 'boolean', default: false },
      visitors: { type: 'string', default: '0' },
      'tv-port': { type: 'string' },
      install: { type: 'string' },
      console: { type: 'boolean', default: false },
    },
  })
  const passwordFile = values['rcon-password-file']
  const defaults = {
    ...(values['log-url'] && { logUrls: values['log-url'] }),
    ...(passwordFile !== undefined && { rconPassword: readFileSync(passwordFile, 'utf8').trim() }),
    ...(values.mode !== undefined && { rconMode: readRconMode(values.mode) }),
    ...(values.install !== undefined && { version: readInstalledVersion(values.install) }),
    ...(values.data !== undefined && { dataDir: values.data }),
  }
  return {
    servers: buildServers(values),
    defaults,
    host: values.host,
    port: readNumber('port', values.port, 0, 65_535),
    idle: values.idle,
    pace: readNumber('pace', values.pace, 0, 3600),
    ...(values.seed !== undefined && { seed: values.seed }),
    control: values.control === undefined ? null : readNumber('control', values.control, 0, 65_535),
    tvPort: values['tv-port'] === undefined ? null : readNumber('tv-port', values['tv-port'], 1, 65_535),
    hasConsole: values.console,
  }
}

/** A game reports the version of the install that it started from. */
function readInstalledVersion(folder: string): string {
  const version = /^PatchVersion=([\d.]+)$/m.exec(
    readFileSync(join(folder, 'game/csgo/steam.inf'), 'utf8'),
  )?.[1]
  if (version === undefined) throw new Error('--install: its steam.inf has no PatchVersion')
  return version
}

function buildServers(values: {
  config?: string
  rented: boolean
  servers: string
  visitors: string
}): number | Partial<ServerConfig>[] {
  if (values.rented) return [rentedServerConfig(readNumber('visitors', values.visitors, 0, maxVisitors))]
  return values.config === undefined
    ? readNumber('servers', values.servers, 1)
    : readConfigFile(values.config)
}

const rentedSlots = 16
/** Two teams of a match. */
const maxVisitors = 10

/** A server rented for practice: empty but for the visitors, who play short matches, and always with RCON. */
function rentedServerConfig(visitors: number): Partial<ServerConfig> {
  return { mode: 'competitive', maxPlayers: rentedSlots, busy: 0, visitors, matchRounds: 6, rcon: true }
}

function readNumber(name: string, text: string, min: number, max = 60_000): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= min && value <= max))
    throw new Error(`--${name} must be ${min} to ${max}`)
  return value
}

function readRconMode(text: string): 'cs2' | 'source1' {
  if (text === 'cs2' || text === 'source1') return text
  throw new Error('--mode must be cs2 or source1')
}

function readConfigFile(path: string): Partial<ServerConfig>[] {
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(json) || json.length === 0) throw new Error(`${path}: expected a list of servers`)
  return json.map((server: unknown) => readServerConfig(server))
}
