import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { stopRentedServers, rentalEnvironment } from '@clutch/demo/game-servers/rented-servers.ts'
import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import { copyDatabase } from '@clutch/server/platform/database/embedded/temporary-cluster.ts'
import { startPortal } from '@clutch/server/portal.ts'
import { freePort, freePorts } from '@clutch/server/testing/free-port.ts'
import { writeSteamInf } from '@clutch/gamesim/install/cs2-tree.ts'
import { type SteamEmulator, startSteamEmulator } from '@clutch/emulators/steam/index.ts'
import { type OAuthEmulator, startOAuthEmulator } from '@clutch/emulators/oauth/index.ts'
import { type InventoryEmulator, startInventoryEmulator } from '@clutch/emulators/inventory/index.ts'
import { type MailEmulator, startMailEmulator } from '@clutch/emulators/mail/index.ts'
import { type PaymentsEmulatorHandle, startPaymentsEmulator } from '@clutch/emulators/payments/index.ts'
import { type StackSource, readStackSource } from '../prepare-stacks.ts'
import { communityServers } from './community-servers.ts'
import { steamPeople } from './steam-people.ts'
import type { Clock } from '@clutch/server/platform/clock/clock.ts'

/** A clock that a test can put on: the portal then lives later, while nothing it measures takes longer. */
class AdjustableClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  monotonicMs(): number {
    return performance.now()
  }

  /** So much ahead of the real time from now on, ms; 0 is the real time again. */
  advance(ms: number): void {
    this.#aheadMs = ms
  }
}

const steamApiKey = 'a-web-api-key-of-the-tests'
const inventoryApiKey = 'an-inventory-key-of-the-tests'
/** Rented servers play so much faster than real that a demo is there after some seconds. */
const rentedPace = 40

interface StackOptions {
  /** Whether the portal begins with nothing at all, instead of the sample community. */
  empty: boolean
  /** Whether the portal may update the game of its host; it then runs a program when it starts. */
  updatesGame: boolean
}

/** A whole portal: PostgreSQL, game servers that move only when stepped, emulators, the built page. */
export interface Stack {
  url: string
  sim: Gamesim
  /** The Steam emulator; its people are in `people`. */
  steam: SteamEmulator
  /** The mail emulator. */
  mail: MailEmulator
  /** The emulators of Alipay, WeChat Pay and PayPal. */
  payments: PaymentsEmulatorHandle
  /** The emulator of Discord and QQ Connect. */
  linkable: OAuthEmulator
  /** The inventory emulator. */
  inventory: InventoryEmulator
  /** The portal's. */
  clock: AdjustableClock
  /** The portal's data directory: rented servers live in `rentals` below it. */
  dataDir: string
  /** Puts a version of the game where rented servers start from. */
  installGame: (version: string) => void
  /** Stops the portal's database permanently. */
  stopDatabase: () => Promise<void>
  /** Makes an operator's call; throws what the API answered when it is refused. */
  callOperator: (method: string, path: string, body?: unknown) => Promise<unknown>
  stop: () => Promise<void>
}

/**
 * Starts a stack whose databases are in a PostgreSQL that is there already, with the sample community registered and every
 * server seen online once; an `empty` one has nothing at all.
 */
