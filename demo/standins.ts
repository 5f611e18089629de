import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inventorySettings } from '@clutch/server/config/inventory.ts'
import { paymentSettings } from '@clutch/server/config/payments.ts'
import type { Person } from './people.ts'
import { findPort, tcpIsFree } from './ports.ts'
import type { Part } from './table.ts'

/** Starts a program of this repository and answers what it told when it was ready. */
export type StartPart = (
  name: string,
  path: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
) => Promise<Record<string, unknown>>

export interface StandinOptions {
  /** The operator's own: where it names a real Steam or a mail server, nothing stands in for that. */
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
  say: (line: string) => void
}

/** Stand-ins that run, and how the portal is told of them. */
export interface Standins {
  environment: NodeJS.ProcessEnv
  parts: readonly Part[]
  identity: string | null
  mail: string | null
  payments: string | null
  inventory: string | null
}

const host = '127.0.0.1'
const steamSettings = [
  'STEAM_OPENID_URL',
  'STEAM_REALM',
  'STEAM_API_URL',
  'STEAM_API_KEY',
  'STEAM_PICTURE_HOSTS',
]
/** A provider of the operator's own: then none is stood in for, so that no order is paid by a stand-in beside it. */
const paymentSettingNames = Object.values(paymentSettings).map(({ variable }) => variable)
const inventorySettingNames = Object.values(inventorySettings).map(({ variable }) => variable)
const configs = {
  identity: 'identity.json',
  mail: 'mail.json',
  payments: 'payments.json',
  inventory: 'inventory.json',
}

/** Starts what stands in for Steam, a mail server, the payment providers and an inventory site, each unless the operator has set a real one. */
export async function startStandins(start: StartPart, options: StandinOptions): Promise<Standins> {
  const { environment } = options
  const next = following(options)
  const identity = isSet(environment, steamSettings) ? null : await startIdentity(start, next(0, []))
  const mail = isSet(environment, ['SMTP_URL']) ? null : await startMail(start, next(1, [identity]))
  const payments = isSet(environment, paymentSettingNames)
    ? null
    : await startPayments(start, next(2, [identity, mail]))
  const inventory = isSet(environment, inventorySettingNames)
    ? null
    : await startInventory(start, next(3, [identity, mail, payments]))
  const running = [identity, mail, payments, inventory].filter((one) => one !== null)
  return {
    environment: Object.assign({}, ...running.map((one) => one.environment)) as NodeJS.ProcessEnv,
    parts: running.map(({ part }) => part),
    identity: identity?.part.where ?? null,
    mail: mail?.part.where ?? null,
    payments: payments?.part.where ?? null,
    inventory: inventory?.part.where ?? null,
  }
}

/** The options of a later stand-in: its port follows, and what the earlier ones took is taken. */
function following(options: StandinOptions) {
  return (at: number, earlier: readonly (Running | null)[]): StandinOptions => ({
    ...options,
    firstPort: options.firstPort && options.firstPort + at,
    taken: new Set([...options.taken, ...earlier.flatMap((one) => one?.port ?? [])]),
  })
}

/** Removes their files, one of which holds a key. */
export function removeStandinConfigs(dataDir: string): void {
  for (const file of Object.values(configs)) rmSync(join(dataDir, file), { force: true })
}

interface Running {
  port: number
  part: Part
  environment: NodeJS.ProcessEnv
}

async function startIdentity(start: StartPart, options: StandinOptions): Promise<Running> {
  const port = await choosePort('sign-in page', options)
  const apiKey = randomBytes(16).toString('hex')
  const { people, publicUrl } = options
  const config = writeConfig(options, 'identity', { port, people, apiKey, allowedReturn: [publicUrl] })
  const ready = await start('identity', 'standins/identity/main.ts', ['--config', config], bare(options))
  const url = String(ready['url'])
  return {
    port,
    part: { what: 'Sign-in page', where: url, standsFor: 'Steam' },
    environment: {
      STEAM_OPENID_URL: `${url}/openid/login`,
      STEAM_API_URL: url,
      STEAM_API_KEY: apiKey,
      STEAM_PICTURE_HOSTS: new URL(url).host,
    },
  }
}

async function startMail(start: StartPart, options: StandinOptions): Promise<Running> {
  const httpPort = await choosePort('mailbox', options)
  const config = writeConfig(options, 'mail', { smtpPort: 0, httpPort })
  const ready = await start('mail', 'standins/mail/main.ts', ['--config', config], bare(options))
  const from = isSet(options.environment, ['MAIL_FROM']) ? {} : { MAIL_FROM: 'no-reply@clutch.example' }
  return {
    port: httpPort,
    part: { what: 'Mailbox', where: String(ready['url']), standsFor: 'a mail server' },
    environment: { SMTP_URL: String(ready['smtp']), ...from },
  }
}

async function startPayments(start: StartPart, options: StandinOptions): Promise<Running> {
  const page = await choosePort('payment page', options)
  const keyFolder = join(options.dataDir, 'payment-standins')
  mkdirSync(keyFolder, { recursive: true, mode: 0o700 })
  const ledgerFile = join(keyFolder, 'ledger.json')
  const config = writeConfig(options, 'payments', { ports: { page }, keyFolder, ledgerFile })
  const ready = await start('payments', 'standins/payments/main.ts', ['--config', config], bare(options))
  return {
    port: page,
    part: { what: 'Payments', where: String(ready['url']), standsFor: 'Alipay, WeChat Pay and PayPal' },
    environment: ready['environment'] as NodeJS.ProcessEnv,
  }
}

/** Its users stand in a database that the portal writes too, as it does for a real one. */
async function startInventory(start: StartPart, options: StandinOptions): Promise<Running | null> {
  const databaseUrl = await options.inventoryDatabase()
  if (databaseUrl === null) return null
  const port = await choosePort('inventory', options)
  const apiKey = randomBytes(16).toString('hex')
  const config = writeConfig(options, 'inventory', { port, databaseUrl, apiKey })
  const ready = await start('inventory', 'standins/inventory/main.ts', ['--config', config], bare(options))
  const url = String(ready['url'])
  return {
    port,
    part: { what: 'Inventory', where: url, standsFor: 'an inventory simulator' },
    environment: {
      INVENTORY_URL: url,
      INVENTORY_API_KEY: apiKey,
      INVENTORY_DATABASE_URL: databaseUrl,
    },
  }
}

async function choosePort(what: string, { firstPort, taken, say }: StandinOptions): Promise<number> {
  const port = await findPort(host, firstPort, tcpIsFree, taken)
  if (firstPort > 0 && port !== firstPort) say(`Port ${firstPort} is taken, the ${what} takes ${port}.`)
  return port
}

function writeConfig({ dataDir }: StandinOptions, name: keyof typeof configs, config: object): string {
  const file = join(dataDir, configs[name])
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  return file
}

/** They learn nothing of the portal's secrets. */
function bare({ environment }: StandinOptions): NodeJS.ProcessEnv {
  return { PATH: environment['PATH'] }
}

function isSet(environment: NodeJS.ProcessEnv, names: readonly string[]): boolean {
  return names.some((name) => Boolean(environment[name]) || Boolean(environment[`${name}_FILE`]))
}
