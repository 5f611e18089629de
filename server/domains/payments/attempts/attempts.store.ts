import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Currency, PaymentMethod } from '@clutch/contract/rules/payments/money.ts'
import type { AttemptState } from '@clutch/contract/rules/payments/order-states.ts'
import type { Queries } from '../../../platform/database/index.ts'
import { currentScope } from '../../../platform/observability/scope.ts'
import type { PaymentAttempts } from '../../../platform/database/types.generated.ts'

/** An attempt as stored in the database; its constraints check the text values. */
export interface AttemptRow extends Selectable<PaymentAttempts> {
  state: AttemptState
  provider: PaymentMethod
  currency: Currency
  device: 'desktop' | 'mobile'
}

/** What may be written besides its state, which only `steps.ts` moves. */
export type AttemptChange = Omit<Updateable<PaymentAttempts>, 'state'>

const live: readonly AttemptState[] = ['creating', 'open', 'closing']

/** Stores an attempt with the id of the request that begins it. */
export function insertAttempt(tx: Queries, row: Insertable<PaymentAttempts>): Promise<AttemptRow> {
  return tx
    .insertInto('payment_attempts')
    .values({ request_id: currentScope()?.requestId ?? null, ...row })
    .returningAll()
    .$castTo<AttemptRow>()
    .executeTakeFirstOrThrow()
}

/** Holds an attempt until the transaction ends; its order is held already. */
export function lockAttempt(tx: Queries, id: string): Promise<AttemptRow> {
  return tx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<AttemptRow>()
    .executeTakeFirstOrThrow()
}

/** The attempts of orders, the oldest first. */
export function selectAttempts(queries: Queries, orderIds: readonly string[]): Promise<AttemptRow[]> {
  return queries
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .$castTo<AttemptRow>()
    .execute()
}

/** The one attempt of an order by which it can be paid now, if there is one. */
export function selectOpenAttempt(queries: Queries, orderId: string): Promise<AttemptRow | undefined> {
  return queries
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', live)
    .$castTo<AttemptRow>()
    .executeTakeFirst()
}

/** Whether a provider holds other money of an order than was asked for. */
export async function hasDisputedAttempt(queries: Queries, orderId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'disputed')
    .executeTakeFirst()
  return found !== undefined
}

/** By our number, or by the provider's own of its order. */
export function selectNotifiedAttempt(
  queries: Queries,
  provider: PaymentMethod,
  { no, providerOrder }: { no: string | null; providerOrder: string | null },
): Promise<AttemptRow | undefined> {
  return queries
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', provider)
    .$if(no !== null, (query) => query.where('no', '=', no ?? ''))
    .$if(no === null, (query) => query.where('provider_order', '=', providerOrder))
    .$castTo<AttemptRow>()
    .executeTakeFirst()
}

/** Whether another attempt was paid by the payment of this number. */
export async function isReferenceTaken(
  queries: Queries,
  { id, provider }: AttemptRow,
  reference: string,
): Promise<boolean> {
  const other = await queries
    .selectFrom('payment_attempts')
    .select('id')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

export function updateAttempt(
  tx: Queries,
  id: string,
  change: AttemptChange & { state?: AttemptState },
): Promise<AttemptRow> {
  return tx
    .updateTable('payment_attempts')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .$castTo<AttemptRow>()
    .executeTakeFirstOrThrow()
}

/** Has the provider asked at once, unless everything is known: an attempt that was paid stays so. */
export async function scheduleAttemptNow(tx: Queries, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ check_at: now })
    .where('id', '=', id)
    .where('state', '<>', 'paid')
    .execute()
}

/** Records a provider check for a waiting user; returns false where the last one was too recent. */
export async function claimProviderCheck(
  queries: Queries,
  id: string,
  now: Date,
  everyMs: number,
): Promise<boolean> {
  const claimed = await queries
    .updateTable('payment_attempts')
    .set({ looked_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('looked_at', 'is', null), where('looked_at', '<=', new Date(now.getTime() - everyMs))]),
    )
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}
