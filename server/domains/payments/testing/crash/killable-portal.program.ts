/**
 * The payments domain on its embedded database, as a process that can be killed: at the n-th time its step is reached, it
 * kills itself as a power cut would, alone or with its PostgreSQL. The parent process moves its clock.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { pino } from 'pino'
import { createAppOptions, registerAccounts } from '../../../accounts/index.ts'
import { signIn } from '../../../accounts/testing/test-users.ts'
import { readConfig } from '../../../../platform/config/config.ts'
import { startEmbedded } from '../../../../platform/database/embedded.ts'
import { migrate, openDatabase } from '../../../../platform/database/index.ts'
import { createApp } from '../../../../platform/http/app.ts'
import { loadOperatorTokenHash } from '../../../../platform/http/session/operator-token.ts'
import { Jobs } from '../../../../platform/jobs/index.ts'
import { loadKeyRing } from '../../../../platform/keys/keys.ts'
import { openProviders, registerPayments } from '../../index.ts'
import { startPaymentsWorker } from '../../worker/payments.worker.ts'
import { type PaymentJobStep, createPaymentsContext } from '../../payments-context.ts'
import { createDeliveries } from '../counted-product.ts'
import { UnreliableProduct } from './unreliable-product.ts'

const step = process.env['TEST_STEP'] as PaymentJobStep | undefined
const isWhole = process.env['TEST_WHOLE'] === '1'
let left = Number(process.env['TEST_TIMES'])
let aheadMs = Number(process.env['TEST_AHEAD_MS'])

const config = readConfig(process.env)
const log = pino({ level: 'error' }, pino.destination(2))
const embedded = await startEmbedded(config.dataDir, log)
await migrate(embedded.address)
const database = openDatabase(embedded.address, log)
const context = {
  config,
  clock: { now: () => new Date(Date.now() + aheadMs), monotonicMs: () => performance.now() },
  keys: loadKeyRing(config.secretKey, config.dataDir),
  database,
  jobs: new Jobs(database, log),
  log,
}
const token = process.env['TEST_FIRST'] === '1' ? await prepare() : null
// One buyer makes more orders here than rate limits allow.
await database.deleteFrom('rate_limits').execute()

const money = { products: [new UnreliableProduct()], providers: await openProviders(context), at }
const app = await createApp(context, {
  operatorTokenHash: await loadOperatorTokenHash({ dataDir: config.dataDir, operatorToken: 'on' }),
  ...createAppOptions(context),
})
registerAccounts(context, app)
await registerPayments(context, app, money)
process.on('message', (message: { aheadMs: number }) => {
  aheadMs = message.aheadMs
})
process.on('disconnect', () => process.exit(0))
await app.listen({ port: config.port, host: '127.0.0.1' })
process.send?.({ ready: true, token })
// The parent learns of this start before any due work can end it.
startPaymentsWorker(createPaymentsContext(context, money))

function at(reached: PaymentJobStep): void {
  if (reached !== step || --left !== 0) return
  if (isWhole) killPostgres()
  process.kill(process.pid, 'SIGKILL')
}

/** PostgreSQL processes are not one process group, so each is killed by its id. */
function killPostgres(): void {
  const main = readFileSync(join(config.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', main], { encoding: 'utf8' }).stdout
  for (const pid of [main, ...children.trim().split(/\s+/)].filter((text) => text !== ''))
    killProcess(Number(pid))
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It had already exited, as children do when the main process is gone.
  }
}

/** Creates the table of deliveries, a price and a buyer; returns the buyer's token. */
async function prepare(): Promise<string> {
  await createDeliveries(database)
  for (const [currency, amount] of [
    ['CNY', 2_999],
    ['USD', 499],
  ] as const)
    await database
      .insertInto('prices')
      .values({ product: 'vip', duration: '1m', currency, amount, changed_at: context.clock.now() })
      .execute()
  const buyer = await signIn(context, '76561197960265729')
  return buyer.token
}
