import {
  type KeyObject,
  createDecipheriv,
  createPublicKey,
  generateKeyPairSync,
  randomUUIDv7,
  verify,
} from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { receiveWechatWebhook } from '@clutch/contract/api/payments/webhooks.ts'
import { readConfig } from '@clutch/server/platform/config/config.ts'
import { runDueWork } from '@clutch/server/domains/payments/worker/due-work.ts'
import { CountedProduct, createDeliveries } from '@clutch/server/domains/payments/testing/counted-product.ts'
import { aBuyer, insertAttempt, insertOrder } from '@clutch/server/domains/payments/testing/rows.ts'
import { ScriptedProvider } from '@clutch/server/domains/payments/testing/scripted-provider.ts'
import { createPaymentsContext } from '@clutch/server/domains/payments/payments-context.ts'
import { startPortal } from '@clutch/server/portal.ts'
import { sql } from 'kysely'
import { describeDatabase } from '../harness/embedded-database.ts'
import type { SignedWebhook, WechatMerchant } from './payments-bench.types.ts'
import { readCpuTimes } from '../harness/postgres-cpu.ts'
import { createDiscardedLog } from '../harness/discarded-log.ts'
import { serveTasks } from '../harness/child-program.ts'

/** The concurrency of the worker. */
const concurrency = 8
const folder = mkdtempSync(join(tmpdir(), 'clutch-bench-'))
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey
const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ type, format: 'pem' }).toString()
const platform = newKey()
const merchant = {
  mchid: '1900000109',
  appid: 'wxd678efh567hg6787',
  apiV3Key: '0123456789abcdef0123456789abcdef',
  serial: 'PUB_KEY_ID_000000000000',
}
/** Without the worker: nothing is asked of a provider while notifies are measured. */
const config = readConfig({
  CLUTCH_ENV: 'development',
  CLUTCH_PORT: '0',
  CLUTCH_ROLES: 'web',
  CLUTCH_DATA_DIR: folder,
  WECHAT_APP_ID: merchant.appid,
  WECHAT_MERCHANT_ID: merchant.mchid,
  WECHAT_CERT_SERIAL: '0123456789ABCDEF',
  WECHAT_PRIVATE_KEY: pem(newKey(), 'pkcs8'),
  WECHAT_API_V3_KEY: merchant.apiV3Key,
  WECHAT_KEYS: JSON.stringify({ [merchant.serial]: pem(createPublicKey(platform), 'spki') }),
})
const portal = await startPortal({ config, log: createDiscardedLog(), page: false })
const { context } = portal
const { database } = context
const buyer = await aBuyer(context)
const alipay = new ScriptedProvider('alipay', context)
let orderCount = 0
const payments = createPaymentsContext(context, { products: [new CountedProduct()], providers: [alipay] })

const tasks = {
  open: openAttempts,
  check: checkSignatures,
  write: writePlainly,
  stored: countStoredRows,
  pay: payAtProvider,
  settle: settlePayments,
  delivered: countFulfilled,
  cpu: () => readCpuTimes(folder),
  settings: () => describeDatabase(database),
}
export const servedTasks = serveTasks(tasks, async () => {
  await portal.stop()
  rmSync(folder, { recursive: true })
})

/** Creates open attempts of as many orders, to be paid by webhook. */
async function openAttempts(count: number): Promise<WechatMerchant> {
  const attempts = await createAttempts(count, 'wechat', null)
  return {
    ...merchant,
    url: new URL(receiveWechatWebhook.path, portal.url).href,
    platformKey: pem(platform, 'pkcs8'),
    numbers: attempts.map(({ no }) => no),
  }
}

async function createAttempts(count: number, method: 'wechat' | 'alipay', due: Date | null) {
  const now = context.clock.now()
  const attempts: { id: string; no: string }[] = []
  for (let made = 0; made < count; made += 1) {
    orderCount += 1
    const number = `ord-20261121-${String(orderCount).padStart(6, '0')}`
    const order_id = await insertOrder(database, now, { user_id: buyer.userId, method, number })
    const attempt = { order_id, provider: method, state: 'open', check_at: due }
    attempts.push(await insertAttempt(database, now, attempt))
  }
  return attempts
}

/** The baseline of a notify: its signature checked and its resource opened, by node:crypto alone. */
function checkSignatures({ count, signed }: { count: number; signed: string }): void {
  const key = createPublicKey(platform)
  const notifies = JSON.parse(readFileSync(signed, 'utf8')) as SignedWebhook[]
  for (const { headers, body } of notifies.slice(0, count)) {
    const text = `${headers['wechatpay-timestamp']}\n${headers['wechatpay-nonce']}\n${body}\n`
    const signature = Buffer.from(headers['wechatpay-signature'] ?? '', 'base64')
    if (!verify('sha256', Buffer.from(text), key, signature)) throw new Error('a signature does not hold')
    const { resource } = JSON.parse(body) as { resource: Record<'ciphertext' | 'nonce', string> }
    const sealed = Buffer.from(resource.ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', merchant.apiV3Key, resource.nonce)
    decipher.setAuthTag(sealed.subarray(-16)).setAAD(Buffer.from('transaction'))
    JSON.parse(Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString('utf8'))
  }
}

interface WriteLoad {
  count: number
  inserts: number
  updates: number
}

/** The baseline for writes: transactions that insert and update rows, one statement each. */
async function writePlainly({ count, inserts, updates }: WriteLoad): Promise<void> {
  await sql`create table if not exists plain_rows (id uuid primary key, what text not null, at timestamptz not null)`.execute(
    database,
  )
  let left = count
  await runConcurrently(async () => {
    while (left-- > 0) {
      await database.transaction().execute(async (tx) => {
        let id = ''
        for (let turn = 0; turn < inserts; turn += 1) {
          id = randomUUIDv7()
          await sql`insert into plain_rows values (${id}, 'open', ${new Date()})`.execute(tx)
        }
        for (let turn = 0; turn < updates; turn += 1)
          await sql`update plain_rows set what = ${`paid ${turn}`} where id = ${id}`.execute(tx)
      })
    }
  })
}

async function countStoredRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payment_events e join payment_attempts a on a.id = e.attempt_id
      where e.verdict = 'accepted' and a.check_at is not null`.execute(database)
  return rows[0]?.count ?? NaN
}

/** Creates payments that the provider holds and the portal has not learned of. */
async function payAtProvider(count: number): Promise<void> {
  await createDeliveries(database)
  await database.updateTable('payment_attempts').set({ check_at: null }).execute()
  for (const { no } of await createAttempts(count, 'alipay', context.clock.now())) {
    const trade = { no, amount: 8_800, currency: 'CNY', state: 'unpaid', payment: null } as const
    alipay.trades.set(no, { ...trade, refunds: new Map() })
    alipay.pay(no)
  }
}

async function settlePayments(): Promise<void> {
  await runConcurrently(async () => {
    await runDueWork(payments)
  })
}

/** The orders that were delivered exactly once. */
async function countFulfilled(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select order_id from test_deliveries d join orders o on o.id = d.order_id and o.state = 'fulfilled'
        group by order_id having count(*) = 1) as once`.execute(database)
  return rows[0]?.count ?? NaN
}

async function runConcurrently(act: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: concurrency }, act))
}
