import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { OperatorCall } from '@clutch/demo/operator-calls.ts'
import { seedShop } from '@clutch/demo/shop.ts'
import { startGamesim } from '@clutch/gamesim/index.ts'
import type { Gamesim } from '@clutch/gamesim/index.ts'
import { readSettings } from '@clutch/server/config.ts'
import { startThrowaway, templateDatabase } from '@clutch/server/database/embedded/throwaway.ts'
import { startPortal } from '@clutch/server/portal.ts'
import { freePort } from '@clutch/server/testing/free-port.ts'
import { startIdentity } from '@clutch/standins/identity/index.ts'
import type { Identity } from '@clutch/standins/identity/index.ts'
import { startMail } from '@clutch/standins/mail/index.ts'
import type { MailStandin } from '@clutch/standins/mail/index.ts'
import { startPayments } from '@clutch/standins/payments/index.ts'
import type { PaymentsStandin } from '@clutch/standins/payments/index.ts'
import { community } from './community.ts'
import { people } from './people.ts'

const steamApiKey = 'a-web-api-key-of-the-tests'

/** A whole portal for one browser worker: PostgreSQL, game servers that move only when stepped, the built page. */
export interface Stack {
  url: string
  sim: Gamesim
  /** The stand-in for Steam; who can sign in there is `people`. */
  identity: Identity
  /** The stand-in for a mail server. */
  mail: MailStandin
  /** The stand-in for Alipay, WeChat Pay and PayPal. */
  payments: PaymentsStandin
  /** Makes an operator's call; throws what the API answered when it is refused. */
  operate: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** Takes the database away for good. */
  stopDatabase: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a stack with the sample community registered and every server seen online once. */
export async function startStack(): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'clutch-e2e-'))
  const cluster = await startThrowaway()
  const sim = await startGamesim({ servers: community.map(({ game }) => game), seed: 'e2e', pace: 0 })
  const identity = await startIdentity({ people, apiKey: steamApiKey })
  const mail = await startMail()
  const payments = await startPayments()
  const port = await freePort()
  const query = new URLSearchParams({ host: cluster.address.host, port: String(cluster.address.port) })
  const settings = readSettings({
    CLUTCH_ENV: 'development',
    CLUTCH_PORT: String(port),
    CLUTCH_DATA_DIR: folder,
    STEAM_OPENID_URL: `${identity.url}/openid/login`,
    STEAM_API_URL: identity.url,
    STEAM_API_KEY: steamApiKey,
    STEAM_PICTURE_HOSTS: '127.0.0.1',
    SMTP_URL: mail.smtp,
    ...payments.environment(),
    CLUTCH_POLL_INTERVAL_MS: '400',
    DATABASE_URL: `postgres://${cluster.address.user}@localhost/${templateDatabase}?${query.toString()}`,
  })
  const portal = await startPortal({ settings, log: pino({ level: 'silent' }), page: true })
  const token = (await readFile(join(folder, 'operator.token'), 'utf8')).trim()
  const operate = (method: string, path: string, body?: unknown) =>
    callAs(token, portal.url, method, path, body)
  await registerCommunity(sim, operate)
  await fillShop(operate)
  await untilOnline(portal.url, sim.servers.length)
  return {
    url: portal.url,
    sim,
    identity,
    mail,
    payments,
    operate,
    stopDatabase: () => cluster.stop(),
    stop: async () => {
      await portal.stop()
      await Promise.all([sim.close(), identity.close(), mail.stop(), payments.stop()])
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function callAs(
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

async function registerCommunity(sim: Gamesim, operate: Stack['operate']): Promise<void> {
  for (const [at, { listed }] of community.entries()) {
    const server = sim.servers[at]
    if (!server) throw new Error('a server of the community did not start')
    await operate('POST', '/api/operator/servers', { ...listed, ip: server.host, port: server.port })
  }
}

/** The sample prices, privileges and commands of the demo. */
async function fillShop(operate: Stack['operate']): Promise<void> {
  const call = (method: string, path: string, body?: unknown) =>
    operate(method, `/api/operator/${path}`, body)
  const given: string[] = []
  await seedShop(call as OperatorCall, { names: () => given, add: (name) => given.push(name) })
}

async function untilOnline(url: string, count: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const servers: unknown = await (await fetch(new URL('/api/servers', url))).json()
    const online = (servers as { open: number }[]).filter((server) => server.open !== 0)
    if (online.length === count) return
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error('the community did not come online')
}
