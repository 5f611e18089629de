import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import { type TestUser, signIn } from '../../accounts/testing/test-users.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { Orders, PaymentAttempts, Refunds } from '../../../platform/database/types.generated.ts'
import type { AppContext } from '../../../platform/context.ts'

const number = () => randomBytes(10).toString('hex')

/** A buyer, put straight into the database. */
export function aBuyer(context: AppContext, steamId = '76561197960265729'): Promise<TestUser> {
  return signIn(context, steamId)
}

/** Inserts an open order of ¥88, for tests that only read orders. */
export async function insertOrder(
  queries: Queries,
  now: Date,
  order: Partial<Insertable<Orders>> & { user_id: string },
): Promise<string> {
  const id = randomUUIDv7()
  const row = {
    id,
    number: `ord-20261121-${number().slice(0, 6)}`,
    buyer: '76561197960265729',
    product: 'vip',
    product_id: 'plan',
    options: JSON.stringify({}),
    duration: '1m',
    description_zh: 'VIP',
    description_en: 'VIP',
    method: 'alipay',
    currency: 'CNY',
    list_amount: 8_800,
    amount: 8_800,
    state: 'open',
    created_at: now,
    ...order,
  }
  await queries.insertInto('orders').values(row).execute()
  return id
}

/** An attempt of an order that its provider holds as paid. */
export async function insertAttempt(
  queries: Queries,
  now: Date,
  attempt: Partial<Insertable<PaymentAttempts>> & { order_id: string },
): Promise<{ id: string; no: string }> {
  const row = {
    id: randomUUIDv7(),
    no: number(),
    provider: 'alipay',
    device: 'desktop',
    amount: 8_800,
    currency: 'CNY',
    state: 'paid',
    paid_at: attempt.state === undefined || attempt.state === 'paid' ? now : null,
    created_at: now,
    ...attempt,
  }
  await queries.insertInto('payment_attempts').values(row).execute()
  return { id: row.id, no: row.no }
}

/** A refund that is done. */
export async function insertRefund(
  queries: Queries,
  now: Date,
  refund: Partial<Insertable<Refunds>> & { order_id: string; attempt_id: string },
): Promise<{ id: string; no: string }> {
  const row = {
    id: randomUUIDv7(),
    no: number(),
    amount: 8_800,
    currency: 'CNY',
    state: 'done',
    of_order: true,
    reason: 'test',
    asked_by: 'operator',
    created_at: now,
    done_at: refund.state === undefined || refund.state === 'done' ? now : null,
    ...refund,
  }
  await queries.insertInto('refunds').values(row).execute()
  return { id: row.id, no: row.no }
}
