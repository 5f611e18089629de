import { randomUUIDv7 } from 'node:crypto'
import type { Body, Query, Reply } from '@clutch/contract/api/call.ts'
import type {
  operatorListCards,
  operatorMakeCards,
  operatorVoidCard,
} from '@clutch/contract/api/operator-vip.ts'
import { PortalError } from '@clutch/contract/errors.ts'
import { giftCardMs } from '@clutch/contract/limits.ts'
import { showGiftCode, tidyGiftCode } from '@clutch/contract/rules/gift-codes.ts'
import type { House } from '../house.ts'
import * as store from './cards-store.ts'
import { toldCard, voidCard } from './cards.ts'
import { hashGiftCode, makeGiftCode } from './gift-code.ts'

type OperatorCard = Reply<typeof operatorVoidCard>

const cardsAtOnce = 500

/** Cards of a batch, or whose codes begin so, newest first. */
export async function listAllCards(
  { database, clock }: House,
  { batch, begins, before }: Query<typeof operatorListCards>,
): Promise<OperatorCard[]> {
  const letters = begins === undefined ? undefined : tidyGiftCode(begins).replace(/[^0-9A-Z]/g, '')
  const rows = await store.selectCards(database, { batch, begins: letters, before, limit: cardsAtOnce })
  return rows.map((row) => toldToOperator(row, clock.now()))
}

/** Makes a batch of cards and answers their codes as they are shown; they are kept by their hashes only. */
export async function makeCards(
  house: House,
  { count, duration, batch }: Body<typeof operatorMakeCards>,
): Promise<Reply<typeof operatorMakeCards>> {
  const codes = Array.from({ length: count }, makeGiftCode)
  const now = house.clock.now()
  const expires = new Date(now.getTime() + giftCardMs)
  const rows = codes.map((code) => ({
    id: randomUUIDv7(),
    hash: hashGiftCode(house, code),
    begins: code.slice(0, 4),
    duration,
    batch,
    created_at: now,
    expires_at: expires,
  }))
  await store.insertCards(house.database, rows)
  return { codes: codes.map(showGiftCode), expires: expires.getTime() }
}

/** Makes an unused card worth nothing; throws `card.unknown` or `card.used`. */
export function voidCardOf({ database, clock }: House, id: string): Promise<OperatorCard> {
  return database.transaction().execute(async (tx) => {
    const card = await store.lockCard(tx, id)
    if (!card) throw new PortalError('card.unknown', 'There is no such card')
    const now = clock.now()
    await voidCard(tx, card, now)
    return toldToOperator({ ...card, void_at: card.void_at ?? now }, now)
  })
}

function toldToOperator(row: store.CardRow, now: Date): OperatorCard {
  return { ...toldCard(row, now), begins: row.begins, batch: row.batch, usedBy: row.used_by }
}
