import { randomUUIDv7 } from 'node:crypto'
import type { Body, Query, Reply } from '@clutch/contract/api/call.ts'
import type { operatorExportCards } from '@clutch/contract/api/console/list-exports.ts'
import type {
  operatorListCardBatches,
  operatorListCards,
  operatorCreateCards,
  OperatorCard,
} from '@clutch/contract/api/vip/operator-vip.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { giftCardLifetimeMs } from '@clutch/contract/limits.ts'
import { formatGiftCode } from '@clutch/contract/rules/vip/gift-codes.ts'
import { isRepeatedRequest } from '../../accounts/index.ts'
import { type Queries, searchInSteps, withSearchTimeout } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/context.ts'
import { type WriteAudit, noAudit } from '../../../platform/http/calls/write-audit.ts'
import { findPlayerNames } from '../../leaderboard/index.ts'
import * as store from './cards.store.ts'
import { cardView, voidCard } from './cards.service.ts'
import { hashGiftCode, makeGiftCode } from './gift-code.ts'

type CardBatch = Reply<typeof operatorListCardBatches>[number]

/** Returns one page of all users' cards, without their codes. Throws `search.too_long`. */
export async function listCards(
  { database, clock }: AppContext,
  { page, size, sort, direction, ...filter }: Query<typeof operatorListCards>,
): Promise<Reply<typeof operatorListCards>> {
  const now = clock.now()
  const listPage = { sort, direction, limit: size, offset: (page - 1) * size }
  const { rows, total } = await withSearchTimeout(database, async (tx) => ({
    rows: await store.selectCards(tx, filter, now, listPage),
    total: await store.countCards(tx, filter, now),
  }))
  return { rows: await toOperatorCards(database, rows, now), total }
}

/** Yields all users' matching cards in steps, newest first. Throws `search.too_long`. */
export async function* exportCards(
  { database, clock }: AppContext,
  filter: Query<typeof operatorExportCards>,
): AsyncGenerator<OperatorCard[]> {
  const now = clock.now()
  const steps = searchInSteps<store.ListedCard>(database, (tx, after, limit) =>
    store.selectCardsAfter(tx, filter, now, { after, limit }),
  )
  for await (const rows of steps) yield toOperatorCards(database, rows, now)
}

/** One card; throws `card.unknown`. */
export async function readCardForOperator(
  { database, clock }: AppContext,
  id: string,
  queries: Queries = database,
): Promise<OperatorCard> {
  const card = await store.selectCard(queries, id)
  const [view] = await toOperatorCards(queries, card ? [card] : [], clock.now())
  if (!view) throw unknown()
  return view
}

/** The batches of cards, newest first. */
export async function listBatches({ database, clock }: AppContext): Promise<CardBatch[]> {
  return (await store.selectBatches(database, clock.now())).map(toldBatch)
}

/** Returns one batch; null if there is none of this name. */
export async function readBatch(
  { database, clock }: AppContext,
  name: string,
  queries: Queries = database,
): Promise<CardBatch | null> {
  const [batch] = await store.selectBatches(queries, clock.now(), name)
  return batch ? toldBatch(batch) : null
}

/**
 * Creates a batch of cards and returns their codes, which are stored only as hashes. Throws
 * `request.repeated` under an idempotency key that already created cards: their codes cannot be returned
 * again.
 */
export async function createCards(
  context: AppContext,
  { count, duration, batch, key }: Body<typeof operatorCreateCards>,
  writeAudit: WriteAudit = noAudit,
): Promise<Reply<typeof operatorCreateCards>> {
  const codes = Array.from({ length: count }, makeGiftCode)
  const now = context.clock.now()
  const expires = new Date(now.getTime() + giftCardLifetimeMs)
  const rows = codes.map((code) => ({
    id: randomUUIDv7(),
    hash: hashGiftCode(context, code),
    begins: code.slice(0, 4),
    duration,
    batch,
    created_at: now,
    expires_at: expires,
  }))
  await context.database.transaction().execute(async (tx) => {
    const contents = `cards ${count} ${duration} ${batch}`
    if (await isRepeatedRequest(tx, { key, contents, now }))
      throw new PortalError('request.repeated', 'These cards were made already')
    await store.insertCards(tx, rows)
    await writeAudit(tx)
  })
  return { codes: codes.map(formatGiftCode), expires: expires.getTime() }
}

/** Makes an unused card worth nothing; throws `card.unknown` or `card.used`. */
export async function voidCardByOperator(
  context: AppContext,
  id: string,
  writeAudit: WriteAudit = noAudit,
): Promise<OperatorCard> {
  await context.database.transaction().execute(async (tx) => {
    const card = await store.lockCard(tx, id)
    if (!card) throw unknown()
    await voidCard(tx, card, context.clock.now())
    await writeAudit(tx)
  })
  return readCardForOperator(context, id)
}

async function toOperatorCards(
  queries: Queries,
  rows: readonly store.ListedCard[],
  now: Date,
): Promise<OperatorCard[]> {
  const names = await findPlayerNames(
    queries,
    rows.flatMap(({ bought_by: boughtBy, used_by: usedBy }) => [boughtBy, usedBy]),
  )
  const nameOf = (steamId: string | null) => (steamId === null ? '' : (names.get(steamId) ?? ''))
  return rows.map((row) => {
    const { begins, batch, bought_by: boughtBy, used_by: usedBy } = row
    const people = { boughtBy, usedBy, boughtByName: nameOf(boughtBy), usedByName: nameOf(usedBy) }
    return { ...cardView(row, now), begins, batch, ...people }
  })
}

function toldBatch({
  created,
  ...batch
}: Awaited<ReturnType<typeof store.selectBatches>>[number]): CardBatch {
  return { ...batch, created: created.getTime() }
}

function unknown(): PortalError {
  return new PortalError('card.unknown', 'There is no such card')
}
