import { type Insertable, sql } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { MoneySteps } from '../../../platform/database/types.generated.ts'

export async function insertStep(tx: Queries, row: Insertable<MoneySteps>): Promise<void> {
  await tx.insertInto('money_steps').values(row).execute()
}

/** Inserts a transition unless the same one exists: repeated refusals are recorded once. */
export async function insertStepOnce(
  tx: Queries,
  { order_id, thing, from_state, to_state, reason, at }: Insertable<MoneySteps>,
): Promise<void> {
  await sql`
    insert into money_steps (order_id, thing, from_state, to_state, reason, at)
    select ${order_id}, ${thing}, ${from_state}, ${to_state}, ${reason}, ${at}
      where not exists (
        select from money_steps
          where order_id = ${order_id} and thing = ${thing} and from_state = ${from_state}
            and to_state = ${to_state} and reason = ${reason})`.execute(tx)
}

/** Every step of an order, its attempts and its refunds, in their order. */
export function selectSteps(queries: Queries, orderId: string) {
  return queries.selectFrom('money_steps').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}
