import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { Faqs } from '../../../platform/database/types.generated.ts'

export type FaqRow = Selectable<Faqs>

/** Every question in the order of the operator, of equal ones the oldest first. */
export function selectFaqs(queries: Queries): Promise<FaqRow[]> {
  return queries
    .selectFrom('faqs')
    .selectAll()
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns the position of the last question; null where there is none. */
export async function selectLastPosition(queries: Queries): Promise<number | null> {
  const last = await queries
    .selectFrom('faqs')
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst()
  return last?.position ?? null
}

/** Locks one announcement until the transaction ends. */
export function lockFaq(tx: Queries, id: string): Promise<FaqRow | undefined> {
  return tx.selectFrom('faqs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function selectFaq(queries: Queries, id: string): Promise<FaqRow | undefined> {
  return queries.selectFrom('faqs').selectAll().where('id', '=', id).executeTakeFirst()
}

export function insertFaq(queries: Queries, row: Insertable<Faqs>): Promise<FaqRow> {
  return queries.insertInto('faqs').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateFaq(tx: Queries, id: string, change: Updateable<Faqs>): Promise<FaqRow> {
  return tx
    .updateTable('faqs')
    .set({ id, ...change })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteFaq(tx: Queries, id: string): Promise<void> {
  await tx.deleteFrom('faqs').where('id', '=', id).execute()
}
