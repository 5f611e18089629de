import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { pollIntervalMs } from '@clutch/contract/limits.ts'
import { z } from 'zod'
import { backupSettingNames, backupSettings } from './backups.ts'
import { fileProblems, fileSettingNames, fileSettings } from './files.ts'
import { fleetProblems, fleetSettings } from './rentals/fleet.ts'
import { observabilitySettings } from './observability.ts'
import { steamSettings } from './steam.ts'
import { vipSettings } from './vip.ts'
import { linkedAccountProblems, linkedAccountSettings } from './linked-accounts.ts'
import { inventoryProblems, inventorySettings } from './inventory.ts'
import { paymentProblems, paymentSettings } from './payments/payments.ts'
import { rentalMapSettings } from './rentals/rental-maps.ts'
import { InvalidConfig, readValues } from './read.ts'
import {
  type SettingDefinition,
  type SettingSource,
  type SettingValues,
  httpUrl,
  integer,
  keyRing,
  list,
  origin,
  postgresUrl,
  smtpUrl,
  trustedProxies,
} from './setting.ts'

export { networkAddresses } from './rentals/rental-hosts.ts'
export { InvalidConfig } from './read.ts'

/** The roles of a portal process: serve the page and its API, process reports, query the game servers. */
const roles = ['web', 'worker', 'poller'] as const
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const minorUnits = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number of fen or cents')
  .transform(Number)

