import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readStorageConfig, InvalidConfig } from '../platform/config/config.ts'
import { externalDatabase, migrate } from '../platform/database/index.ts'
import { atDatabase, explainStartError } from '../platform/lifecycle/start-problem.ts'

const retryEveryMs = 1_000
/** Of a server that starts, or whose name is not there yet. Migrations are repeated safely after each of them. */
const startingCodes = new Set([
  '57P03',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
])

/**
 * Applies the migrations to the database of `DATABASE_URL` (behind a pooler of `CLUTCH_DATABASE_DIRECT_URL`) and ends: what the Job of the Helm chart runs before new pods start.
 * `--wait SECONDS` is how long it waits for a database that does not answer yet. Exit code 1 with one line for each problem.
 */
try {
  const waitMs = readWaitMs()
  const { databaseUrl, databaseDirectUrl } = readStorageConfig(process.env)
  if (databaseUrl === undefined) throw new InvalidConfig(['DATABASE_URL: required here'])
  const address = externalDatabase({ databaseUrl, databaseDirectUrl })
  const applied = await atDatabase(
    { databaseDirectUrl },
    retryWhileStarting(waitMs, () => migrate(address)),
  )
  process.stdout.write(`${applied} migrations applied\n`)
} catch (error) {
  const problem = explainStartError(error)
  if (!problem) throw error
  for (const line of problem) process.stderr.write(`${line}\n`)
  process.exitCode = 1
}

function readWaitMs(): number {
  const wait = readWait()
  if (!/^\d{1,5}$/.test(wait)) throw new InvalidConfig(['--wait: must be a number of seconds'])
  return Number(wait) * 1_000
}

function readWait(): string {
  try {
    return parseArgs({ options: { wait: { type: 'string', default: '0' } } }).values.wait
  } catch {
    throw new InvalidConfig(['wrong arguments: the only option is --wait SECONDS'])
  }
}

async function retryWhileStarting<T>(waitMs: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + waitMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!startingCodes.has(code) || performance.now() >= until) throw error
      if (isFirst) process.stdout.write(`no database answers yet (${code}); trying for ${waitMs / 1_000} s\n`)
    }
    await delay(retryEveryMs)
  }
}
