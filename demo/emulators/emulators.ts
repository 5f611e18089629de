import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inventorySettings } from '@clutch/server/platform/config/inventory.ts'
import { linkedAccountSettings } from '@clutch/server/platform/config/linked-accounts.ts'
import { paymentSettings } from '@clutch/server/platform/config/payments/payments.ts'
import type { Person } from '../samples/sample-people.ts'
import { findPort, isTcpFree } from '../free-ports.ts'
import type { RunningPart } from '../text-table.ts'

/** Starts a program of this repository; resolves with the message it sends when it is ready. */
export type StartPart = (
  name: string,
  path: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
) => Promise<Record<string, unknown>>

export interface EmulatorOptions {
  /** The operator's environment: where it names a real Steam or mail server, no emulator is started. */
  environment: NodeJS.ProcessEnv
  dataDir: string
  /** Where sign-ins may return to. */
  publicUrl: string
  people: readonly Person[]
  /** The first of their pages' ports; 0 takes any. */
  firstPort: number
  taken: ReadonlySet<number>
  /** The PostgreSQL of the inventory, started when it is wanted; null where it cannot be. */
  inventoryDatabase: () => Promise<string | null>
  print: (line: string) => void
}

/** The running emulators and the portal's settings for them. */
export interface Emulators {
  environment: NodeJS.ProcessEnv
  parts: readonly RunningPart[]
  steam: string | null
  mail: string | null
  payments: string | null
  inventory: string | null
}

const host = '127.0.0.1'
/** How many people have accounts at Discord and QQ. */
const linkableCount = 5
const steamVariables = [
  'STEAM_OPENID_URL',
  'STEAM_REALM',
  'STEAM_API_URL',
  'STEAM_API_KEY',
  'STEAM_PICTURE_HOSTS',
]
/** A real provider of the operator's: then none is emulated, so that no order is paid by an emulator. */
const paymentVariables = Object.values(paymentSettings).map(({ variable }) => variable)
const inventoryVariables = Object.values(inventorySettings).map(({ variable }) => variable)
const linkedAccountVariables = Object.values(linkedAccountSettings).map(({ variable }) => variable)
const configFiles = {
  identity: 'identity.json',
  mail: 'mail.json',
  payments: 'payments.json',
  inventory: 'inventory.json',
  oauth: 'oauth.json',
}

/**
 * Starts the emulators of Steam, a mail server, the payment providers, an inventory site, and Discord with QQ, each unless
 * the operator has configured a real one.
 */
export async function startEmulators(start: StartPart, options: EmulatorOptions): Promise<Emulators> {
  const { environment } = options
  const next = nextOptions(options)
  const identity = hasAnySet(environment, steamVariables) ? null : await startSteam(start, next(0, []))
  const mail = hasAnySet(environment, ['SMTP_URL']) ? null : await startMail(start, next(1, [identity]))
  const payments = hasAnySet(environment, paymentVariables)
    ? null
    : await startPayments(start, next(2, [identity, mail]))
  const inventory = hasAnySet(environment, inventoryVariables)
    ? null
    : await startInventory(start, next(3, [identity, mail, payments]))
  const oauth = hasAnySet(environment, linkedAccountVariables)
    ? null
    : await startOAuth(start, next(4, [identity, mail, payments, inventory]))
  const running = [identity, mail, payments, inventory, oauth].filter((one) => one !== null)
  return {
    environment: Object.assign({}, ...running.map((one) => one.environment)) as NodeJS.ProcessEnv,
    parts: running.map(({ part }) => part),
    steam: identity?.part.address ?? null,
    mail: mail?.part.address ?? null,
    payments: payments?.part.address ?? null,
    inventory: inventory?.part.address ?? null,
  }
}

/** Returns the options of a later emulator: its port follows, and the earlier ones' ports are taken. */
function nextOptions(options: EmulatorOptions) {
  return (at: number, earlier: readonly (RunningEmulator | null)[]): EmulatorOptions => ({
    ...options,
    firstPort: options.firstPort && options.firstPort + at,
    taken: new Set([...options.taken, ...earlier.flatMap((one) => one?.port ?? [])]),
  })
}

/** Removes their files, one of which holds a key. */
export function removeEmulatorConfigs(dataDir: string): void {
  for (const file of Object.values(configFiles)) rmSync(join(dataDir, file), { force: true })
}

interface RunningEmulator {
  port: number
  part: RunningPart
  environment: NodeJS.ProcessEnv
}

async function startSteam(start: StartPart, options: EmulatorOptions): Promise<RunningEmulator> {
  const port = await choosePort('sign-in page', options)
  const apiKey = randomBytes(16).toString('hex')
  const { people, publicUrl } = options
  const config = writeConfig(options, 'identity', { port, people, apiKey, allowedReturn: [publicUrl] })
  const ready = await start(
    'identity',
    'emulators/steam/main.ts',
    ['--config', config],
    bareEnvironment(options),
  )
  const url = String(ready['url'])
  return {
    port,
    part: { name: 'Sign-in page', address: url, emulates: 'Steam' },
    environment: {
      STEAM_OPENID_URL: `${url}/openid/login`,
      STEAM_API_URL: url,
      STEAM_API_KEY: apiKey,
      STEAM_PICTURE_HOSTS: new URL(url).host,
    },
  }
}