async function startStack(
  { cluster, community, communityFolder, keyFolder }: StackSource,
  { empty, updatesGame }: StackOptions,
): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-e2e-'))
  if (!empty) {
    for (const file of ['secret.key', 'operator.token'])
      await copyFile(join(communityFolder, file), join(folder, file))
  }
  const database = await (empty ? copyDatabase(cluster) : copyDatabase(cluster, community))
  const inventoryDatabase = await copyDatabase(cluster, 'template0')
  const sim = await startGamesim({ servers: communityServers.map(({ game }) => game), seed: 'e2e', pace: 0 })
  const identity = await startSteamEmulator({ people: steamPeople, apiKey: steamApiKey })
  const mail = await startMailEmulator()
  const clock = new AdjustableClock()
  // The portal refuses webhooks that are signed at another time than its own.
  const now = () => clock.now().getTime()
  const payments = await startPaymentsEmulator({ keyFolder, now, signingNow: now })
  const games = join(folder, 'cs2')
  const installGame = (version: string) => installBuild(games, version)
  installGame('1.41.3.1')
  const port = await freePort()
  const gamePorts = await freePorts(41)
  const inventory = await startInventoryEmulator({
    databaseUrl: inventoryDatabase.url,
    apiKey: inventoryApiKey,
  })
  const linkable = await startLinkable(`http://127.0.0.1:${port}`)
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: String(port),
    CLUTCH_DATA_DIR: folder,
    CLUTCH_ALLOW_PRIVATE: '1',
    CLUTCH_ALLOW_PRIVATE_PUSH: '1',
    STEAM_OPENID_URL: `${identity.url}/openid/login`,
    STEAM_API_URL: identity.url,
    STEAM_API_KEY: steamApiKey,
    STEAM_PICTURE_HOSTS: '127.0.0.1',
    SMTP_URL: mail.smtpUrl,
    ...payments.environment(),
    ...rentalEnvironment({}, rentedPace, join(games, 'current')),
    ...(updatesGame && { CLUTCH_GAME_UPDATE_COMMAND: JSON.stringify(hostCommand(games)) }),
    CLUTCH_GAME_PORTS: `${gamePorts[0]}-${gamePorts.at(-1)}`,
    CLUTCH_POLL_INTERVAL_MS: '400',
    DATABASE_URL: database.url,
    // A connection costs PostgreSQL a process, which takes longer than most queries.
    CLUTCH_DATABASE_POOL: '5',
    DISCORD_URL: linkable.url,
    DISCORD_CLIENT_ID: discordApplication.clientId,
    DISCORD_CLIENT_SECRET: discordApplication.clientSecret,
    INVENTORY_URL: inventory.url,
    INVENTORY_API_KEY: inventoryApiKey,
    INVENTORY_DATABASE_URL: inventoryDatabase.url,
  })
  const portal = await startPortal({ config, log: pino({ level: 'silent' }), clock, page: true })
  const token = (await readFile(join(folder, 'operator.token'), 'utf8')).trim()
  const operate = (method: string, path: string, body?: unknown) =>
    callAsOperator(token, portal.url, method, path, body)
  if (!empty) {
    await registerServers(sim, operate)
    await waitUntilOnline(portal.url, sim.servers.length)
  }
  return {
    url: portal.url,
    sim,
    steam: identity,
    mail,
    payments,
    inventory,
    linkable,
    clock,
    dataDir: folder,
    installGame,
    callOperator: operate,
    stopDatabase: () => database.drop(),
    stop: async () => {
      await portal.stop()
      await stopRentedServers(folder)
      await Promise.all([sim.close(), identity.close(), mail.stop(), payments.stop()])
      await Promise.all([inventory.stop(), linkable.close()])
      await Promise.all([database.drop(), inventoryDatabase.drop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const discordApplication = { clientId: '400000000000000001', clientSecret: 'discord-secret' }

/** Discord for a portal at an address; no QQ Connect, so that pages show a portal with one of the two. */
function startLinkable(portalUrl: string): Promise<OAuthEmulator> {
  return startOAuthEmulator({
    discord: {
      ...discordApplication,
      redirects: [`${portalUrl}/api/account/links/discord/callback`],
      users: [{ id: '100000000000000001', username: 'kite', global_name: 'Kite' }],
      botToken: 'bot.token',
      guild: '200000000000000001',
      members: [],
      roles: [],
    },
    qq: { clientId: '101234567', clientSecret: 'qq-app-key', redirects: [], users: [] },
  })
}

/** Installs a version of the game beside those that are there, as `game-host` does, and lets servers start from it. */
function installBuild(games: string, version: string): void {
  const build = version.replaceAll('.', '')
  const folder = join(games, 'builds', build)
  writeSteamInf(folder, version)
  writeFileSync(join(folder, '.manifest'), '')
  rmSync(join(games, 'current'), { force: true })
  symlinkSync(join('builds', build), join(games, 'current'))
}

/** The command of the host; Steam has nothing to download here. */
function hostCommand(games: string): string[] {
  const program = join(import.meta.dirname, '../../server/cli/game-host.ts')
  return [process.execPath, program, 'update', '--root', games, '--steamcmd', 'false']
}

async function callAsOperator(
  token: string,
  url: string,
  method: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const answered = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answered.text()
  if (!answered.ok) throw new Error(`${method} ${path}: ${answered.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

async function registerServers(sim: Gamesim, operate: Stack['callOperator']): Promise<void> {
  for (const [at, { listed }] of communityServers.entries()) {
    const server = sim.servers[at]
    if (!server) throw new Error('a server of the community did not start')
    await operate('POST', '/api/operator/servers', { ...listed, ip: server.host, port: server.port })
  }
}

async function waitUntilOnline(url: string, count: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const servers: unknown = await (await fetch(new URL('/api/servers', url))).json()
    const online = (servers as { open: number }[]).filter((server) => server.open !== 0)
    if (online.length === count) return
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error('the community did not come online')
}

/** The stacks of one browser worker, in the PostgreSQL of the run: each test file has its own, so that no state is shared. */
export class Stacks {
  readonly #source = readStackSource()
  #current: { file: string; stack: Stack } | null = null

  /** The stack of a test file; that of the file before is stopped. */
  async stackFor(file: string, options: StackOptions): Promise<Stack> {
    if (this.#current?.file === file) return this.#current.stack
    await this.close()
    const stack = await startStack(this.#source, options)
    this.#current = { file, stack }
    return stack
  }

  async close(): Promise<void> {
    await this.#current?.stack.stop()
    this.#current = null
  }
}
