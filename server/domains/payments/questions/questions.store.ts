import type { Insertable } from 'kysely'
import type { Queries } from '../../../platform/database/index.ts'
import type { OrderQuestions } from '../../../platform/database/types.generated.ts'

/** Questions of one page of a list. */
const listed = 500

export async function insertQuestion(tx: Queries, row: Insertable<OrderQuestions>): Promise<void> {
  await tx.insertInto('order_questions').values(row).execute()
}

/** Selects the questions about orders, oldest first. */
export function selectQuestionsOf(queries: Queries, orderIds: readonly string[]) {
  return queries
    .selectFrom('order_questions')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
}

const withOrder = (queries: Queries) =>
  queries
    .selectFrom('order_questions')
    .innerJoin('orders', 'orders.id', 'order_questions.order_id')
    .select([
      'order_questions.id',
      'order_questions.order_id',
      'order_questions.text',
      'order_questions.asked_at',
      'order_questions.answer',
      'order_questions.answered_at',
      'orders.number',
      'orders.buyer',
    ])

/** What waits for an answer, the oldest first; or everything, the latest first. */
export function selectQuestions(queries: Queries, all: boolean) {
  const found = withOrder(queries).limit(listed)
  return all
    ? found.orderBy('asked_at', 'desc').orderBy('order_questions.id', 'desc').execute()
    : found.where('answer', 'is', null).orderBy('asked_at').orderBy('order_questions.id').execute()
}

export function selectQuestion(queries: Queries, id: string) {
  return withOrder(queries).where('order_questions.id', '=', id).executeTakeFirst()
}

/** Whether there is such a question. */
export async function updateAnswer(tx: Queries, id: string, answer: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('order_questions')
    .set({ answer, answered_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