async function startMail(start: StartPart, options: EmulatorOptions): Promise<RunningEmulator> {
  const httpPort = await choosePort('mailbox', options)
  const config = writeConfig(options, 'mail', { smtpPort: 0, httpPort })
  const ready = await start('mail', 'emulators/mail/main.ts', ['--config', config], bareEnvironment(options))
  const from = hasAnySet(options.environment, ['MAIL_FROM']) ? {} : { MAIL_FROM: 'no-reply@clutch.example' }
  return {
    port: httpPort,
    part: { name: 'Mailbox', address: String(ready['url']), emulates: 'a mail server' },
    environment: { SMTP_URL: String(ready['smtp']), ...from },
  }
}

async function startPayments(start: StartPart, options: EmulatorOptions): Promise<RunningEmulator> {
  const page = await choosePort('payment page', options)
  const keyFolder = join(options.dataDir, 'payment-emulators')
  mkdirSync(keyFolder, { recursive: true, mode: 0o700 })
  const ledgerFile = join(keyFolder, 'ledger.json')
  const config = writeConfig(options, 'payments', { ports: { page }, keyFolder, ledgerFile })
  const ready = await start(
    'payments',
    'emulators/payments/main.ts',
    ['--config', config],
    bareEnvironment(options),
  )
  return {
    port: page,
    part: { name: 'Payments', address: String(ready['url']), emulates: 'Alipay, WeChat Pay and PayPal' },
    environment: ready['environment'] as NodeJS.ProcessEnv,
  }
}

/** Its users are in a database that the portal also writes to, as with a real one. */
async function startInventory(start: StartPart, options: EmulatorOptions): Promise<RunningEmulator | null> {
  const databaseUrl = await options.inventoryDatabase()
  if (databaseUrl === null) return null
  const port = await choosePort('inventory', options)
  const apiKey = randomBytes(16).toString('hex')
  const config = writeConfig(options, 'inventory', { port, databaseUrl, apiKey })
  const ready = await start(
    'inventory',
    'emulators/inventory/main.ts',
    ['--config', config],
    bareEnvironment(options),
  )
  const url = String(ready['url'])
  return {
    port,
    part: { name: 'Inventory', address: url, emulates: 'an inventory simulator' },
    environment: {
      INVENTORY_URL: url,
      INVENTORY_API_KEY: apiKey,
      INVENTORY_DATABASE_URL: databaseUrl,
    },
  }
}

/** Discord and QQ, each with some of the people who may sign in by Steam. */
async function startOAuth(start: StartPart, options: EmulatorOptions): Promise<RunningEmulator> {
  const port = await choosePort('consent page', options)
  const { people, publicUrl } = options
  const application = (provider: string, clientId: string) => ({
    clientId,
    clientSecret: randomBytes(16).toString('hex'),
    redirects: [`${publicUrl}/api/account/links/${provider}/callback`],
  })
  const discord = application('discord', '300000000000000000')
  const qq = application('qq', '101234567')
  const names = people.slice(0, linkableCount).map(({ name }) => name)
  const config = writeConfig(options, 'oauth', {
    port,
    discord: {
      ...discord,
      users: names.map((name, index) => ({
        id: String(500_000_000_000_001 + index),
        username: name,
        global_name: name,
      })),
      botToken: randomBytes(16).toString('hex'),
      guild: '400000000000000000',
      members: [],
      roles: [],
    },
    qq: {
      ...qq,
      users: names.map((nickname, index) => ({ openid: String(index + 1).padStart(32, '0'), nickname })),
    },
  })
  const ready = await start(
    'oauth',
    'emulators/oauth/main.ts',
    ['--config', config],
    bareEnvironment(options),
  )
  const url = String(ready['url'])
  return {
    port,
    part: { name: 'Linked accounts', address: url, emulates: 'Discord and QQ' },
    environment: {
      DISCORD_URL: url,
      DISCORD_CLIENT_ID: discord.clientId,
      DISCORD_CLIENT_SECRET: discord.clientSecret,
      QQ_URL: url,
      QQ_APP_ID: qq.clientId,
      QQ_APP_KEY: qq.clientSecret,
    },
  }
}

async function choosePort(what: string, { firstPort, taken, print }: EmulatorOptions): Promise<number> {
  const port = await findPort(host, firstPort, isTcpFree, taken)
  if (firstPort > 0 && port !== firstPort) print(`Port ${firstPort} is taken, the ${what} takes ${port}.`)
  return port
}

function writeConfig({ dataDir }: EmulatorOptions, name: keyof typeof configFiles, config: object): string {
  const file = join(dataDir, configFiles[name])
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  return file
}

/** They learn nothing of the portal's secrets. */
function bareEnvironment({ environment }: EmulatorOptions): NodeJS.ProcessEnv {
  return { PATH: environment['PATH'] }
}

function hasAnySet(environment: NodeJS.ProcessEnv, names: readonly string[]): boolean {
  return names.some((name) => Boolean(environment[name]) || Boolean(environment[`${name}_FILE`]))
}
