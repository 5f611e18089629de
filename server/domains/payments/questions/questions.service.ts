import { randomUUIDv7 } from 'node:crypto'
import type * as z from 'zod/mini'
import type { orderQuestionSchema } from '@clutch/contract/api/payments/operator-orders.ts'
import type { OrderView } from '@clutch/contract/api/payments/orders.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { mailPlayer } from '../../accounts/index.ts'
import type { Queries } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import { notify, pushToPlayers } from '../../notifications/index.ts'
import * as store from './questions.store.ts'

type OrderQuestion = z.infer<typeof orderQuestionSchema>
type Row = NonNullable<Awaited<ReturnType<typeof store.selectQuestion>>>

/** How long an answer is worth a mail; it stays with the order permanently. */
const mailedForMs = 3 * 24 * 3_600_000

/** Returns the buyers' questions about their orders with the answers, by the order's id, oldest first. */
export async function questionsOf(
  queries: Queries,
  orderIds: readonly string[],
): Promise<Map<string, OrderView['questions']>> {
  if (orderIds.length === 0) return new Map()
  const questionsByOrder = Map.groupBy(
    await store.selectQuestionsOf(queries, orderIds),
    ({ order_id: id }) => id,
  )
  return new Map(
    [...questionsByOrder].map(([id, rows]) => [
      id,
      rows.map(({ text, asked_at, answer, answered_at }) => ({
        text,
        asked: asked_at.getTime(),
        answer,
        answered: answered_at?.getTime() ?? null,
      })),
    ]),
  )
}

/** Asks the operators about one of the caller's orders, and tells the channels. */
export async function ask(
  context: AppContext,
  { order, number, text }: { order: string; number: string; text: string },
): Promise<void> {
  const asked_at = context.clock.now()
  await context.database.transaction().execute(async (tx) => {
    await store.insertQuestion(tx, { id: randomUUIDv7(), order_id: order, text, asked_at })
    await notify(context, tx, { kind: 'order.question', subject: number, fields: { order: number, text } })
  })
}

/** Returns the unanswered questions, oldest first; or all, latest first. At most 500. */
export async function listQuestions(
  { database }: Pick<AppContext, 'database'>,
  all: boolean,
): Promise<OrderQuestion[]> {
  return toQuestions(database, await store.selectQuestions(database, all))
}

/** Answers a question, or puts another answer in its place, and mails it to a buyer whose address is known. Throws `question.not_found`. */
export async function answerQuestion(
  context: AppContext,
  id: string,
  answer: string,
): Promise<OrderQuestion> {
  const { database, clock } = context
  const answered = await database.transaction().execute(async (tx) => {
    const now = clock.now()
    const found = (await store.updateAnswer(tx, id, answer, now)) && (await store.selectQuestion(tx, id))
    if (!found) throw new PortalError('question.not_found', 'There is no such question')
    const { number, buyer, order_id: subject } = found
    const content = { kind: 'order-answered', number, answer } as const
    const until = new Date(now.getTime() + mailedForMs)
    await mailPlayer(context, tx, buyer, { content, until })
    const values = { order: number, answer }
    await pushToPlayers(context, tx, { kind: 'order-answered', steamIds: [buyer], subject, values, until })
    return found
  })
  const [question] = await toQuestions(database, [answered])
  if (!question) throw new Error('a question is missing')
  return question
}

async function toQuestions(queries: Queries, rows: readonly Row[]): Promise<OrderQuestion[]> {
  const names = await findPlayerNames(
    queries,
    rows.map(({ buyer }) => buyer),
  )
  return rows.map(({ id, order_id: orderId, number, buyer: steamId, text, answer, ...at }) => ({
    id,
    orderId,
    number,
    steamId,
    buyerName: names.get(steamId) ?? '',
    text,
    asked: at.asked_at.getTime(),
    answer,
    answered: at.answered_at?.getTime() ?? null,
  }))
}

/** For the audit log: the question and its answer; null if there is none. */
export async function questionAsSeen({ database }: Pick<AppContext, 'database'>, id: string) {
  const row = await store.selectQuestion(database, id)
  return row ? { order: row.number, text: row.text, answer: row.answer } : null
}