/** Every setting. The table docs/settings.md is made from it by `node server/platform/config/generate-docs.ts`. */
export const settingDefinitions = {
  env: {
    variable: 'CLUTCH_ENV',
    doc: '`production` demands an https address and a secret key. `development` is what `npm start` and `npm run dev` set.',
    schema: z.enum(['production', 'development'], 'must be production or development'),
    default: 'production',
  },
  host: {
    variable: 'CLUTCH_HOST',
    doc: 'The address the portal listens on. Behind a proxy on the same machine leave it; in a container set `::`, which is every address of IPv6 and IPv4 (of IPv4 alone on a system without IPv6).',
    schema: z
      .string()
      .refine((host) => isIP(host) > 0 || host === 'localhost', 'must be an IP address or localhost'),
    default: '127.0.0.1',
  },
  port: {
    variable: 'CLUTCH_PORT',
    doc: 'The TCP port the portal listens on; 0 takes any free one.',
    schema: integer(0, 65_535),
    default: '8080',
  },
  publicUrl: {
    variable: 'CLUTCH_PUBLIC_URL',
    doc: 'The address players type, without a path. Required in production, with https; otherwise made of host and port.',
    schema: origin.optional(),
    derived: true,
  },
  dataDir: {
    variable: 'CLUTCH_DATA_DIR',
    doc: 'Directory of the embedded database and of files; relative to the directory the portal is started in.',
    schema: z.string().transform((path) => resolve(path)),
    default: './data',
  },
  roles: {
    variable: 'CLUTCH_ROLES',
    doc: 'What this process does, by comma: `web`, `worker`, `poller`. Any number of processes may be web or worker; of all pollers one works at a time.',
    schema: list(z.enum(roles, `must be of ${roles.join(', ')}, by comma`)),
    default: 'web,worker,poller',
  },
  secretKey: {
    variable: 'CLUTCH_SECRET_KEY',
    doc: 'The key that seals stored secrets and signs: 32 bytes in base64 (`openssl rand -base64 32`). To change it put the new one first and keep the old one: `NEWKEY,OLDKEY`. Required in production; otherwise made in `secret.key` of the data directory.',
    schema: keyRing.optional(),
    derived: true,
    secret: true,
  },
  operatorToken: {
    variable: 'CLUTCH_OPERATOR_TOKEN',
    doc: 'Whether `operator.token` in the data directory makes its bearer an operator who may do everything. It is for the first start: with `off` the file is neither made nor accepted, and operators have sessions and API tokens.',
    schema: z.enum(['on', 'off'], 'must be on or off'),
    default: 'on',
  },
  trustProxy: {
    variable: 'CLUTCH_TRUST_PROXY',
    doc: 'The proxies trusted to set a visitor’s address (`X-Forwarded-For`): comma-separated addresses or networks, `loopback`, or `none`.',
    schema: trustedProxies,
    default: 'none',
  },
  logLevel: {
    variable: 'CLUTCH_LOG_LEVEL',
    doc: 'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    schema: z.enum(levels, `must be one of ${levels.join(', ')}`),
    default: 'info',
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    doc: 'A PostgreSQL of your own, 15 or newer: `postgres://user:password@host:5432/clutch`. Without it an embedded one runs in the data directory.',
    schema: postgresUrl.optional(),
    derived: true,
    secret: true,
  },
  databaseDirectUrl: {
    variable: 'CLUTCH_DATABASE_DIRECT_URL',
    doc: 'The address of PostgreSQL itself, where `DATABASE_URL` is that of a pooler in transaction mode such as PgBouncer. Notifications, locks, migrations and backups use it, everything else the pooler.',
    schema: postgresUrl.optional(),
    secret: true,
  },
  databasePool: {
    variable: 'CLUTCH_DATABASE_POOL',
    doc: 'How many connections this process opens at most for its queries; a few more are for listening, locks and jobs.',
    schema: integer(2, 500),
    default: '10',
  },
  updateUrl: {
    variable: 'CLUTCH_UPDATE_URL',
    doc: 'Where the latest release is described, such as `https://api.github.com/repos/OWNER/clutch/releases/latest`. The overview of the console then names a newer version; it is requested once a day. Without it the portal asks no one.',
    schema: httpUrl.optional(),
  },
  ...steamSettings,
  smtpUrl: {
    variable: 'SMTP_URL',
    doc: 'The mail server for messages that players request: `smtps://user:password@host:465`, or `smtp://user:password@host:587`, which must offer STARTTLS unless it is on this machine. Without it users cannot register by e-mail.',
    schema: smtpUrl.optional(),
    secret: true,
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    doc: 'The address mails come from. Without it `no-reply@` of the public address.',
    schema: z.email('must be one e-mail address').optional(),
    derived: true,
  },
  ...paymentSettings,
  refundApprovalCny: {
    variable: 'CLUTCH_REFUND_APPROVAL_CNY',
    doc: 'Refunds by operators from this amount on, in fen, wait for a second operator; earlier refunds of the payment count.',
    schema: minorUnits.optional(),
  },
  refundApprovalUsd: {
    variable: 'CLUTCH_REFUND_APPROVAL_USD',
    doc: 'The same for refunds in US dollars, in cents.',
    schema: minorUnits.optional(),
  },
  ...fleetSettings,
  ...rentalMapSettings,
  ...fileSettings,
  ...backupSettings,
  ...inventorySettings,
  ...linkedAccountSettings,
  ...vipSettings,
  ...observabilitySettings,
  allowPrivate: {
    variable: 'CLUTCH_ALLOW_PRIVATE',
    doc: '`1` lets the portal call private addresses (this machine, its local networks) that an operator or a game server has named: set it when your game servers are in the same network. Push services of players’ browsers must be public in any case. Addresses in these settings and rented servers are always allowed.',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform((flag) => flag === '1'),
    default: '0',
  },
  allowPrivatePush: {
    variable: 'CLUTCH_ALLOW_PRIVATE_PUSH',
    doc: '`1` lets players’ browsers name push services at private addresses and without TLS, for tests with an emulator. Refused in production.',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform((flag) => flag === '1'),
    default: '0',
  },
  pollIntervalMs: {
    variable: 'CLUTCH_POLL_INTERVAL_MS',
    doc: 'How often every game server is asked, in milliseconds.',
    schema: integer(100, 600_000),
    default: String(pollIntervalMs),
  },
  rawLogDays: {
    variable: 'CLUTCH_RAW_LOG_DAYS',
    doc: 'How many days the raw reports of game servers are stored after processing, and up to a week longer (a day for 14 days or less, a month for more than 180). A late report can be placed in order only while the reports around it are stored. Fewer days make the database and its backups smaller.',
    schema: integer(1, 3_650),
    default: '30',
  },
  allowOpenDemo: {
    variable: 'CLUTCH_ALLOW_OPEN_DEMO',
    doc: '`1` lets `npm start` listen beyond this machine although simulated parts run in it. Refused in production.',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform((flag) => flag === '1'),
    default: '0',
  },
} satisfies Record<string, SettingDefinition>

