import { Agent, request } from 'node:http'
import { randomUUIDv7 } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'
import { hashPassword, passwordMatches } from '@clutch/server/domains/accounts/passwords/password-hash.ts'
import { createSession } from '@clutch/server/domains/accounts/sessions/sessions.service.ts'
import { insertUser } from '@clutch/server/domains/accounts/users/users.store.ts'
import { startDatabaseClock } from '@clutch/server/platform/clock/clock.ts'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import { databaseTime } from '@clutch/server/platform/database/index.ts'
import type { AppContext } from '@clutch/server/platform/context.ts'
import { Jobs } from '@clutch/server/platform/jobs/index.ts'
import { KeyRing, makeSecretKey } from '@clutch/server/platform/keys/keys.ts'
import { createLog } from '@clutch/server/platform/logging/logger.ts'
import { composeApp } from '@clutch/server/portal.ts'
import { startBenchDatabase } from '../harness/embedded-database.ts'
import { reportTarget, assertClaim, median, printTable, isQuick } from '../harness/results.ts'

/**
 * What a session costs a request (the same call with and without one, by turns, over real HTTP), and how many sign in by
 * e-mail in a second beside the bare hashing of their passwords, which bounds it.
 */
const sessionRequests = isQuick ? 1_000 : 10_000
const loginCount = isQuick ? 60 : 400
const password = 'right-horse-battery'

const embedded = await startBenchDatabase()
const log = createLog('error', process.stderr)
const { database } = embedded
const clock = await startDatabaseClock(() => databaseTime(database), console.error)
const context: AppContext = {
  config: {
    ...readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', CLUTCH_TRUST_PROXY: 'loopback' }),
    dataDir: join(embedded.folder, 'portal'),
  },
  keys: new KeyRing(makeSecretKey()),
  jobs: new Jobs(database, log),
  database,
  clock,
  log,
}
const app = await composeApp(context, { page: false })
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
try {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await measureSession(url)
  await measureLogins(url)
} finally {
  agent.destroy()
  await app.close()
  await context.jobs.stop()
  clock.stop()
  await embedded.stop()
}

async function measureSession(url: string): Promise<void> {
  const steamId = toSteamId(1)
  const userId = randomUUIDv7()
  const device = { address: '127.0.0.1', userAgent: 'bench' }
  const token = await database.transaction().execute(async (tx) => {
    await insertUser(tx, { id: userId, steam_id: steamId, created_at: clock.now() })
    return createSession(context, tx, { userId, steamId, method: 'steam', device })
  })
  const path = `/api/auth/vip-status/${steamId}`
  const taken = { anonymous: [] as number[], signedIn: [] as number[] }
  for (let round = 0; round < sessionRequests + 200; round += 1) {
    const [anonymous, signedIn] = [
      await timeRequest(url, path),
      await timeRequest(url, path, { authorization: `Bearer ${token}` }),
    ]
    if (round < 200) continue
    taken.anonymous.push(anonymous)
    taken.signedIn.push(signedIn)
  }
  const figures = (ms: number[]) => [
    median(ms),
    ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? NaN,
  ]
  const rows = Object.entries(taken).map(([name, ms]) => [name, ...figures(ms).map((one) => one.toFixed(2))])
  printTable('A call with and without a session, ms', ['request', 'p50', 'p99'], rows)
  const more = median(taken.signedIn) - median(taken.anonymous)
  const ratio = median(taken.signedIn) / median(taken.anonymous)
  reportTarget(more <= 1, `a session costs ${more.toFixed(2)} ms more at p50, at most 1`)
  assertClaim(ratio <= 4, `a request with a session takes ${ratio.toFixed(2)} times one without, at most 4`)
}

async function measureLogins(url: string): Promise<void> {
  const stored = await hashPassword(password)
  await database.transaction().execute(async (tx) => {
    for (let number = 0; number < loginCount; number += 1) {
      const id = randomUUIDv7()
      const steam_id = toSteamId(1_000 + number)
      const email = `somebody${number}@example.org`
      await insertUser(tx, { id, steam_id, email, password_hash: stored, created_at: clock.now() })
    }
  })
  const bareMs = await runConcurrently((_number) => passwordMatches(stored, password))
  const loginMs = await runConcurrently((number) => logIn(url, number))
  const perSecond = (ms: number) => Math.round((loginCount * 1_000) / ms)
  printTable(
    `${loginCount} logins by e-mail, 8 at once, ${availableParallelism()} cores`,
    ['', 'per second'],
    [
      ['bare password checks', perSecond(bareMs)],
      ['logins', perSecond(loginMs)],
    ],
  )
  const ratio = bareMs / loginMs
  assertClaim(ratio >= 0.4, `logins run at ${ratio.toFixed(2)} of the bare password checks, at least 0.4`)
}

/** One login; each from a network of its own, since their number is limited by address (C20). */
async function logIn(url: string, number: number): Promise<void> {
  const body = JSON.stringify({ email: `somebody${number}@example.org`, password })
  const answer = await sendRequest(url, '/api/auth/email/login', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.${number >> 8}.${number & 255}`,
    },
  })
  if (answer !== 200) throw new Error(`a login was answered ${answer}`)
}

/** Does something for each login, eight at once; how long all took, ms. */
async function runConcurrently(act: (number: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let next = 0
  const worker = async () => {
    while (next < loginCount) await act(next++)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return performance.now() - began
}

async function timeRequest(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const began = performance.now()
  const status = await sendRequest(url, path, { headers })
  if (status !== 200) throw new Error(`${path} was answered ${status}`)
  return performance.now() - began
}

function sendRequest(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}
