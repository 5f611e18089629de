import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPeerProgram, isProving } from '@clutch/tools/testing/test-options.ts'
import { createEmptyDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { type Pooler, startPooler } from './testing/pooler.ts'
import { startProgram } from '../../testing/program.ts'

const isPossible = isProving && hasPeerProgram('pgbouncer')
const ignored = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout'

let folder = ''
let port = 0
let database: Awaited<ReturnType<typeof createEmptyDatabase>>

beforeAll(async () => {
  if (!isPossible) return
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'clutch-pooler-')))
  port = await freePort()
  database = await createEmptyDatabase()
})
afterAll(async () => {
  if (!isPossible) return
  await database.drop()
  rmSync(folder, { recursive: true })
})

const startPortal = (settings: NodeJS.ProcessEnv = {}) =>
  startProgram('server/main.ts', {
    CLUTCH_ENV: 'development',
    CLUTCH_DATA_DIR: join(folder, 'portal'),
    CLUTCH_LOG_LEVEL: 'fatal',
    CLUTCH_PORT: '0',
    DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/clutch`,
    ...settings,
  })

/** Runs `work` behind PgBouncer with these lines. */
async function behindPooler(lines: readonly string[], work: () => Promise<void>): Promise<void> {
  const pooler: Pooler = await startPooler({ folder, port, database: database.address }, lines)
  try {
    await work()
  } finally {
    await pooler.stop()
  }
}

test.runIf(isPossible).each([
  ['as it is', [], /^DATABASE_URL: the connection pooler refuses .* CLUTCH_DATABASE_DIRECT_URL, too\n$/],
  [
    'that ignores time limits',
    [ignored],
    /^the database does not deliver notifications: .* CLUTCH_DATABASE_DIRECT_URL, too\n$/,
  ],
])(
  'K a pooler in transaction mode %s without the address of the database is refused in one line',
  (_name, lines, line) =>
    behindPooler(lines, async () => {
      const { code, stderr } = await startPortal().ended
      expect([code, stderr]).toEqual([1, expect.stringMatching(line)])
    }),
  90_000,
)

test.runIf(isPossible)(
  'K a pooler in session mode serves a portal that knows only its address',
  () =>
    behindPooler([ignored, 'pool_mode = session', 'default_pool_size = 40'], async () => {
      const portal = startPortal()
      await portal.ready
      portal.child.kill('SIGTERM')
      expect((await portal.ended).code).toBe(0)
    }),
  90_000,
)

test.runIf(isPossible)(
  'K where the database behind a pooler is away, its setting is named',
  () =>
    behindPooler([], async () => {
      const { code, stderr } = await startPortal({ CLUTCH_DATABASE_DIRECT_URL: 'postgres://x@127.0.0.1:1/x' })
        .ended
      expect([code, stderr]).toEqual([1, 'CLUTCH_DATABASE_DIRECT_URL: no database answers there\n'])
    }),
  90_000,
)