type Values = SettingValues<typeof settingDefinitions>
export type Config = Omit<Values, 'publicUrl'> & {
  readonly publicUrl: string
  /** Where each came from. */
  readonly sources: Readonly<Record<keyof typeof settingDefinitions, SettingSource>>
  /** One line for each variable that is set by its former name. */
  readonly deprecations: readonly string[]
}

/**
 * Reads the settings from the environment; each may instead be in a file that `NAME_FILE` names. Throws
 * InvalidConfig with one line per problem; no line contains a secret.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { values, sources, problems, deprecations } = readValues(settingDefinitions, environment)
  const names = new Set(problems.map((problem) => problem.split(':')[0]))
  const missing = [
    ...productionProblems(values),
    ...paymentProblems(values, values.env === 'production'),
    ...fleetProblems(values, values.env === 'production'),
    ...inventoryProblems(values, values.env === 'production'),
    ...linkedAccountProblems(values, values.env === 'production'),
    ...fileProblems(values),
    ...databaseProblems(values),
  ].filter((problem) => !names.has(problem.split(':')[0]))
  if (problems.length + missing.length > 0) throw new InvalidConfig([...problems, ...missing])
  const read = values as Values
  return { ...read, publicUrl: read.publicUrl ?? localUrl(read.host, read.port), sources, deprecations }
}

const storageNames = [
  'dataDir',
  'databaseUrl',
  'databaseDirectUrl',
  'secretKey',
  'demoDir',
  'mapPictureDir',
  ...fileSettingNames,
  ...backupSettingNames,
] as const
/** Where a portal stores its data, and the key that encrypts stored secrets. */
export type StorageConfig = Pick<Config, (typeof storageNames)[number]>

/**
 * Reads only the storage settings, for programs that run alongside or without a portal. Throws InvalidConfig
 * for these alone.
 */
export function readStorageConfig(environment: NodeJS.ProcessEnv): StorageConfig {
  const { values, problems } = readValues(settingDefinitions, environment)
  const storageVariables = storageNames.map((name) => settingDefinitions[name].variable)
  const wrong = [...problems, ...fileProblems(values), ...databaseProblems(values)].filter((problem) =>
    storageVariables.some((variable) => problem.startsWith(`${variable}:`)),
  )
  if (wrong.length > 0) throw new InvalidConfig(wrong)
  return values as StorageConfig
}

/** The address of a listener on this machine as a browser takes it. */
export function localUrl(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

function databaseProblems(values: Partial<Values>): string[] {
  if (values.databaseDirectUrl === undefined || !('databaseUrl' in values)) return []
  if (values.databaseUrl !== undefined) return []
  return ['CLUTCH_DATABASE_DIRECT_URL: needs DATABASE_URL, the address of the pooler']
}

function productionProblems(values: Partial<Values>): string[] {
  const { env, publicUrl, secretKey, allowOpenDemo, allowPrivatePush } = values
  if (env !== 'production') return []
  const problems: string[] = []
  if (!publicUrl?.startsWith('https://')) {
    problems.push(
      'CLUTCH_PUBLIC_URL: production needs the https address players type, like https://cs.example.org',
    )
  }
  if (!secretKey)
    problems.push('CLUTCH_SECRET_KEY: production needs a key; make one with `openssl rand -base64 32`')
  if (allowOpenDemo) problems.push('CLUTCH_ALLOW_OPEN_DEMO: production has no demo to open')
  if (allowPrivatePush)
    problems.push('CLUTCH_ALLOW_PRIVATE_PUSH: in production, players must not name private addresses')
  for (const name of ['steamOpenidUrl', 'steamApiUrl'] as const) {
    if (values[name]?.startsWith('http://'))
      problems.push(`${settingDefinitions[name].variable}: production speaks with Steam by https only`)
  }
  return problems
}
