/**
 * The endpoint and the worker on a test's database, as a process that can be killed: at the n-th occurrence
 * of its step it kills itself, like a power failure. Its counts are written to the table `test_counted`.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../../platform/config/config.ts'
import { type DatabaseAddress, openDatabase } from '../../../platform/database/index.ts'
import { createApp } from '../../../platform/http/app.ts'
import { Jobs } from '../../../platform/jobs/index.ts'
import { KeyRing, makeSecretKey } from '../../../platform/keys/keys.ts'
import { type CountsSubscriber, registerEvents, startEventsWorker } from '../index.ts'
import type { KillStep } from './kill-steps.ts'

const step = process.env['TEST_STEP'] as KillStep | undefined
let left = Number(process.env['TEST_TIMES'])

function killAtStep(name: KillStep): void {
  if (name === step && --left === 0) process.kill(process.pid, 'SIGKILL')
}

/** The steps that are statements: their text, and their names before and after the database answered. */
const statements: readonly { words: string; sent?: KillStep; before?: KillStep; after?: KillStep }[] = [
  { words: 'insert into event_batches', before: 'before the insert', after: 'stored, not answered' },
  { words: 'skip locked', after: 'streams locked' },
  { words: 'set counted_at =', after: 'marked, not committed' },
  { words: 'commit', before: 'before the commit', sent: 'commit on its way', after: 'committed' },
]

const query = Reflect.get(pg.Client.prototype, 'query') as (...all: unknown[]) => Promise<unknown>
Reflect.set(pg.Client.prototype, 'query', async function (this: pg.Client, ...all: unknown[]) {
  const [first] = all
  const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
  const statement = statements.find(({ words }) => text.includes(words))
  if (statement?.before) killAtStep(statement.before)
  const answer = Reflect.apply(query, this, all)
  if (statement?.sent) setImmediate(killAtStep, statement.sent)
  const result = await answer
  if (statement?.after) killAtStep(statement.after)
  return result
})

const subscriber: CountsSubscriber = async (tx, batches) => {
  killAtStep('handed on')
  const rows = batches.flatMap(({ serverId, players }) =>
    players.map(({ steamId, counts }) => ({ serverId, steamId, counts })),
  )
  await sql`
    insert into test_counted select "serverId", "steamId", counts
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("serverId" uuid, "steamId" text, counts jsonb)
    `.execute(tx)
  killAtStep('taken, not marked')
}

const log = pino({ level: 'warn' }, pino.destination(2))
const database = openDatabase(JSON.parse(process.env['TEST_DATABASE'] ?? '{}') as DatabaseAddress, log)
const context = {
  config: readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0' }),
  clock: { now: () => new Date(), monotonicMs: () => performance.now() },
  keys: new KeyRing(makeSecretKey()),
  database,
  jobs: new Jobs(database, log),
  log,
}
const app = await createApp(context, { operatorTokenHash: createHash('sha256').digest() })
await registerEvents(context, app)
startEventsWorker(context, { counted: [subscriber], match: [] })
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true, url: await app.listen({ port: 0, host: '127.0.0.1' }) })
